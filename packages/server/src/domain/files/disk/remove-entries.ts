import type { Author } from '../../author.ts'
import { AppError } from '../../../errors.ts'
import { hiddenRoot } from '../../../ports/file-index.ts'
import type { Place } from '../../../ports/storage.ts'
import { recordChange } from '../../record-change.ts'
import { fileChange } from '../drive/file-change.ts'
import { inTurns, itemsStillAt, parentsOf } from '../drive/move-plan.ts'
import type { Item } from '../drive/move-plan.ts'
import { carryOut } from './carry-out.ts'
import type { MoveStep } from './carry-out.ts'
import type { Disk } from './disk.ts'
import { findNode } from './look-into.ts'
import { settleFolder } from './settle-folder.ts'
import { asDiskDiffers, withDoubtsSettled } from './with-doubts-settled.ts'

export function removeEntries(author: Author, disk: Disk, places: readonly Place[]): Promise<void> {
  return withDoubtsSettled(disk, parentsOf(places), async () => {
    const there: Place[] = []
    for await (const place of inTurns(places)) if (await isThere(disk, place)) there.push(place)
    await disk.lock.alone(async () => {
      const items = await disk.database.read(({ files }) => itemsStillAt(files, there))
      if (items.length > 0) await withdraw(author, disk, items)
    })
  })
}

/** Out of sight at once, all of them or none; their end comes afterwards. */
async function withdraw(author: Author, disk: Disk, items: readonly Item[]): Promise<void> {
  const steps = items.map(({ place, source }): MoveStep => ({
    from: { area: 'drive', place },
    to: { area: 'hidden', place: [disk.newKey()] },
    source,
    target: null,
  }))
  await carryOut(disk, steps, async (stores, moved) => {
    for (const [index, { place, node, source }] of items.entries()) {
      await stores.files.move(node.id, hiddenRoot, steps[index]?.to.place[0] ?? '')
      await settleFolder(disk, stores.files, source.id, moved[index]!.source)
      await recordChange(author, stores, fileChange('file-deleted', { place, entry: node }, null))
    }
  }).catch((error: unknown) => {
    throw asDiskDiffers(error)
  })
  for (const { to } of steps) disk.discard(to.place[0] ?? '')
}

async function isThere(disk: Disk, place: Place): Promise<boolean> {
  try {
    await findNode(disk, place)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'files.not_found') return false
    throw error
  }
}
