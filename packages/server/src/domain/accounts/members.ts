import type { Member, MemberChange } from '@triptych/contract/accounts'
import { authorise } from '../../auth/principal.ts'
import type { Author } from '../../author.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { AccountReader } from '../../ports/accounts.ts'
import { accountsOf, notFound } from './account-context.ts'
import type { AccountContext } from './account-context.ts'
import { countTry, takeBackTry } from './limit-tries.ts'
import { nameKey } from './name-key.ts'
import { noteRole } from './note-access.ts'

export type MemberContext = AccountContext & Author & Pick<Context, 'workspaces'>

/** Who has a role in a workspace, by name. Owners of the server have one everywhere, and are not told of. */
export async function listMembers(ctx: MemberContext, workspace: string): Promise<Member[]> {
  await authoriseIn(ctx, 'members.read', workspace)
  return accountsOf(ctx).read(async (store) => {
    const names = await namesIn(store)
    const members = (await store.grants(workspace)).flatMap(({ kind, subject, role }): Member[] => {
      const name = names(kind, subject)
      return name === undefined ? [] : [{ kind, id: subject, name, role }]
    })
    return members.toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
  })
}

/** Answers who has a role now. */
export async function changeMember(ctx: MemberContext, change: MemberChange): Promise<Member[]> {
  const { workspace, kind, role } = change
  await authoriseIn(ctx, 'members.manage', workspace)
  const accounts = accountsOf(ctx)
  // Names are not for everybody to find out, so they cannot be tried one after another.
  const tried =
    change.name === undefined
      ? null
      : { what: `members ${ctx.principal.id}`, address: ctx.address, now: ctx.now().getTime() }
  if (tried) await countTry(accounts, tried)
  const changed = await accounts.transact(async (store) => {
    const found = await findSubject(store, change)
    if (!found) throw notFound(kind)
    const { id, name } = found
    const known = (await store.grants(workspace)).find(
      (grant) => grant.kind === kind && grant.subject === id,
    )
    await store.setGrant({ workspace, kind, subject: id, role })
    await store.touch()
    return { id, name, before: known?.role ?? null }
  })
  if (tried) await takeBackTry(accounts, tried)
  await noteRole(ctx, { workspace, kind, role, ...changed })
  return listMembers(ctx, workspace)
}

/** By id, or else by name; `null`: there is no such account or group. */
export async function findSubject(
  store: AccountReader,
  { kind, id, name }: Pick<MemberChange, 'kind' | 'id' | 'name'>,
): Promise<{ id: string; name: string } | null> {
  const key = nameKey(name ?? '')
  if (kind === 'account') return id === undefined ? store.accountByKey(key) : store.account(id)
  const groups = await store.groups()
  return groups.find((group) => (id === undefined ? group.key === key : group.id === id)) ?? null
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

export async function namesIn(
  store: AccountReader,
): Promise<(kind: Member['kind'], id: string) => string | undefined> {
  const accounts = new Map((await store.accounts()).map(({ id, name }) => [id, name]))
  const groups = new Map((await store.groups()).map(({ id, name }) => [id, name]))
  return (kind, id) => (kind === 'account' ? accounts : groups).get(id)
}
