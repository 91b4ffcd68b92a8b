import { taskPageBytes } from '../../ports/plan-store.ts'
import type { PlanReader, TaskPage } from '../../ports/plan-store.ts'
import type { Dialect } from './dialect.ts'
import { allTasks, tasksBelow } from './plan-task-rows.ts'
import type { TaskRows } from './plan-task-rows.ts'
import { sql } from './sql.ts'
import type { Sql, SqlSession } from './sql.ts'

export function planTaskPage(session: SqlSession, dialect: Dialect): PlanReader['taskPage'] {
  async function pageOf(rows: TaskRows, limit: number, lazyAbove: number): Promise<TaskPage> {
    const { count, hasMore, lastParent } = await countThatFit(rows, limit)
    const page = await session.get(
      sql`select ${dialect.arrayBytes(sql`item`)} from
          (${rows(sql`${taskJson(dialect, lazyAbove)} as item`, lastParent)} limit ${count}) as page`,
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

  return async (parents, after, limit, lazyAbove) => {
    if (parents === 'all') return pageOf(await allTasks(session, after), limit, lazyAbove)

    const { rows, beyond } = tasksBelow(dialect, parents, after, limit)
    const page = await pageOf(rows, limit, lazyAbove)
    return { ...page, next: page.next ?? beyond }
  }
}

/** Put together by hand: this is what most of the time of a listing goes into. */
function taskJson(dialect: Dialect, lazyAbove: number): Sql {
  // `concat` passes over what is null.
  return sql`concat('{"id":', id, ',"parent":', parent, ',"type":', ${dialect.quoted(sql`type`)},
    ',"text":', ${dialect.quoted(sql`text`)}, ',"start":"', start, '","end":"' || finish,
    '"', case when duration is not null
      then ',"duration":' || ${dialect.numberText(sql`duration`)} end,
    ',"progress":', ${dialect.numberText(sql`progress`)},
    case when children = 0 then null
      when coalesce(lazy = 1, children > ${lazyAbove}) then ',"lazy":true'
      when open = 1 then ',"open":true' end,
    case fields when '{}' then '}' else ',' || substr(fields, 2) end)`
}
