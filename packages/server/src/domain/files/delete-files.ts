import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { Place } from '../../ports/storage.ts'
import { distinct, placesOf } from './move-plan.ts'
import { idOf } from './path.ts'

/** What is not there any more is as good as deleted. */
export async function deleteFiles(ctx: Context, ids: readonly string[]): Promise<void> {
  authorise(ctx.principal, 'files.write')
  const drive = await ctx.drives.of(ctx.workspace)
  const places = outermost(placesOf(ids))
  if (places.length > 0) await drive.remove(ctx, places)
}

/** Each once, and nothing that goes anyway with a folder above it. */
function outermost(places: readonly Place[]): Place[] {
  const ids = new Set(places.map(idOf))
  const isBelowAnother = (place: Place): boolean =>
    place.slice(0, -1).some((_, depth) => ids.has(idOf(place.slice(0, depth + 1))))
  return distinct(places).filter((place) => !isBelowAnother(place))
}
