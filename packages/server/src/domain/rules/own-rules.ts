import type { Access, OwnRule } from '@triptych/contract/rules'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { ReadStores } from '../../ports/database.ts'
import { topOfPlan, wayUp } from '../../ports/gantt-store.ts'
import { accountsOf } from '../accounts/account-context.ts'
import { idOf } from '../files/path.ts'
import { sightOf as filesSightOf } from '../files/sight.ts'
import { seenOf } from '../tables/find-table.ts'
import { accessDown, reachOf } from './reach.ts'
import type { Reach } from './reach.ts'

/**
 * What whoever asks may do with things that rules are on for them, so that nothing is offered that would be refused.
 * What is hidden from them is not there, and whom else a rule is for stays untold.
 */
export async function ownRules(ctx: Context): Promise<OwnRule[]> {
  authorise(ctx.principal, 'workspaces.read')
  accountsOf(ctx)
  return ctx.workspace.database.readLong(async (stores) => {
    const reach = await reachOf(ctx, stores)
    if (!reach) return []
    return [
      ...(await onFiles(ctx, stores, reach)),
      ...onTables(seenOf(await stores.tables.all(), reach), reach),
      ...(await onBranches(stores, reach)),
    ]
  }, ctx.asker)
}

async function onFiles(ctx: Context, stores: ReadStores, { entries }: Reach): Promise<OwnRule[]> {
  const sight = await filesSightOf(ctx, stores)
  const found: OwnRule[] = []
  for (const id of sight ? entries.keys() : []) {
    const access = sight?.known.get(id)?.access
    const path = isSeen(access) ? await stores.files.pathOf(id) : null
    if (path && isSeen(access)) found.push({ thing: { kind: 'folder', id: idOf(path) }, access })
  }
  return found
}

function onTables(
  seen: readonly { name: string; columns: readonly { name: string }[] }[],
  { tables, columns }: Reach,
): OwnRule[] {
  const found: OwnRule[] = []
  const all = tables.get('*')
  if (isSeen(all)) found.push({ thing: { kind: 'table', table: '*' }, access: all })
  for (const { name: table, columns: ofTable } of seen) {
    const access = tables.get(table)
    if (isSeen(access)) found.push({ thing: { kind: 'table', table }, access })
    for (const { name: column } of ofTable) {
      const own = columns.get(table)?.get(column)
      if (isSeen(own)) found.push({ thing: { kind: 'column', table, column }, access: own })
    }
  }
  return found
}

async function onBranches({ gantt }: ReadStores, { branches }: Reach): Promise<OwnRule[]> {
  const ids = [...branches.keys()]
  const parents = await gantt.parentsAbove(ids.filter((id) => id !== topOfPlan))
  return ids.flatMap((task): OwnRule[] => {
    const way = wayUp(task, parents)
    if (task !== topOfPlan && way.length === 0) return []
    const access = accessDown([topOfPlan, ...way.toReversed()].map((id) => branches.get(id)))
    return isSeen(access) ? [{ thing: { kind: 'branch', task }, access }] : []
  })
}

function isSeen(access: Access | undefined): access is 'read' | 'write' {
  return access === 'read' || access === 'write'
}
