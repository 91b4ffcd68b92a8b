import type { Workspace } from '@triptych/contract/workspaces'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'

/** Those that whoever asks may see. */
export async function listWorkspaces(ctx: Omit<Context, 'workspace'>): Promise<Workspace[]> {
  authorise(ctx.principal, 'workspaces.list')
  const names = await ctx.workspaces.names()
  const titles = await ctx.workspaces.titles()
  return names
    .filter((name) => ctx.principal.can('workspaces.read', name))
    .map((name) => ({ name, title: titles.get(name) ?? name }))
}
