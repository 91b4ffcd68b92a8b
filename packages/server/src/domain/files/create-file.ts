import type { CreateFile, FileReference } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { Claimed, Place, Spot } from '../../ports/storage.ts'
import { addEntry } from './drive/add-entry.ts'
import { addOnce } from './drive/add-once.ts'
import type { Drive } from './drive/drive.ts'
import { namesLike } from './drive/free-name.ts'
import { checkNewName, placeOf } from './path.ts'

export async function createFile(
  ctx: Context,
  { parent, body }: { parent: string; body: CreateFile },
): Promise<FileReference> {
  authorise(ctx.principal, 'files.write')
  const drive = await ctx.drives.of(ctx.workspace)
  checkNewName(body.name, drive.rules)
  const wanted = { folder: placeOf(parent), name: body.name }
  if (body.type !== 'folder') return publish(ctx, drive, wanted, await emptyFile(drive))
  if (ctx.keepAnswer) return publish(ctx, drive, wanted, await emptyFolder(drive))
  return add(ctx, drive, wanted, (spot) => drive.storage.makeFolder(spot))
}

export interface Wanted {
  folder: Place
  /** Where it is taken, another one like it is given. */
  name: string
}

/** Gives a hidden thing its place, or ends it. */
export async function publish(
  ctx: Context,
  drive: Drive,
  wanted: Wanted,
  key: string,
): Promise<FileReference> {
  try {
    if (ctx.keepAnswer) return await addOnce(ctx, drive, wanted, key)
    return await add(ctx, drive, wanted, (spot) =>
      drive.storage.move({ area: 'hidden', place: [key] }, spot),
    )
  } catch (error) {
    drive.discard(key)
    throw error
  }
}

async function add(
  ctx: Context,
  drive: Drive,
  { folder, name: wished }: Wanted,
  claim: (spot: Spot) => Promise<Claimed>,
): Promise<FileReference> {
  const { id, name } = await addEntry(ctx, drive, { folder, names: namesLike(wished) }, claim)
  return { id, name }
}

async function emptyFolder(drive: Drive): Promise<string> {
  const key = drive.newKey()
  await drive.storage.makeFolder({ area: 'hidden', place: [key] })
  return key
}

async function emptyFile(drive: Drive): Promise<string> {
  const key = drive.newKey()
  await drive.storage.receive(key, noBytes())
  return key
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}
