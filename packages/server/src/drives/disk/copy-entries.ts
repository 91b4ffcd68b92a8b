import type { Author } from '../../author.ts'
import { hiddenRoot } from '../../ports/file-index.ts'
import type { Entry, Path } from '../../ports/storage.ts'
import { recordChange } from '../../domain/record-change.ts'
import { subfoldersOf } from '../../domain/files/children-of.ts'
import { fileChange } from '../../domain/files/file-change.ts'
import { folderIn } from '../../domain/files/children-of.ts'
import { namesIn } from '../../domain/files/free-name.ts'
import { parentsOf } from '../../domain/files/move-plan.ts'
import { carryOut } from './carry-out.ts'
import type { MoveStep } from './carry-out.ts'
import type { Disk } from './disk.ts'
import { firstLook } from './first-look.ts'
import { findNode, knownFolder } from './look-into.ts'
import { settleFolder } from './look-into.ts'
import { asDiskDiffers, revalidating } from './revalidate.ts'

/** A copy that is complete, but out of sight. */
interface Draft {
  name: string
  key: string
  entry: Entry
  /** Its row among the hidden ones. */
  node: number
}

export async function copyEntries(
  author: Author,
  disk: Disk,
  paths: readonly Path[],
  target: Path,
): Promise<Path[]> {
  await knownFolder(disk, target)
  const drafts: Draft[] = []
  const keys: string[] = []
  try {
    for (const path of paths) {
      const key = disk.newKey()
      keys.push(key)
      drafts.push(await revalidating(disk, parentsOf([path]), () => draftOf(disk, path, key)))
    }
    const copies = await revalidating(disk, [target], async () => {
      await knownFolder(disk, target)
      return disk.lock.exclusive(() => publish(author, disk, drafts, target))
    })
    for (const { node, entry } of drafts) if (entry.kind === 'folder') disk.explore(node)
    return copies
  } catch (error) {
    for (const key of keys) disk.discard(key)
    throw error
  }
}

/** The bytes are copied, and put into the index, while others go on with their work. */
async function draftOf(disk: Disk, path: Path, key: string): Promise<Draft> {
  const { name } = await findNode(disk, path)
  const entry = await disk.storage.copy(path, key).catch((error: unknown) => {
    throw asDiskDiffers(error)
  })
  const node = await disk.database.transact(({ files }) =>
    files.insert(hiddenRoot, { ...entry, name: key }),
  )
  if (entry.kind === 'folder') await putDownTree(disk, node, key)
  return { name, key, entry, node }
}

/** Some folders side by side, so that they can share a commit. */
const atOnce = 16

async function putDownTree(disk: Disk, top: number, key: string): Promise<void> {
  let level = [{ id: top, path: [key] }]
  while (level.length > 0) {
    const now = level.splice(0, atOnce)
    await Promise.all(now.map(({ id, path }) => firstLook(disk, id, { area: 'hidden', path })))
    for (const { id, path } of now) {
      const below = await subfoldersOf(disk.database, id)
      level = level.concat(below.map((child) => ({ id: child.id, path: [...path, child.name] })))
    }
  }
}

async function publish(
  author: Author,
  disk: Disk,
  drafts: readonly Draft[],
  path: Path,
): Promise<Path[]> {
  const { target, paths } = await disk.database.read(async ({ files }) => {
    const folder = await folderIn(files, path)
    const chooseName = namesIn(files, folder.id)
    const chosen: Path[] = []
    for (const { name } of drafts) chosen.push([...path, await chooseName(name)])
    return { target: folder, paths: chosen }
  })
  const steps = drafts.map(({ key }, index): MoveStep => ({
    from: { area: 'hidden', path: [key] },
    to: { area: 'drive', path: paths[index] ?? [] },
    source: null,
    target,
  }))
  await carryOut(disk, steps, async (stores, moved) => {
    for (const [index, { node }] of drafts.entries()) {
      const at = paths[index] ?? []
      const { entry, target: touched } = moved[index]!
      await stores.files.move(node, target.id, at.at(-1) ?? '')
      await settleFolder(disk, stores.files, target.id, touched)
      await recordChange(author, stores, fileChange('file-added', null, { path: at, entry }))
    }
  }).catch((error: unknown) => {
    throw asDiskDiffers(error)
  })
  return paths
}
