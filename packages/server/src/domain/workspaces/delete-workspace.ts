import type { Workspace } from '@triptych/contract/workspaces'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { AccountsDatabase } from '../../ports/accounts.ts'
import type { RemovedWorkspace, Workspaces } from '../../ports/workspaces.ts'
import { recordChange } from '../record-change.ts'
import { missingWorkspace } from './missing-workspace.ts'

/** The addresses without `/w/` are its own, and what belongs to no workspace is kept with it. */
const first = 'main'

type DeleteContext = Pick<Context, 'workspaces' | 'drives' | 'accounts' | 'now'> &
  Pick<Context, 'principal' | 'origin' | 'address' | 'step'>

/** It is put aside for as long as what is in the trash, and then goes for good; its name stays taken until then. */
export async function deleteWorkspace(ctx: DeleteContext, name: string): Promise<Workspace> {
  const isSeen = ctx.principal.can('workspaces.read', name)
  if (isSeen) authorise(ctx.principal, 'workspaces.delete', name)
  if (isSeen && name === first) {
    throw new AppError('workspaces.stays', `${first} is the first workspace, and always there.`)
  }
  let title: string | null = null
  const at = ctx.now()
  const isDone =
    isSeen &&
    (await ctx.workspaces.remove(name, at, async ({ database }) => {
      await database.transact(async (stores) => {
        title = await stores.title.get()
        await note(ctx, stores, 'workspace-deleted')
      })
    }))
  if (!isDone) throw missingWorkspace(name)
  if (ctx.drives.trashDays === 0) {
    await forgetDeleted(ctx, name)
    return { name, title: title ?? name, deleted: { at: at.toISOString(), until: null } }
  }
  return deletedOf({ name, title, removedAt: at }, ctx.drives.trashDays)
}

/** Those that whoever asks may bring back. */
export async function listDeleted(ctx: DeleteContext): Promise<Workspace[]> {
  authorise(ctx.principal, 'workspaces.list')
  const all = await ctx.workspaces.removed()
  return all
    .filter(({ name }) => ctx.principal.can('workspaces.delete', name))
    .map((one) => deletedOf(one, ctx.drives.trashDays))
}

export async function restoreWorkspace(ctx: DeleteContext, name: string): Promise<Workspace> {
  const isSeen = ctx.principal.can('workspaces.read', name)
  if (!isSeen) throw missingWorkspace(name)
  authorise(ctx.principal, 'workspaces.delete', name)
  if (!(await ctx.workspaces.restore(name))) {
    throw new AppError('workspaces.not_deleted', `No workspace ${name} can be brought back.`)
  }
  const workspace = await ctx.workspaces.open(name)
  if (!workspace) throw missingWorkspace(name)
  const release = ctx.workspaces.hold(workspace)
  try {
    return await workspace.database.transact(async (stores) => {
      await note(ctx, stores, 'workspace-restored')
      return { name, title: (await stores.title.get()) ?? name }
    })
  } finally {
    release()
  }
}

/** For good, with what anybody may do there: another workspace of this name is not theirs. */
export async function forgetDeleted(
  { workspaces, accounts }: { workspaces: Workspaces; accounts: AccountsDatabase | null },
  name: string,
): Promise<boolean> {
  await accounts?.transact(async (store) => {
    for (const grant of await store.grants(name)) await store.setGrant({ ...grant, role: null })
    for (const link of await store.links('invitation')) {
      if (link.workspace === name) await store.removeLink(link.id)
    }
    await store.touch()
  })
  return workspaces.forget(name)
}

const dayMs = 24 * 60 * 60 * 1000

/** Until when one that was removed can be brought back. */
export function keptUntil({ removedAt }: RemovedWorkspace, days: number): Date {
  return new Date(removedAt.getTime() + days * dayMs)
}

function deletedOf(removed: RemovedWorkspace, days: number): Workspace {
  const { name, title, removedAt } = removed
  return {
    name,
    title: title ?? name,
    deleted: { at: removedAt.toISOString(), until: keptUntil(removed, days).toISOString() },
  }
}

function note(
  ctx: DeleteContext,
  stores: Parameters<typeof recordChange>[1],
  operation: 'workspace-deleted' | 'workspace-restored',
): Promise<number> {
  const change = { area: 'access', operation, entity: 'workspace' } as const
  return recordChange(ctx, stores, { ...change, before: null, after: null })
}
