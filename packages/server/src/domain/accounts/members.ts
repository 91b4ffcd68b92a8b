import type { Member, MemberChange } from '@triptych/contract/accounts'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { AccountReader } from '../../ports/accounts.ts'
import { accountsOf, notFound } from './account-context.ts'
import type { AccountContext } from './account-context.ts'

export type MemberContext = AccountContext & Pick<Context, 'workspaces'>

/** Who has a role in a workspace. Owners of the server have one everywhere, and are not told of. */
export async function listMembers(ctx: MemberContext, workspace: string): Promise<Member[]> {
  await authoriseIn(ctx, 'members.read', workspace)
  return accountsOf(ctx).read(async (store) => {
    const names = await namesIn(store)
    return (await store.grants(workspace)).flatMap(({ kind, subject, role }): Member[] => {
      const name = names(kind, subject)
      return name === undefined ? [] : [{ kind, id: subject, name, role }]
    })
  })
}

/** Answers who has a role now. */
export async function changeMember(ctx: MemberContext, change: MemberChange): Promise<Member[]> {
  const { workspace, kind, id, role } = change
  await authoriseIn(ctx, 'members.manage', workspace)
  await accountsOf(ctx).transact(async (store) => {
    if (!(await subjectIn(store, kind, id))) throw notFound(kind)
    await store.setGrant({ workspace, kind, subject: id, role })
    await store.touch()
  })
  return listMembers(ctx, workspace)
}

/** A workspace that one may not see is not there, whether or not there is one. */
export async function authoriseIn(
  ctx: MemberContext,
  permission: 'members.read' | 'members.manage',
  workspace: string,
): Promise<void> {
  const isSeen = ctx.principal.can('workspaces.read', workspace)
  const isThere = isSeen && (await ctx.workspaces.names()).includes(workspace)
  if (!isThere) throw new AppError('workspaces.not_found', 'There is no such workspace.')
  authorise(ctx.principal, permission, workspace)
}

/** `null`: there is no such account or group. */
export async function subjectIn(
  store: AccountReader,
  kind: Member['kind'],
  id: string,
): Promise<{ name: string } | null> {
  if (kind === 'account') return store.account(id)
  return (await store.groups()).find((group) => group.id === id) ?? null
}

export async function namesIn(
  store: AccountReader,
): Promise<(kind: Member['kind'], id: string) => string | undefined> {
  const accounts = new Map((await store.accounts()).map(({ id, name }) => [id, name]))
  const groups = new Map((await store.groups()).map(({ id, name }) => [id, name]))
  return (kind, id) => (kind === 'account' ? accounts : groups).get(id)
}
