import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { Totals } from '../../ports/file-index.ts'
import type { Space } from '../../ports/storage.ts'
import { knownFolder } from './drive/look-into.ts'

export interface DriveFacts {
  space: Space
  totals: Totals
  /** Whether everything on the drive was looked into by now. */
  isComplete: boolean
}

export async function driveInfo(ctx: Context): Promise<DriveFacts> {
  authorise(ctx.principal, 'files.read')
  const drive = await ctx.drives.of(ctx.workspace)
  const { totals } = await knownFolder(drive, [])
  return { space: await drive.storage.space(), totals, isComplete: drive.left() === 0 }
}
