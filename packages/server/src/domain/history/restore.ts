import type { Restored } from '@triptych/contract/history'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { topOfPlan } from '../../ports/gantt-store.ts'
import { readId } from '../gantt/gantt-ids.ts'
import { taskNotFound } from '../gantt/place-task.ts'
import { runTogether } from '../run-together.ts'
import { revisionOf } from './moment.ts'
import type { Moment } from '@triptych/contract/moment'
import { planAt } from './past-plan.ts'
import { restoreFiles } from './restore-files.ts'
import { restorePlan } from './restore-plan.ts'
import { restoreTable } from './restore-table.ts'
import type { Kept } from './take-back.ts'

/** Makes something what it was, by ordinary changes of one step, which can be taken back like any other. */
export async function restore(
  ctx: Context,
  { of, at }: { of: string; at: Moment },
): Promise<Restored> {
  const [area = '', ...rest] = of.split('/')
  const id = rest.length === 0 ? null : rest.join('/')
  if (area === 'files' || area === '') {
    return { of, by: ctx.step, ...(await restoreFiles(ctx, { of: `/${id ?? ''}`, at })) }
  }
  const kept: Kept[] = []
  const keep = (one: Kept): void => void kept.push(one)
  const revision =
    area === 'tasks' ? await restoreTasks(ctx, id, at, keep) : await restoreRows(ctx, area, id, at)
  return { of, revision, by: ctx.step, kept }
}

async function restoreTasks(
  ctx: Context,
  id: string | null,
  at: Moment,
  keep: (kept: Kept) => void,
): Promise<number> {
  authorise(ctx.principal, 'gantt.write')
  const top = id === null ? topOfPlan : readId(id)
  if (top === null || (id !== null && top === topOfPlan)) throw taskNotFound()
  const { database } = ctx.workspace
  // What was does not change any more: nobody has to wait while it is found out.
  const { plan, revision } = await database.readLong(async (stores) => {
    const found = await revisionOf(ctx, stores, at)
    return { plan: await planAt(database, stores, found), revision: found }
  }, ctx.asker)
  await runTogether(ctx, (joined) =>
    joined.workspace.database.transact((stores) =>
      restorePlan(joined, stores, { plan, revision }, top, keep),
    ),
  )
  return revision
}

function restoreRows(ctx: Context, table: string, row: string | null, at: Moment): Promise<number> {
  authorise(ctx.principal, 'tables.write')
  return runTogether(ctx, (joined) =>
    joined.workspace.database.transact(async (stores) => {
      const revision = await revisionOf(joined, stores, at)
      await restoreTable(joined, stores, { table, row }, revision)
      return revision
    }),
  )
}
