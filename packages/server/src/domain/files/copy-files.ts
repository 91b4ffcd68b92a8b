import type { FileReference } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { hiddenRoot } from '../../ports/file-index.ts'
import type { Entry, Place } from '../../ports/storage.ts'
import { recordChange } from '../record-change.ts'
import { carryOut } from './drive/carry-out.ts'
import type { MoveStep } from './drive/carry-out.ts'
import { subfoldersOf } from './drive/children-of.ts'
import type { Drive } from './drive/drive.ts'
import { fileChange } from './drive/file-change.ts'
import { firstLook } from './drive/first-look.ts'
import { folderIn } from './drive/folder-in.ts'
import { namesIn } from './drive/free-name.ts'
import { findNode, knownFolder } from './drive/look-into.ts'
import { parentsOf, placesOf, refuseIntoItself } from './drive/move-plan.ts'
import type { Transfer } from './move-files.ts'
import { placeOf } from './path.ts'
import { referenceTo } from './drive/relocate.ts'
import { settleFolder } from './drive/settle-folder.ts'
import { asDiskDiffers, withDoubtsSettled } from './drive/with-doubts-settled.ts'

/** A copy that is complete, but out of sight. */
interface Draft {
  name: string
  key: string
  entry: Entry
  /** Its row among the hidden ones. */
  node: number
}

/** Answers where the copies are, in the order their originals were named. */
export async function copyFiles(ctx: Context, input: Transfer): Promise<FileReference[]> {
  authorise(ctx.principal, 'files.write')
  const drive = await ctx.drives.of(ctx.workspace)
  const places = placesOf(input.ids)
  const target = placeOf(input.target)
  refuseIntoItself(places, target)
  if (places.length === 0) return []
  await knownFolder(drive, target)

  const drafts: Draft[] = []
  const keys: string[] = []
  try {
    for (const place of places) {
      const key = drive.newKey()
      keys.push(key)
      drafts.push(
        await withDoubtsSettled(drive, parentsOf([place]), () => draftOf(drive, place, key)),
      )
    }
    const copies = await withDoubtsSettled(drive, [target], async () => {
      await knownFolder(drive, target)
      return drive.lock.alone(() => publish(ctx, drive, drafts, target))
    })
    for (const { node, entry } of drafts) if (entry.kind === 'folder') drive.explore(node)
    return copies.map(referenceTo)
  } catch (error) {
    for (const key of keys) drive.discard(key)
    throw error
  }
}

/** The bytes are copied, and put into the index, while others go on with their work. */
async function draftOf(drive: Drive, place: Place, key: string): Promise<Draft> {
  const { name } = await findNode(drive, place)
  const entry = await drive.storage.copy(place, key).catch((error: unknown) => {
    throw asDiskDiffers(error)
  })
  const node = await drive.database.transact(({ files }) =>
    files.insert(hiddenRoot, { ...entry, name: key }),
  )
  if (entry.kind === 'folder') await putDownTree(drive, node, key)
  return { name, key, entry, node }
}

/** Some folders side by side, so that they can share a commit. */
const atOnce = 16

async function putDownTree(drive: Drive, top: number, key: string): Promise<void> {
  let level = [{ id: top, place: [key] }]
  while (level.length > 0) {
    const now = level.splice(0, atOnce)
    await Promise.all(now.map(({ id, place }) => firstLook(drive, id, { area: 'hidden', place })))
    for (const { id, place } of now) {
      const below = await subfoldersOf(drive.database, id)
      level = level.concat(below.map((child) => ({ id: child.id, place: [...place, child.name] })))
    }
  }
}

async function publish(
  ctx: Context,
  drive: Drive,
  drafts: readonly Draft[],
  place: Place,
): Promise<Place[]> {
  const { target, places } = await drive.database.read(async ({ files }) => {
    const folder = await folderIn(files, place)
    const chooseName = namesIn(files, folder.id)
    const chosen: Place[] = []
    for (const { name } of drafts) chosen.push([...place, await chooseName(name)])
    return { target: folder, places: chosen }
  })
  const steps = drafts.map(({ key }, index): MoveStep => ({
    from: { area: 'hidden', place: [key] },
    to: { area: 'drive', place: places[index] ?? [] },
    source: null,
    target,
  }))
  await carryOut(drive, steps, async (stores, moved) => {
    for (const [index, { node }] of drafts.entries()) {
      const at = places[index] ?? []
      const { entry, target: touched } = moved[index]!
      await stores.files.move(node, target.id, at.at(-1) ?? '')
      await settleFolder(drive, stores.files, target.id, touched)
      await recordChange(ctx, stores, fileChange('file-added', null, { place: at, entry }))
    }
  }).catch((error: unknown) => {
    throw asDiskDiffers(error)
  })
  return places
}
