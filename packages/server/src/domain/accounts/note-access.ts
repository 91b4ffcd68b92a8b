import type { MemberChange, Role } from '@triptych/contract/accounts'
import type { NewChange } from '@triptych/contract/changes'
import type { Signature } from '../../author.ts'
import { higherRole } from '../../auth/permissions.ts'
import type { Context } from '../../context.ts'
import type { AccountReader, StoredAccount, StoredGroup } from '../../ports/accounts.ts'
import type { Stores } from '../../ports/database.ts'
import { recordChange } from '../record-change.ts'

export type NoteContext = Signature & Pick<Context, 'workspaces'>

export interface RoleChange extends Pick<MemberChange, 'workspace' | 'kind' | 'role'> {
  id: string
  /** As they are called now: later nobody may be asked for it any more. */
  name: string
  before: Role | null
}

export async function noteRole(
  ctx: NoteContext,
  { workspace, kind, id, name, role, before }: RoleChange,
): Promise<void> {
  if (before === role) return
  await noteIn(ctx, workspace, async () => ({
    operation: 'member-changed',
    entity: `members/${id}`,
    before: before && { kind, id, name, role: before },
    after: role && { kind, id, name, role },
  }))
}

/** Somebody who is about to be removed, and what they had where. */
export interface Removal {
  account: StoredAccount
  roles: ReadonlyMap<string, Role>
}

export async function removalOf(store: AccountReader, account: StoredAccount): Promise<Removal> {
  const roles = new Map<string, Role>()
  for (const { workspace, role } of await store.grantsOf(account.id)) {
    roles.set(workspace, higherRole(roles.get(workspace), role))
  }
  return { account, roles }
}

/** With the name: nobody can be asked for it any more. */
export async function noteRemoval(
  ctx: NoteContext,
  { account: { id, name }, roles }: Removal,
): Promise<void> {
  for (const [workspace, role] of roles) {
    await noteIn(ctx, workspace, async () => ({
      operation: 'account-removed',
      entity: `members/${id}`,
      before: { kind: 'account', id, name, role },
      after: null,
    }))
  }
}

/** A group whose members are others now. */
export interface Regrouping {
  before: StoredGroup
  /** `null`: it is removed. */
  after: StoredGroup | null
  /** Where the group has a role. */
  granted: ReadonlySet<string>
  /** Where one of those who came or went has a role, so that a rule for the group may bind them. */
  touched: ReadonlySet<string>
}

/** To be asked before it is done. `null`: the same people are in it. */
export async function regroupingOf(
  store: AccountReader,
  before: StoredGroup,
  after: StoredGroup | null,
): Promise<Regrouping | null> {
  const [was, is] = [new Set(before.members), new Set(after?.members)]
  const moved = was.symmetricDifference(is)
  if (moved.size === 0 && after) return null
  const groups = (await store.groups()).filter(({ members }) => members.some((id) => moved.has(id)))
  const theirs = new Set(groups.map(({ id }) => id))
  const grants = await store.allGrants()
  const namesOf = (found: typeof grants) => new Set(found.map(({ workspace }) => workspace))
  return {
    before,
    after,
    granted: namesOf(grants.filter(({ kind, subject }) => isGroup(kind) && subject === before.id)),
    touched: namesOf(
      grants.filter(({ kind, subject }) => (isGroup(kind) ? theirs : moved).has(subject)),
    ),
  }
}

export async function noteRegrouping(
  ctx: NoteContext,
  { before, after, granted, touched }: Regrouping,
): Promise<void> {
  const { id } = before
  for (const workspace of granted.union(touched)) {
    await noteIn(ctx, workspace, async ({ rules }) => {
      const isConcerned =
        granted.has(workspace) || (await rules.all()).some((rule) => rule.subject.id === id)
      if (!isConcerned) return null
      return {
        operation: 'group-changed',
        entity: `groups/${id}`,
        before: { name: before.name, members: [...before.members] },
        after: after && { name: after.name, members: [...after.members] },
      }
    })
  }
}

function isGroup(kind: 'account' | 'group'): boolean {
  return kind === 'group'
}

/** In the log of the workspace, which is another database: it is told after it is done. */
async function noteIn(
  ctx: NoteContext,
  name: string,
  describe: (stores: Stores) => Promise<Omit<NewChange, 'area'> | null>,
): Promise<void> {
  const workspace = await ctx.workspaces.open(name)
  if (!workspace) return
  const release = ctx.workspaces.hold(workspace)
  try {
    await workspace.database.transact(async (stores) => {
      const change = await describe(stores)
      if (change) await recordChange(ctx, stores, { area: 'access', ...change })
    })
  } finally {
    release()
  }
}
