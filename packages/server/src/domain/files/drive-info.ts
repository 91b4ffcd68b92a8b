import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { Totals } from '../../ports/file-index.ts'
import type { Space } from '../../ports/storage.ts'
import { knownFolder } from './look-into.ts'

export async function driveInfo(ctx: Context): Promise<{ space: Space; totals: Totals }> {
  authorise(ctx.principal, 'files.read')
  const drive = await ctx.drives.of(ctx.workspace)
  const { totals } = await knownFolder(drive, [])
  return { space: await drive.storage.space(), totals }
}
