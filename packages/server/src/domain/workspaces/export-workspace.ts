import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { exportWorkspace as archiveOf } from '../archive/export-workspace.ts'

/** Everything of a workspace in one archive, while it goes on to be used. */
export async function exportWorkspace(
  ctx: Context,
  name: string,
): Promise<AsyncGenerator<Uint8Array>> {
  authorise(ctx.principal, 'workspaces.export')
  const workspace = await ctx.workspaces.open(name)
  if (!workspace) throw new AppError('workspaces.not_found', `There is no workspace ${name}.`)
  const drive = await ctx.drives.of(workspace)
  return archiveOf({ name, drive, now: ctx.now() })
}
