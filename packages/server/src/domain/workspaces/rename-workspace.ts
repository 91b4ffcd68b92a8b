import type { Workspace, WorkspaceChange } from '@triptych/contract/workspaces'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../record-change.ts'
import { missingWorkspace } from './missing-workspace.ts'

/** Its title, not its name: addresses stay what they are. */
export async function renameWorkspace(
  ctx: Omit<Context, 'workspace'>,
  name: string,
  { title }: WorkspaceChange,
): Promise<Workspace> {
  const isSeen = ctx.principal.can('workspaces.read', name)
  if (isSeen) authorise(ctx.principal, 'workspaces.rename', name)
  const workspace = isSeen ? await ctx.workspaces.open(name) : null
  if (!workspace) throw missingWorkspace(name)
  const release = ctx.workspaces.hold(workspace)
  try {
    await workspace.database.transact(async (stores) => {
      const before = (await stores.title.get()) ?? name
      if (before === title) return
      await stores.title.set(title === name ? null : title)
      await recordChange(ctx, stores, {
        area: 'access',
        operation: 'title-changed',
        entity: 'title',
        before: { title: before },
        after: { title },
      })
    }, ctx.budget)
  } finally {
    release()
  }
  return { name, title }
}
