import type { Group, GroupChange, NewGroup } from '@triptych/contract/accounts'
import { authorise } from '../../auth/principal.ts'
import { AppError } from '../../errors.ts'
import type { AccountReader, AccountStore, StoredGroup } from '../../ports/accounts.ts'
import { accountsOf, notFound } from './account-context.ts'
import type { AccountContext } from './account-context.ts'
import { nameKey } from './name-key.ts'
import { noteRegrouping, regroupingOf } from './note-access.ts'
import type { NoteContext } from './note-access.ts'

type GroupContext = AccountContext & NoteContext

export async function listGroups(ctx: AccountContext): Promise<Group[]> {
  authorise(ctx.principal, 'groups.read')
  return (await accountsOf(ctx).read((store) => store.groups())).map(groupView)
}

export async function addGroup(ctx: AccountContext, { name, members }: NewGroup): Promise<Group> {
  authorise(ctx.principal, 'groups.manage')
  const group = { id: ctx.newId(), name, key: nameKey(name), members: [...new Set(members)] }
  return accountsOf(ctx).transact((store) => put(store, group))
}

export async function changeGroup(
  ctx: GroupContext,
  id: string,
  change: GroupChange,
): Promise<Group> {
  authorise(ctx.principal, 'groups.manage')
  const { changed, regrouping } = await accountsOf(ctx).transact(async (store) => {
    const group = await existing(store, id)
    const { name = group.name, members = group.members } = change
    const wanted = { id, name, key: nameKey(name), members: [...new Set(members)] }
    const regrouping = await regroupingOf(store, group, wanted)
    return { changed: await put(store, wanted), regrouping }
  })
  if (regrouping) await noteRegrouping(ctx, regrouping)
  return changed
}

/** What it was given goes with it. */
export async function removeGroup(ctx: GroupContext, id: string): Promise<void> {
  authorise(ctx.principal, 'groups.manage')
  const regrouping = await accountsOf(ctx).transact(async (store) => {
    const found = await regroupingOf(store, await existing(store, id), null)
    await store.removeGroup(id)
    await store.touch()
    return found
  })
  if (regrouping) await noteRegrouping(ctx, regrouping)
}

async function existing(store: AccountReader, id: string): Promise<StoredGroup> {
  const group = (await store.groups()).find((one) => one.id === id)
  if (!group) throw notFound('group')
  return group
}

async function put(store: AccountStore, group: StoredGroup): Promise<Group> {
  for (const id of group.members) if (!(await store.account(id))) throw notFound('account')
  if (!(await store.putGroup(group))) {
    throw new AppError('auth.name_taken', 'Another group has this name already.')
  }
  await store.touch()
  return groupView(group)
}

function groupView({ id, name, members }: StoredGroup): Group {
  return { id, name, members: [...members] }
}
