import type { NewWorkspace, Workspace } from '@triptych/contract/workspaces'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'

export async function createWorkspace(
  ctx: Context,
  { name, title = name }: NewWorkspace,
): Promise<Workspace> {
  authorise(ctx.principal, 'workspaces.create')
  const workspace = await ctx.workspaces.create(name, async ({ database }) => {
    if (title !== name) await database.transact((stores) => stores.title.set(title))
  })
  if (!workspace) throw new AppError('workspaces.name_taken', `There is a workspace named ${name}.`)
  return { name, title }
}
