import type { Author } from '../../author.ts'
import { boundIn, folderToFill, itemsToRemove } from '../../domain/files/entries-to-change.ts'
import { subfoldersOf } from '../../domain/files/read-index.ts'
import { seenFiles } from '../../domain/files/seen-files.ts'
import { hiddenBelow, sightOf } from '../../domain/files/sight.ts'
import type { Bound } from '../../domain/rules/reach.ts'
import { fileChange } from '../../domain/files/file-change.ts'
import { namesIn } from '../../domain/files/free-name.ts'
import { idOf, isWithin } from '../../domain/files/path.ts'
import {
  deepestFirst,
  distinct,
  inTurns,
  parentsOf,
  targetsOf,
} from '../../domain/files/move-plan.ts'
import { bytesOf, refuseMoves, refuseTooMuch, withinQuotas } from '../../domain/files/quota.ts'
import { recordChange } from '../../domain/record-change.ts'
import { AppError } from '../../errors.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { Item, Relocation } from '../../ports/drive.ts'
import { hiddenRoot } from '../../ports/file-index.ts'
import type { Entry, Path } from '../../ports/storage.ts'
import { carryOut } from './carry-out.ts'
import type { MoveStep } from './carry-out.ts'
import { isSame } from './differences.ts'
import type { Disk } from './disk.ts'
import {
  asDiskDiffers,
  findNode,
  firstLook,
  knownFolder,
  revalidating,
  settleFolder,
} from './look-into.ts'

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
  const bound = boundIn(disk.database, author)
  await knownFolder(disk, target)
  await refuseLarge(bound, disk, paths, target)
  const drafts: Draft[] = []
  const keys: string[] = []
  try {
    for (const path of paths) {
      const key = disk.newKey()
      keys.push(key)
      drafts.push(
        await revalidating(disk, parentsOf([path]), () => draftOf(bound, disk, path, key)),
      )
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

/** Before any byte is copied. What is not known yet is counted when the copies get their place. */
async function refuseLarge(
  bound: Bound,
  disk: Disk,
  paths: readonly Path[],
  target: Path,
): Promise<void> {
  await disk.database.read(async (stores) => {
    const { id } = await folderToFill(bound, stores, target)
    const files = await seenFiles(bound, stores)
    let bytes = 0
    for (const path of paths) {
      const node = await files.find(path)
      if (node) bytes += bytesOf(node)
    }
    await refuseTooMuch(stores, disk.rules, id, bytes)
  })
}

/** The bytes are copied, and put into the index, while others go on with their work. */
async function draftOf(bound: Bound, disk: Disk, path: Path, key: string): Promise<Draft> {
  const { id, name } = await findNode(disk, path)
  const sight = await disk.database.read((stores) => sightOf(bound, stores))
  const without = sight ? hiddenBelow(sight, id) : []
  const entry = await disk.storage.copy(path, key, without).catch((error: unknown) => {
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
  const { target, paths } = await disk.database.read(async (stores) => {
    const folder = await folderToFill(boundIn(disk.database, author), stores, path)
    const chooseName = namesIn(stores.files, folder.id)
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
  await carryOut(disk, steps, (stores, moved) =>
    withinQuotas(stores, disk.rules, [target.id], async () => {
      for (const [index, { node }] of drafts.entries()) {
        const at = paths[index] ?? []
        const { entry, target: touched } = moved[index]!
        await stores.files.move(node, target.id, at.at(-1) ?? '')
        await settleFolder(disk, stores.files, target.id, touched)
        await recordChange(author, stores, fileChange('file-added', null, { path: at, entry }))
      }
    }),
  ).catch((error: unknown) => {
    throw asDiskDiffers(error)
  })
  return paths
}

/** What is not there any more is as good as removed. */
export function removeEntries(author: Author, disk: Disk, paths: readonly Path[]): Promise<void> {
  return revalidating(disk, parentsOf(paths), async () => {
    const there: Path[] = []
    for await (const path of inTurns(paths)) if (await isThere(disk, path)) there.push(path)
    await disk.lock.exclusive(async () => {
      const items = await disk.database.read((stores) =>
        itemsToRemove(boundIn(disk.database, author), stores, there),
      )
      if (items.length > 0) await withdraw(author, disk, items)
    })
  })
}

/** Out of sight at once, all of them or none; their end comes afterwards. */
async function withdraw(author: Author, disk: Disk, items: readonly Item[]): Promise<void> {
  await refuseDenied(disk, items)
  const steps = items.map(({ path, source }): MoveStep => ({
    from: { area: 'drive', path },
    to: { area: 'hidden', path: [disk.newKey()] },
    source,
    target: null,
  }))
  await carryOut(disk, steps, async (stores, moved) => {
    for (const [index, { path, node, source }] of items.entries()) {
      await stores.files.move(node.id, hiddenRoot, steps[index]?.to.path[0] ?? '')
      await settleFolder(disk, stores.files, source.id, moved[index]!.source)
      await recordChange(author, stores, fileChange('file-deleted', { path, entry: node }, null))
    }
  }).catch((error: unknown) => {
    throw asDiskDiffers(error)
  })
  for (const { from, to } of steps) disk.discard(to.path[0] ?? '', from.path)
}

/** What cannot be emptied cannot be deleted either; better to hear it before than to find it again. */
async function refuseDenied(disk: Disk, items: readonly Item[]): Promise<void> {
  for (const id of disk.denied) {
    const path = await disk.database.read(({ files }) => files.pathOf(id))
    if (!path) disk.denied.delete(id)
    if (!path || !items.some((item) => isWithin(path, item.path))) continue
    if (await disk.storage.mayEmpty({ area: 'drive', path })) continue
    const message = `The system does not let the server into ${idOf(path)}, so it cannot be deleted.`
    throw new AppError('files.denied', message)
  }
}

async function isThere(disk: Disk, path: Path): Promise<boolean> {
  try {
    await findNode(disk, path)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'files.not_found') return false
    throw error
  }
}

/** Gives entries other places or names, all of them or none. */
export async function relocate(
  author: Author,
  disk: Disk,
  { paths, target }: { paths: readonly Path[]; target: Path | null },
  plan: (stores: ReadStores) => Promise<Relocation[]>,
): Promise<Relocation[]> {
  const folders = target ? [...parentsOf(paths), target] : parentsOf(paths)
  return revalidating(disk, folders, async () => {
    for await (const path of inTurns(distinct(paths))) await findNode(disk, path)
    if (target) await knownFolder(disk, target)
    return disk.lock.exclusive(async () => {
      const relocations = await disk.database.read(async (stores) => {
        const planned = await plan(stores)
        await refuseMoves(stores, disk.rules, planned)
        return planned
      })
      if (relocations.length > 0) await carryOutAll(author, disk, relocations)
      return relocations
    })
  })
}

async function carryOutAll(
  author: Author,
  disk: Disk,
  relocations: readonly Relocation[],
): Promise<void> {
  const ordered = deepestFirst(relocations)
  const steps = ordered.map(({ path, to, source, target }) => ({
    from: { area: 'drive', path } as const,
    to: { area: 'drive', path: to } as const,
    source,
    target,
  }))
  await carryOut(disk, steps, (stores, moved) =>
    withinQuotas(stores, disk.rules, targetsOf(ordered), async () => {
      for (const [index, { path, node, to, source, target }] of ordered.entries()) {
        const { entry, ...touched } = moved[index]!
        await stores.files.move(node.id, target.id, to.at(-1) ?? '')
        if (!isSame(node, entry)) await stores.files.update(node.id, entry)
        await settleFolder(disk, stores.files, source.id, touched.source)
        await settleFolder(disk, stores.files, target.id, touched.target)
        const change = fileChange('file-moved', { path, entry: node }, { path: to, entry })
        await recordChange(author, stores, change)
      }
    }),
  ).catch((error: unknown) => {
    throw asDiskDiffers(error)
  })
}
