import { wayUp } from '../../../ports/gantt-store.ts'
import type { GanttReader, StoredTask } from '../../../ports/gantt-store.ts'
import type { Dialect } from '../core/dialect.ts'
import {
  anyOf,
  below,
  dueTaskOf,
  placed,
  seenTasks,
  taskColumns,
  taskOf,
  unlooked,
} from './rows.ts'
import type { PlanRow } from './plan-row.ts'
import { sql } from '../core/sql.ts'
import type { SqlSession } from '../core/sql.ts'

type TaskReader = Pick<
  GanttReader,
  | 'task'
  | 'tasksOf'
  | 'idsWithText'
  | 'dueTasks'
  | 'childrenOf'
  | 'branchOf'
  | 'bytesOf'
  | 'parentOf'
  | 'ancestorsOf'
  | 'parentsAbove'
  | 'countTasks'
  | 'hasDetached'
  | 'hasLazy'
  | 'openBelow'
  | 'idsBelow'
  | 'lastPlace'
  | 'gapBeside'
  | 'neighbours'
>

/** So many are looked at before others get their turn. */
const idsAtOnce = 2000

export function sqlTasks(session: SqlSession, dialect: Dialect, plan: PlanRow): TaskReader {
  async function parentsAbove(ids: readonly number[]): Promise<Map<number, number>> {
    // `union` ends also where damaged data goes round in a circle.
    const rows = await session.all(
      sql`with recursive up (task, above) as (
            select id, parent from _tasks where id in ${anyOf(dialect, ids)}
            union
            select id, parent from up join _tasks on id = above
          )
          select task, above from up`,
    )
    return new Map(rows.map(([task, parent]) => [Number(task), Number(parent)]))
  }

  return {
    async task(id) {
      const row = await session.get(sql`select ${taskColumns} from _tasks where id = ${id}`)
      return row ? taskOf(row) : null
    },

    async tasksOf(ids) {
      const tasks: StoredTask[] = []
      for (let at = 0; at < ids.length; at += idsAtOnce) {
        const some = anyOf(dialect, ids.slice(at, at + idsAtOnce))
        const rows = await session.all(sql`select ${taskColumns} from _tasks where id in ${some}`)
        for (const row of rows) tasks.push(taskOf(row))
      }
      return tasks
    },

    async idsWithText(text, after, limit) {
      const rows = await session.all(
        sql`select id from _tasks where ${placed} and id > ${after}
              and ${dialect.cells.finds(sql`text`, text)} order by id limit ${limit}`,
      )
      const ids = rows.map(([id]) => Number(id))
      return { ids, next: ids.length < limit ? null : (ids.at(-1) ?? null) }
    },

    async dueTasks({ now, until, resource, limit }, hidden = []) {
      // `union` as above. Most plans have none of them, and ask an index for that.
      const roots =
        hidden.length === 0 ? sql`parent = -1` : sql`parent = -1 or id in ${anyOf(dialect, hidden)}`
      const unseen = sql`with recursive unseen (task) as (
        select id from _tasks where ${roots}
        union
        select id from unseen join _tasks on ${placed} and parent = task
      )`
      const ofOne =
        resource === null
          ? sql``
          : sql`and id in (select task from _assignments where resource = ${resource})`
      const end = sql`case when type = 'milestone' then coalesce(finish, start) else finish end`
      const { from, children } = seenTasks(dialect, hidden)
      const wanted = sql`type <> 'summary' and ${children} = 0 and id not in (select task from unseen) ${ofOne}`
      const counts = await session.get(
        sql`${unseen} select count(*), coalesce(sum(case when progress < 100 then 1 else 0 end), 0),
              coalesce(sum(case when progress < 100 and ${end} < ${now} then 1 else 0 end), 0)
            from ${from} where ${wanted}`,
      )
      const soon = until === null ? sql`` : sql`and ${end} <= ${until}`
      const rows = await session.all(
        sql`${unseen} select id, text, type, start, ${end} as due, progress from ${from}
            where ${wanted} and progress < 100 ${soon}
            order by case when ${end} is null then 1 else 0 end, due, id limit ${limit}`,
      )
      const [all, open, late] = (counts ?? []).map(Number)
      return { tasks: rows.map(dueTaskOf), all: all ?? 0, open: open ?? 0, late: late ?? 0 }
    },

    async childrenOf(parent) {
      const rows = await session.all(
        sql`select ${taskColumns} from _tasks where ${below(parent)} order by place, id`,
      )
      return rows.map(taskOf)
    },

    async branchOf(id, hidden = []) {
      const only = hidden.length === 0 ? sql`` : sql`and id not in ${anyOf(dialect, hidden)}`
      // `union` as above.
      const rows = await session.all(
        sql`with recursive branch (task) as (
              select id from _tasks where ${below(id)} ${only}
              union
              select id from branch join _tasks on ${placed} and parent = task ${only}
            )
            select ${taskColumns} from branch join _tasks on id = task order by parent, place`,
      )
      return parentsFirst(id, rows.map(taskOf))
    },

    async bytesOf(ids) {
      let sum = 0
      for (let at = 0; at < ids.length; at += idsAtOnce) {
        const some = anyOf(dialect, ids.slice(at, at + idsAtOnce))
        const row = await session.get(
          sql`select sum(octet_length(text) + octet_length(fields)) from _tasks where id in ${some}`,
        )
        sum += Number(row?.[0])
      }
      return sum
    },

    async parentOf(id) {
      const row = await session.get(sql`select parent from _tasks where id = ${id}`)
      return row ? Number(row[0]) : null
    },

    parentsAbove,
    ancestorsOf: async (id) => wayUp(id, await parentsAbove([id])),

    async countTasks(enough) {
      const given = Number((await plan.read()).next_task) - 1
      if (given <= enough) return given
      return Number((await session.get(sql`select count(*) from _tasks`))?.[0])
    },

    async hasDetached() {
      const row = await session.get(sql`select 1 from _tasks where parent = -1 limit 1`)
      return row !== undefined
    },

    async hasLazy(lazyAbove) {
      const row = await session.get(
        sql`select exists (select 1 from _tasks where children > 0 and lazy = 1)
              or exists (select 1 from _tasks
                where children > 0 and lazy is null and children > ${unlooked(lazyAbove)})`,
      )
      return row?.[0] === 1
    },

    async openBelow(parents, lazyAbove, hidden = []) {
      const { from, only, children } = seenTasks(dialect, hidden)
      // Their number itself leads to an index.
      const some = hidden.length === 0 ? sql`` : sql`and ${children} > 0`
      const rows = await session.all(
        sql`select id from ${from} where parent in ${anyOf(dialect, parents)} ${only}
              and children > 0 ${some} and not coalesce(lazy = 1, ${children} > ${lazyAbove})`,
      )
      return rows.map(([id]) => Number(id))
    },

    async idsBelow(parents) {
      const rows = await session.all(
        sql`select id from _tasks where ${placed} and parent in ${anyOf(dialect, parents)}`,
      )
      return rows.map(([id]) => Number(id))
    },

    async lastPlace(parent) {
      return textOf(await session.get(sql`select max(place) from _tasks where ${below(parent)}`))
    },

    async gapBeside(target, side) {
      const row = await session.get(sql`select parent, place from _tasks where id = ${target}`)
      if (!row) return null
      const siblings = below(Number(row[0]))
      const place = String(row[1])
      if (side === 'after') {
        const next = sql`select min(place) from _tasks where ${siblings} and place > ${place}`
        return { lower: place, upper: textOf(await session.get(next)) }
      }
      const previous = sql`select max(place) from _tasks where ${siblings} and place < ${place}`
      return { lower: textOf(await session.get(previous)), upper: place }
    },

    async neighbours(id, limit) {
      const row = await session.get(sql`select parent, place from _tasks where id = ${id}`)
      if (!row) return []
      const siblings = sql`select id, place from _tasks where ${below(Number(row[0]))}`
      const place = String(row[1])
      const before = await session.all(
        sql`${siblings} and place <= ${place} order by place desc limit ${limit + 1}`,
      )
      const after = await session.all(
        sql`${siblings} and place > ${place} order by place limit ${limit}`,
      )
      return [...before.toReversed(), ...after].map(([one, order]) => ({
        id: Number(one),
        order: String(order),
      }))
    },
  }
}

/** Each task is followed by its branch; `tasks` have siblings in order. */
function parentsFirst(top: number, tasks: StoredTask[]): StoredTask[] {
  const families = Map.groupBy(tasks, ({ parent }) => parent)
  const waiting: StoredTask[] = []
  function visit(parent: number): void {
    for (const child of families.get(parent)?.toReversed() ?? []) {
      if (child.id !== top) waiting.push(child)
    }
    // Damaged data may lead here again.
    families.delete(parent)
  }

  const ordered: StoredTask[] = []
  visit(top)
  for (let task = waiting.pop(); task; task = waiting.pop()) {
    ordered.push(task)
    visit(task.id)
  }
  return ordered
}

function textOf(row: unknown[] | undefined): string | null {
  return typeof row?.[0] === 'string' ? row[0] : null
}
