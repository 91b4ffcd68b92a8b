import type { CreateFile, FileReference } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { addEntry } from './drive/add-entry.ts'
import type { Wish } from './drive/add-entry.ts'
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
  const wish = { folder: placeOf(parent), names: namesLike(body.name) }
  const { id, name } =
    body.type === 'folder'
      ? await addEntry(ctx, drive, wish, (spot) => drive.storage.makeFolder(spot))
      : await publishFile(ctx, drive, wish, await emptyFile(drive))
  return { id, name }
}

/** Gives a hidden file its place, or ends it. */
export async function publishFile(
  ctx: Context,
  drive: Drive,
  wish: Wish,
  key: string,
): Promise<FileReference> {
  try {
    const { id, name } = await addEntry(ctx, drive, wish, (spot) =>
      drive.storage.move({ area: 'hidden', place: [key] }, spot),
    )
    return { id, name }
  } catch (error) {
    drive.discard(key)
    throw error
  }
}

async function emptyFile(drive: Drive): Promise<string> {
  const key = drive.newKey()
  await drive.storage.receive(key, noBytes())
  return key
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}
