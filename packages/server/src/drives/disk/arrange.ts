import type { Author } from '../../author.ts'
import { distinct } from '../../domain/files/move-plan.ts'
import { withinQuotas } from '../../domain/files/quota.ts'
import { foldersFilled, shiftEntry } from '../../domain/files/shift-entry.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { Shift } from '../../ports/drive.ts'
import type { Path, Spot } from '../../ports/storage.ts'
import { carryOut } from './carry-out.ts'
import type { MoveStep } from './carry-out.ts'
import { isSame } from './differences.ts'
import type { Disk } from './disk.ts'
import { asDiskDiffers, knownFolder, revalidating, settleFolder } from './look-into.ts'

/** Moves, deletes and brings back, all of it or nothing: names change on the disk in the order of the plan. */
export async function arrangeEntries(
  author: Author,
  disk: Disk,
  plan: (stores: ReadStores) => Promise<Shift[]>,
): Promise<Shift[]> {
  const folders: Path[] = []
  const done = await revalidating(disk, folders, async () => {
    folders.splice(0, Infinity, ...foldersOf(await disk.database.read(plan)))
    for (const folder of folders) {
      await knownFolder(disk, folder).catch((error: unknown) => {
        throw asDiskDiffers(error)
      })
    }
    return disk.lock.exclusive(async () => {
      const shifts = await disk.database.read(plan)
      if (shifts.length > 0) await carryOutAll(author, disk, shifts)
      return shifts
    })
  })
  for (const { node } of done) if (node.kind === 'folder') disk.explore(node.id)
  return done
}

/** Those that things are in now, and are to be looked at first. */
function foldersOf(shifts: readonly Shift[]): Path[] {
  const spots = shifts.flatMap(({ was, over }) => (over ? [was, over.was] : [was]))
  const onDrive = spots.filter(({ area }) => area === 'drive')
  return distinct(onDrive.map(({ path }) => path.slice(0, -1)))
}

async function carryOutAll(author: Author, disk: Disk, shifts: readonly Shift[]): Promise<void> {
  const waiting = new Map<number, Spot>()
  const keys = shifts.map(({ does }) => (does === 'place' ? '' : disk.newKey()))
  const steps = shifts.map((shift, index): MoveStep => {
    const { does, node, was, source, target, over } = shift
    const hidden: Spot = { area: 'hidden', path: [keys[index] ?? ''] }
    const from = shift.from ?? waiting.get(node.id) ?? was
    if (does === 'aside') waiting.set(node.id, hidden)
    const isAway = does === 'aside' || does === 'trash'
    return {
      from,
      to: isAway ? hidden : { area: 'drive', path: shift.to },
      source,
      target: isAway ? null : target,
      over: does === 'bytes' ? keys[index] : undefined,
      was: { from: was, over: over?.was },
    }
  })
  await carryOut(disk, steps, (stores, moved) =>
    withinQuotas(stores, disk.rules, foldersFilled(shifts), async () => {
      for (const [index, shift] of shifts.entries()) {
        const { entry, former, ...touched } = moved[index]!
        const { source, target, node, does } = shift
        const done = { key: keys[index] ?? '', entry, former }
        await shiftEntry(author, stores, disk.rules.versions, shift, done)
        if (does === 'place' && !isSame(node, entry)) await stores.files.update(node.id, entry)
        if (source) await settleFolder(disk, stores.files, source.id, touched.source)
        if (target) await settleFolder(disk, stores.files, target.id, touched.target)
      }
      await author.complete?.(stores)
    }),
  ).catch((error: unknown) => {
    throw asDiskDiffers(error)
  })
  for (const [index, { does }] of shifts.entries()) {
    if (does === 'bytes') disk.discard(keys[index] ?? '')
  }
}
