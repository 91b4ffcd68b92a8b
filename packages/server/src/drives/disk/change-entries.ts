import type { Author } from '../../author.ts'
import { boundIn, folderToFill, itemsToRemove } from '../../domain/files/entries-to-change.ts'
import { subfoldersOf } from '../../domain/files/read-index.ts'
import { seenFiles } from '../../domain/files/seen-files.ts'
import { hiddenBelow, sightOf } from '../../domain/files/sight.ts'
import type { Bound } from '../../domain/rules/reach.ts'
import { deletedBy } from '../../domain/files/trash.ts'
import { fileChange } from '../../domain/files/file-change.ts'
import { clashesIn, notItself } from '../../domain/files/name-clash.ts'
import type { Outcome } from '../../domain/files/name-clash.ts'
import { bytesReplaced, moveOnto, replaceBytes } from '../../domain/files/replace-file.ts'
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
import type { Copying, Item, Relocation } from '../../ports/drive.ts'
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
  /** The entry it is a copy of. */
  original: number
}

export async function copyEntries(author: Author, disk: Disk, copying: Copying): Promise<Path[]> {
  const { paths, target } = copying
  const bound = boundIn(disk.database, author)
  await knownFolder(disk, target)
  await refuseLarge(bound, disk, copying)
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
      return disk.lock.exclusive(() => publish(author, disk, drafts, copying))
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
  { paths, target, conflict }: Copying,
): Promise<void> {
  await disk.database.read(async (stores) => {
    const { id } = await folderToFill(bound, stores, target)
    const files = await seenFiles(bound, stores)
    let bytes = 0
    for (const path of paths) {
      const node = await files.find(path)
      if (!node) continue
      bytes += bytesOf(node) - (await bytesReplaced(stores.files, id, node.name, conflict))
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
  return { name, key, entry, node, original: id }
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
  { target: at, conflict }: Copying,
): Promise<Path[]> {
  const { target, outcomes } = await disk.database.read(async (stores) => {
    const bound = boundIn(disk.database, author)
    const folder = await folderToFill(bound, stores, at)
    const settle = await clashesIn(bound, stores, folder.id, conflict)
    const settled: Outcome[] = []
    for (const { name, entry, original } of drafts) {
      settled.push(notItself(await settle({ name, kind: entry.kind }), original))
    }
    return { target: folder, outcomes: settled }
  })
  const copies = drafts.flatMap((draft, index) => {
    const outcome = outcomes[index]!
    if (outcome.does === 'stay') return []
    const path = [...at, outcome.name]
    return [{ draft, outcome, path, over: outcome.does === 'replace' ? disk.newKey() : undefined }]
  })
  const steps = copies.map(({ draft, path, over }): MoveStep => ({
    from: { area: 'hidden', path: [draft.key] },
    to: { area: 'drive', path },
    source: null,
    target,
    over,
  }))
  await carryOut(disk, steps, (stores, done) =>
    withinQuotas(stores, disk.rules, [target.id], async () => {
      for (const [index, { draft, outcome, path, over: key }] of copies.entries()) {
        const { entry, former, target: touched } = done[index]!
        await settleFolder(disk, stores.files, target.id, touched)
        if (outcome.does === 'replace' && former && key !== undefined) {
          await stores.files.remove(draft.node, 1, disk.now().getTime())
          const replacement = { path, node: outcome.node, entry, former, key }
          await replaceBytes(author, stores, disk.rules.versions, replacement)
          continue
        }
        await stores.files.move(draft.node, target.id, outcome.name)
        await recordChange(
          author,
          stores,
          fileChange('file-added', draft.node, null, { path, entry }),
        )
      }
    }),
  ).catch((error: unknown) => {
    throw asDiskDiffers(error)
  })
  for (const { over } of copies) if (over !== undefined) disk.discard(over)
  for (const [index, { key }] of drafts.entries()) {
    if (outcomes[index]?.does === 'stay') disk.discard(key)
  }
  return outcomes.map(({ name }) => [...at, name])
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

/** Out of sight at once, all of them or none; their end comes afterwards, or after their time in the trash. */
async function withdraw(author: Author, disk: Disk, items: readonly Item[]): Promise<void> {
  await refuseDenied(disk, items)
  const steps = items.map(({ path, source }): MoveStep => ({
    from: { area: 'drive', path },
    to: { area: 'hidden', path: [disk.newKey()] },
    source,
    target: null,
  }))
  const isKept = disk.rules.trashDays > 0
  await carryOut(disk, steps, async (stores, moved) => {
    for (const [index, item] of items.entries()) {
      const { path, node, source } = item
      await stores.files.move(node.id, hiddenRoot, steps[index]?.to.path[0] ?? '')
      if (isKept) await stores.kept.add(deletedBy(author, item, disk.now()))
      await settleFolder(disk, stores.files, source.id, moved[index]!.source)
      await recordChange(
        author,
        stores,
        fileChange('file-deleted', node.id, { path, entry: node }, null, source.id),
      )
    }
    await author.complete?.(stores)
  }).catch((error: unknown) => {
    throw asDiskDiffers(error)
  })
  if (isKept) return disk.tidyTrash()
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
  const steps = ordered.map(({ path, to, source, target, over }): MoveStep => ({
    from: { area: 'drive', path },
    to: { area: 'drive', path: to },
    source,
    target,
    over: over && disk.newKey(),
  }))
  await carryOut(disk, steps, (stores, moved) =>
    withinQuotas(stores, disk.rules, targetsOf(ordered), async () => {
      for (const [index, { path, node, to, source, target, over }] of ordered.entries()) {
        const { entry, former, ...touched } = moved[index]!
        await settleFolder(disk, stores.files, source.id, touched.source)
        await settleFolder(disk, stores.files, target.id, touched.target)
        const key = steps[index]?.over
        if (over && former && key !== undefined) {
          const replacement = { path: to, node: over, entry, former, key }
          await moveOnto(author, stores, disk.rules.versions, { path, node }, replacement)
          continue
        }
        await stores.files.move(node.id, target.id, to.at(-1) ?? '')
        if (!isSame(node, entry)) await stores.files.update(node.id, entry)
        const [was, is] = [
          { path, entry: node },
          { path: to, entry },
        ]
        const change = fileChange('file-moved', node.id, was, is, source.id)
        await recordChange(author, stores, change)
      }
      await author.complete?.(stores)
    }),
  ).catch((error: unknown) => {
    throw asDiskDiffers(error)
  })
  for (const { over } of steps) if (over !== undefined) disk.discard(over)
}
