import type { FileReference } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { FileReader } from '../../ports/file-index.ts'
import type { Place } from '../../ports/storage.ts'
import type { Relocation } from '../../ports/drive.ts'
import { folderIn } from './children-of.ts'
import { namesIn } from './free-name.ts'
import { itemsAt, placesOf, refuseIntoItself } from './move-plan.ts'
import { idOf, placeOf, referenceTo } from './path.ts'

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

  const moved = await drive.relocate(ctx, { places, target }, (files) =>
    planMove(files, places, target),
  )
  const now = new Map(moved.map(({ place, to }) => [idOf(place), to]))
  return places.map((place) => referenceTo(now.get(idOf(place)) ?? place))
}

/** What has to go where: each only once, and nothing that is there already. */
async function planMove(
  files: FileReader,
  places: readonly Place[],
  to: Place,
): Promise<Relocation[]> {
  const target = await folderIn(files, to)
  const chooseName = namesIn(files, target.id)
  const plan = new Map<string, Relocation>()
  for (const item of await itemsAt(files, places)) {
    const id = idOf(item.place)
    if (item.source.id === target.id || plan.has(id)) continue
    const name = await chooseName(item.node.name)
    plan.set(id, { ...item, to: [...to, name], target })
  }
  return [...plan.values()]
}
