import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { Totals } from '../../ports/file-index.ts'
import type { Drive } from '../../ports/drive.ts'

export interface DriveFacts {
  space: Awaited<ReturnType<Drive['space']>>
  totals: Totals
  /** Whether everything on the drive was looked into by now. */
  isComplete: boolean
}

export async function driveInfo(ctx: Context): Promise<DriveFacts> {
  authorise(ctx.principal, 'files.read')
  const drive = await ctx.drives.of(ctx.workspace)
  const { totals } = await drive.folder([])
  return { space: await drive.space(), totals, isComplete: drive.left() === 0 }
}
