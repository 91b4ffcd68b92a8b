import type { Workspace } from '@triptych/contract/workspaces'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'

export async function listWorkspaces(ctx: Context): Promise<Workspace[]> {
  authorise(ctx.principal, 'workspaces.read')
  return (await ctx.workspaces.names()).map((name) => ({ name }))
}
