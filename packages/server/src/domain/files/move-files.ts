import type { FileReference } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { FileReader } from '../../ports/file-index.ts'
import type { Place } from '../../ports/storage.ts'
import { folderIn } from './drive/folder-in.ts'
import { namesIn } from './drive/free-name.ts'
import { findNode, knownFolder } from './drive/look-into.ts'
import {
  distinct,
  inTurns,
  itemsAt,
  parentsOf,
  placesOf,
  refuseIntoItself,
} from './drive/move-plan.ts'
import { idOf, placeOf } from './path.ts'
import { referenceTo, relocate } from './drive/relocate.ts'
import type { Relocation } from './drive/relocate.ts'
import { withDoubtsSettled } from './drive/with-doubts-settled.ts'

export interface Transfer {
  ids: readonly string[]
  target: string
}

/** Answers where each is now, in the order they were named. What is in the folder already stays. */
export async function moveFiles(ctx: Context, input: Transfer): Promise<FileReference[]> {
  authorise(ctx.principal, 'files.write')
  const drive = await ctx.drives.of(ctx.workspace)
  const places = placesOf(input.ids)
  const target = placeOf(input.target)
  refuseIntoItself(places, target)
  if (places.length === 0) return []

  return withDoubtsSettled(drive, [...parentsOf(places), target], async () => {
    for await (const place of inTurns(distinct(places))) await findNode(drive, place)
    await knownFolder(drive, target)
    return drive.lock.alone(async () => {
      const plan = await drive.database.read(({ files }) => planMove(files, places, target))
      if (plan.size > 0) await relocate(ctx, drive, [...plan.values()])
      return places.map((place) => referenceTo(plan.get(idOf(place))?.to ?? place))
    })
  })
}

/** What has to go where, by id: each only once, and nothing that is there already. */
async function planMove(
  files: FileReader,
  places: readonly Place[],
  to: Place,
): Promise<Map<string, Relocation>> {
  const target = await folderIn(files, to)
  const chooseName = namesIn(files, target.id)
  const plan = new Map<string, Relocation>()
  for (const item of await itemsAt(files, places)) {
    const id = idOf(item.place)
    if (item.source.id === target.id || plan.has(id)) continue
    const name = await chooseName(item.node.name)
    plan.set(id, { ...item, to: [...to, name], target })
  }
  return plan
}
