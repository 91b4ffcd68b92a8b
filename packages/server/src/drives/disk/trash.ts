import type { Author } from '../../author.ts'
import { distinct, parentsOf } from '../../domain/files/move-plan.ts'
import { isWithin, pathOf } from '../../domain/files/path.ts'
import { bytesOf, refuseTooMuch, withinQuotas } from '../../domain/files/quota.ts'
import { bringVersionBack } from '../../domain/files/replace-file.ts'
import { bringBack } from '../../domain/files/trash.ts'
import type { ReadStores, Stores } from '../../ports/database.ts'
import type { Restoration } from '../../ports/drive.ts'
import { hiddenRoot } from '../../ports/file-index.ts'
import type { KeptEntry } from '../../ports/kept.ts'
import type { Path } from '../../ports/storage.ts'
import { carryOut } from './carry-out.ts'
import type { MoveStep } from './carry-out.ts'
import { isSame } from './differences.ts'
import type { Disk } from './disk.ts'
import { asDiskDiffers, knownFolder, revalidating, settleFolder } from './look-into.ts'

/** Moves what is kept out of the hidden area again, all of it or nothing. */
export async function restoreEntries(
  author: Author,
  disk: Disk,
  plan: (stores: ReadStores) => Promise<Restoration[]>,
): Promise<Restoration[]> {
  const folders: Path[] = []
  const restored = await revalidating(disk, folders, async () => {
    folders.splice(0, Infinity, ...foldersOf(await disk.database.read(plan)))
    for (const folder of folders) {
      await knownFolder(disk, folder).catch((error: unknown) => {
        throw asDiskDiffers(error)
      })
    }
    return disk.lock.exclusive(async () => {
      const planned = await disk.database.read(async (stores) => {
        const all = await plan(stores)
        await refuseLarge(stores, disk, all)
        return all
      })
      if (planned.length > 0) await carryOutAll(author, disk, planned)
      return planned
    })
  })
  for (const { node } of restored) if (node.kind === 'folder') disk.explore(node.id)
  return restored
}

/** Before it is seen anywhere: what is taken back has left its mark on the folder. */
async function refuseLarge(
  stores: ReadStores,
  { rules }: Disk,
  planned: readonly Restoration[],
): Promise<void> {
  for (const [id, coming] of Map.groupBy(planned, ({ target }) => target.id)) {
    const bytes = coming.reduce((sum, { node, over }) => sum + bytesOf(node) - (over?.size ?? 0), 0)
    await refuseTooMuch(stores, rules, id, bytes)
  }
}

/** Those that are there already, and are to be looked at first. */
function foldersOf(planned: readonly Restoration[]): Path[] {
  const folders = parentsOf(planned.map(({ to }) => to))
  return distinct(folders).filter((path) => !planned.some(({ to }) => isWithin(path, to)))
}

async function carryOutAll(
  author: Author,
  disk: Disk,
  planned: readonly Restoration[],
): Promise<void> {
  const steps = planned.map(({ node, to, target, over }): MoveStep => ({
    from: { area: 'hidden', path: [node.name] },
    to: { area: 'drive', path: to },
    source: null,
    target,
    over: over && disk.newKey(),
  }))
  const targets = new Set(planned.map(({ target }) => target.id))
  await carryOut(disk, steps, (stores, moved) =>
    withinQuotas(stores, disk.rules, targets, async () => {
      for (const [index, one] of planned.entries()) {
        const { entry, former, target: touched } = moved[index]!
        const key = steps[index]?.over
        await settleFolder(disk, stores.files, one.target.id, touched)
        if (one.over && former && key !== undefined) {
          const replacement = { path: one.to, node: one.over, entry, former, key }
          await bringVersionBack(author, stores, disk.rules.versions, one.node, replacement)
          continue
        }
        await bringBack(author, stores, one, entry)
        if (!isSame(one.node, entry)) await stores.files.update(one.node.id, entry)
      }
      await author.complete?.(stores)
    }),
  ).catch((error: unknown) => {
    throw asDiskDiffers(error)
  })
  for (const { over } of steps) if (over !== undefined) disk.discard(over)
}

/** Nobody of us may bring it back meanwhile: the disk changes first, and the index afterwards. */
export function endKept(
  disk: Disk,
  which: (stores: Stores) => Promise<KeptEntry[]>,
): Promise<number> {
  return disk.lock.exclusive(async () => {
    const ended = await disk.database.transact(async (stores) => {
      const entries = await which(stores)
      const keys: { key: string; was: Path }[] = []
      for (const { node, path } of entries) {
        await stores.kept.remove(node)
        const found = await stores.files.node(node)
        if (found?.parent === hiddenRoot) keys.push({ key: found.name, was: pathOf(path) })
      }
      return { count: entries.length, keys }
    })
    for (const { key, was } of ended.keys) disk.discard(key, was)
    return ended.count
  })
}
