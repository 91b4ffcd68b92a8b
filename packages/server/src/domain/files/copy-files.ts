import type { FileReference } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { placesOf, refuseIntoItself } from './move-plan.ts'
import type { Transfer } from './move-files.ts'
import { placeOf, referenceTo } from './path.ts'

/** Answers where the copies are, in the order their originals were named. */
export async function copyFiles(ctx: Context, input: Transfer): Promise<FileReference[]> {
  authorise(ctx.principal, 'files.write')
  const drive = await ctx.drives.of(ctx.workspace)
  const places = placesOf(input.ids)
  const target = placeOf(input.target)
  refuseIntoItself(places, target)
  if (places.length === 0) return []
  return (await drive.copy(ctx, places, target)).map(referenceTo)
}
