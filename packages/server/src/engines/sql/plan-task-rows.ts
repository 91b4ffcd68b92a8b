import { detached } from '../../ports/plan-store.ts'
import type { TaskPlace } from '../../ports/plan-store.ts'
import type { Dialect } from './dialect.ts'
import { anyOf, placed, unlooked } from './plan-ids.ts'
import { sql } from './sql.ts'
import type { Sql, SqlSession } from './sql.ts'

/**
 * A query for parent, place and `columns` of tasks, ordered by the first two. Those below a later
 * parent than `lastParent` may be left out.
 */
export type TaskRows = (columns: Sql, lastParent: number) => Sql

export async function allTasks(session: SqlSession, after: TaskPlace | null): Promise<TaskRows> {
  const start = after ? sql`and (parent, place) > (${after.parent}, ${after.place})` : sql``
  const hidden = await belowDetached(session)
  return (columns) =>
    sql`select parent, place, ${columns} from _tasks where ${placed} ${start} ${hidden} order by parent, place`
}

/** With where to go on when there are so many parents that only the next ones are looked at. */
export function tasksBelow(
  dialect: Dialect,
  parents: readonly number[],
  after: TaskPlace | null,
  most: number,
): { rows: TaskRows; beyond: TaskPlace | null } {
  const inOrder = [...new Set(parents)]
    .filter((parent) => parent !== detached && (!after || parent >= after.parent))
    .toSorted((one, other) => one - other)
  const first = after?.parent === inOrder[0] ? after : null
  const whole = first ? inOrder.filter((parent) => parent !== first.parent) : inOrder
  const next = whole.slice(0, most)
  const beyond = whole[most]

  function rows(columns: Sql, lastParent: number): Sql {
    const ids = next.filter((parent) => parent <= lastParent)
    const tasks = sql`select parent, place, ${columns} from _tasks where ${placed} and parent in ${anyOf(dialect, ids)}`
    if (!first) return sql`${tasks} order by parent, place`
    // Apart from the others: only so an index leads straight to where the last page ended.
    return sql`select parent, place, ${columns} from _tasks
      where ${placed} and parent = ${unlooked(first.parent)} and place > ${first.place}
      union all ${tasks} order by parent, place`
  }
  return { rows, beyond: beyond === undefined ? null : { parent: beyond, place: '' } }
}

/** A condition that leaves out what is below tasks that nobody sees. */
async function belowDetached(session: SqlSession): Promise<Sql> {
  const some = await session.get(
    sql`select 1 from _tasks where parent = -1 and children > 0 limit 1`,
  )
  if (!some) return sql``
  return sql`and parent not in (
    with recursive hidden (task) as (
      select id from _tasks where parent = -1
      union
      select id from hidden join _tasks on ${placed} and parent = task
    )
    select task from hidden)`
}
