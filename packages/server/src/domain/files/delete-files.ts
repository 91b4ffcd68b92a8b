import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { hiddenRoot } from '../../ports/file-index.ts'
import type { FileReader } from '../../ports/file-index.ts'
import type { Place } from '../../ports/storage.ts'
import { recordChange } from '../record-change.ts'
import { carryOut } from './drive/carry-out.ts'
import type { MoveStep } from './drive/carry-out.ts'
import type { Drive } from './drive/drive.ts'
import { fileChange } from './drive/file-change.ts'
import { findNode } from './drive/look-into.ts'
import { distinct, inTurns, itemsAt, parentsOf, placesOf } from './drive/move-plan.ts'
import type { Item } from './drive/move-plan.ts'
import { idOf } from './path.ts'
import { settleFolder } from './drive/settle-folder.ts'
import { asDiskDiffers, withDoubtsSettled } from './drive/with-doubts-settled.ts'

/** What is not there any more is as good as deleted. */
export async function deleteFiles(ctx: Context, ids: readonly string[]): Promise<void> {
  authorise(ctx.principal, 'files.write')
  const drive = await ctx.drives.of(ctx.workspace)
  const places = outermost(placesOf(ids))
  if (places.length === 0) return

  await withDoubtsSettled(drive, parentsOf(places), async () => {
    const there: Place[] = []
    for await (const place of inTurns(places)) if (await isThere(drive, place)) there.push(place)
    await drive.lock.alone(async () => {
      const items = await drive.database.read(({ files }) => itemsStillAt(files, there))
      if (items.length > 0) await withdraw(ctx, drive, items)
    })
  })
}

/** Out of sight at once, all of them or none; their end comes afterwards. */
async function withdraw(ctx: Context, drive: Drive, items: readonly Item[]): Promise<void> {
  const steps = items.map(({ place, source }): MoveStep => ({
    from: { area: 'drive', place },
    to: { area: 'hidden', place: [drive.newKey()] },
    source,
    target: null,
  }))
  await carryOut(drive, steps, async (stores, moved) => {
    for (const [index, { place, node, source }] of items.entries()) {
      await stores.files.move(node.id, hiddenRoot, steps[index]?.to.place[0] ?? '')
      await settleFolder(drive, stores.files, source.id, moved[index]!.source)
      await recordChange(ctx, stores, fileChange('file-deleted', { place, entry: node }, null))
    }
  }).catch((error: unknown) => {
    throw asDiskDiffers(error)
  })
  for (const { to } of steps) drive.discard(to.place[0] ?? '')
}

async function isThere(drive: Drive, place: Place): Promise<boolean> {
  try {
    await findNode(drive, place)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'files.not_found') return false
    throw error
  }
}

async function itemsStillAt(files: FileReader, places: readonly Place[]): Promise<Item[]> {
  const items: Item[] = []
  for (const place of places) {
    if (await files.find(place)) items.push(...(await itemsAt(files, [place])))
  }
  return items
}

/** Each once, and nothing that goes anyway with a folder above it. */
function outermost(places: readonly Place[]): Place[] {
  const ids = new Set(places.map(idOf))
  const isBelowAnother = (place: Place): boolean =>
    place.slice(0, -1).some((_, depth) => ids.has(idOf(place.slice(0, depth + 1))))
  return distinct(places).filter((place) => !isBelowAnother(place))
}
