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
  if (!workspace) throw await takenName(ctx, name)
  return { name, title }
}

async function takenName({ workspaces }: Context, name: string): Promise<AppError> {
  const isDeleted = (await workspaces.removed()).some((one) => one.name === name)
  const why = isDeleted
    ? `A workspace named ${name} was deleted and can be brought back; take another name.`
    : `There is a workspace named ${name}.`
  return new AppError('workspaces.name_taken', why)
}
