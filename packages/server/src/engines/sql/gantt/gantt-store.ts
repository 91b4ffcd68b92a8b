import { taskPageBytes, detached } from '../../../ports/gantt-store.ts'
import type {
  GanttStore,
  GanttReader,
  StoredTask,
  TaskPage,
  TaskPlace,
} from '../../../ports/gantt-store.ts'
import type { Dialect } from '../core/dialect.ts'
import { sql } from '../core/sql.ts'
import type { SqlSession, Sql } from '../core/sql.ts'
import { sqlBranchImages } from './branch-images.ts'
import { sqlAssignments, sqlCalendars, sqlLinks, sqlResources } from './entities.ts'
import {
  anyOf,
  copyColumns,
  copyOf,
  fieldsOf,
  placed,
  seenTasks,
  taskColumns,
  taskOf,
  unlooked,
} from './rows.ts'
import type { SeenTasks } from './rows.ts'
import { sqlElements } from './elements.ts'
import { sqlPlanRow } from './plan-row.ts'
import type { PlanRow } from './plan-row.ts'
import { sqlTaskChanges } from './task-changes.ts'
import { sqlTasks } from './tasks.ts'

export function sqlGanttStore(session: SqlSession, dialect: Dialect): GanttStore {
  const plan = sqlPlanRow(session)
  return {
    ...sqlTasks(session, dialect, plan),
    ...sqlTaskChanges(session, dialect),
    ...sqlLinks(session, dialect),
    ...sqlAssignments(session, dialect),
    ...sqlResources(session),
    ...sqlCalendars(session),
    ...sqlElements(session, dialect),
    ...sqlBranchImages(session, dialect),
    ...ganttMemory(session),
    ...ganttIds(plan),
    taskPage: sqlTaskPage(session, dialect),
    placedTasks: () => placedTasks(session),

    revision: async () => Number((await plan.read()).revision),
    touch: (revision) => plan.write('revision', revision),

    schedule: async () => fieldsOf((await plan.read()).schedule ?? '{}'),
    setSchedule: (schedule) => plan.write('schedule', JSON.stringify(schedule)),
  }
}

function ganttIds(plan: PlanRow): Pick<GanttStore, 'nextId' | 'reserveId'> {
  return {
    async nextId(kind) {
      const id = Number((await plan.read())[`next_${kind}`])
      await plan.write(`next_${kind}`, id + 1)
      return id
    },
    reserveId: (kind, id) => plan.raise(`next_${kind}`, id + 1),
  }
}

type Memory = Pick<
  GanttStore,
  'copiesBetween' | 'addCopy' | 'forgetCopies' | 'realId' | 'rememberId' | 'forgetIds'
>

/** What is kept for minutes only: copies that belong together, and the ids of clients. */
function ganttMemory(session: SqlSession): Memory {
  return {
    async copiesBetween(from, to, at) {
      const rows = await session.all(
        sql`select ${copyColumns} from _task_copies
            where number >= ${from} and number <= ${to} and made >= ${at} order by number, copy`,
      )
      return rows.map(copyOf)
    },

    addCopy: ({ number, source, copy, isRoot, at }) =>
      session.insert(
        sql`insert into _task_copies (copy, number, source, is_root, made)
            values (${copy}, ${number}, ${source}, ${Number(isRoot)}, ${at})`,
      ),

    async forgetCopies(at) {
      const rows = await session.all(
        sql`select copy from _task_copies join _tasks on id = copy
            where made < ${at} and parent = -1 order by copy`,
      )
      await session.run(sql`delete from _task_copies where made < ${at}`)
      return rows.map(([copy]) => Number(copy))
    },

    async realId(client, temporary) {
      const row = await session.get(
        sql`select id from _temp_ids where client = ${client} and temporary = ${temporary}`,
      )
      return row ? Number(row[0]) : null
    },

    rememberId: (client, temporary, id, at) =>
      session.insert(
        sql`insert into _temp_ids (client, temporary, id, made)
            values (${client}, ${temporary}, ${id}, ${at})
            on conflict (client, temporary) do update set id = excluded.id, made = excluded.made`,
      ),

    forgetIds: (at) => session.run(sql`delete from _temp_ids where made < ${at}`),
  }
}

function sqlTaskPage(session: SqlSession, dialect: Dialect): GanttReader['taskPage'] {
  async function pageOf(rows: TaskRows, limit: number, item: Sql, from: Sql): Promise<TaskPage> {
    const { count, hasMore, lastParent } = await countThatFit(rows, limit)
    const page = await session.get(
      sql`select ${dialect.arrayBytes(sql`item`)} from
          (${rows(sql`${item} as item`, lastParent, from)} limit ${count}) as page`,
    )
    const json = page?.[0] as Uint8Array<ArrayBuffer>
    if (!hasMore) return { json, count, next: null }

    const last = await session.get(sql`${rows(sql`id`, lastParent)} limit 1 offset ${count - 1}`)
    return { json, count, next: { parent: Number(last?.[0]), place: String(last?.[1]) } }
  }

  /** How many of the next tasks make a page; the one behind them is not below a later parent. */
  async function countThatFit(
    rows: TaskRows,
    limit: number,
  ): Promise<{ count: number; hasMore: boolean; lastParent: number }> {
    const sizes = rows(sql`octet_length(text) + octet_length(fields) as bytes`, Infinity)
    for (let most = limit; ; most = Math.ceil(most / 4)) {
      const size = await session.get(
        sql`select count(*), sum(bytes), max(parent) from (${sizes} limit ${most + 1}) as sizes`,
      )
      const [count, bytes, lastParent] = (size ?? []).map(Number) as [number, number, number]
      if (bytes <= taskPageBytes || most === 1) {
        return { count: Math.min(count, most), hasMore: count > most, lastParent }
      }
    }
  }

  return async (parents, after, limit, lazyAbove, hidden = []) => {
    const seen = seenTasks(dialect, hidden)
    const item = taskJson(dialect, seen.children, lazyAbove)
    if (parents === 'all') {
      return pageOf(await allTasks(session, seen, after), limit, item, seen.from)
    }

    const { rows, beyond } = tasksBelow(dialect, seen, parents, after, limit)
    const page = await pageOf(rows, limit, item, seen.from)
    return { ...page, next: page.next ?? beyond }
  }
}

/** Put together by hand: this is what most of the time of a listing goes into. */
function taskJson(dialect: Dialect, children: Sql, lazyAbove: number): Sql {
  // `concat` passes over what is null.
  return sql`concat('{"id":', id, ',"parent":', parent, ',"type":', ${dialect.quoted(sql`type`)},
    ',"text":', ${dialect.quoted(sql`text`)}, ',"start":"', start, '","end":"' || finish,
    '"', case when duration is not null
      then ',"duration":' || ${dialect.numberText(sql`duration`)} end,
    ',"progress":', ${dialect.numberText(sql`progress`)},
    case when ${children} = 0 then null
      when coalesce(lazy = 1, ${children} > ${lazyAbove}) then ',"lazy":true'
      when open = 1 then ',"open":true' end,
    case fields when '{}' then '}' else ',' || substr(fields, 2) end)`
}

/**
 * A query for parent, place and `columns` of tasks, ordered by the first two. Those below a later
 * parent than `lastParent` may be left out. `from` has more columns than
 * tasks have, where `columns` need them.
 */
type TaskRows = (columns: Sql, lastParent: number, from?: Sql) => Sql

async function allTasks(
  session: SqlSession,
  { only }: SeenTasks,
  after: TaskPlace | null,
): Promise<TaskRows> {
  const start = after ? sql`and (parent, place) > (${after.parent}, ${after.place})` : sql``
  const hidden = await belowDetached(session)
  return (columns, _, from = sql`_tasks`) =>
    sql`select parent, place, ${columns} from ${from}
      where ${placed} ${start} ${hidden} ${only} order by parent, place`
}

/** With where to go on when there are so many parents that only the next ones are looked at. */
function tasksBelow(
  dialect: Dialect,
  { only }: SeenTasks,
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

  function rows(columns: Sql, lastParent: number, from = sql`_tasks`): Sql {
    const ids = next.filter((parent) => parent <= lastParent)
    const tasks = sql`select parent, place, ${columns} from ${from}
      where ${placed} and parent in ${anyOf(dialect, ids)} ${only}`
    if (!first) return sql`${tasks} order by parent, place`
    // Apart from the others: only so an index leads straight to where the last page ended.
    return sql`select parent, place, ${columns} from ${from}
      where ${placed} and parent = ${unlooked(first.parent)} and place > ${first.place} ${only}
      union all ${tasks} order by parent, place`
  }
  return { rows, beyond: beyond === undefined ? null : { parent: beyond, place: '' } }
}

/** So many are read before others get their turn. */
const tasksAtOnce = 2000

async function* placedTasks(session: SqlSession): AsyncGenerator<StoredTask[]> {
  const hidden = await belowDetached(session)
  for (let last = 0; ;) {
    const rows = await session.all(
      sql`select ${taskColumns} from _tasks where ${placed} and id > ${last} ${hidden}
          order by id limit ${tasksAtOnce}`,
    )
    if (rows.length === 0) return
    const tasks = rows.map(taskOf)
    yield tasks
    last = tasks.at(-1)!.id
  }
}

/** A condition that leaves out what is below tasks that nobody sees. */
export async function belowDetached(session: SqlSession): Promise<Sql> {
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
