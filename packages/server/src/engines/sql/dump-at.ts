import type { Table } from '@triptych/contract/tables'
import type { DumpedState, DumpPage, DumpValue } from '../../ports/dump.ts'
import { keptTables } from './dumped-tables.ts'
import { sql } from './core/sql.ts'
import type { Sql, SqlSession } from './core/sql.ts'
import { taskValues } from './gantt/task-changes.ts'
import { toStored } from './tables/table-sql.ts'

/** So many rows are in a page. */
const rowsAtOnce = 200

/** How rows come into pages. */
export interface Paging {
  inPages: (rows: DumpValue[][]) => DumpValue[][][]
  /** Of one of our tables as it is: the rows that pass. */
  pagesOf: (name: string, where: Sql) => AsyncGenerator<DumpPage>
}

/** The rows that a database would have that holds this. */
export async function* dumpAt(
  session: SqlSession,
  state: DumpedState,
  { inPages, pagesOf }: Paging,
): AsyncGenerator<DumpPage> {
  const { revision } = state
  const versionOf = ({ version }: { version: number }): number =>
    // What was since changed has a later one, and what is gone has none.
    version === 0 || version > revision ? revision : version

  function* made(table: string, columns: string[], rows: DumpValue[][]): Generator<DumpPage> {
    for (const some of inPages(rows)) yield { table, columns, rows: some }
  }
  function* kept(name: string, rows: DumpValue[][]): Generator<DumpPage> {
    yield* made(name, keptTables.find((table) => table.name === name)!.columns, rows)
  }

  const { tables } = state
  const names = tables.map(({ table }) => table)
  yield* kept(
    '_tables',
    tables.map(({ table, nextId }, at) => [
      at + 1,
      table.name,
      JSON.stringify(table),
      revision,
      nextId,
      JSON.stringify(referrersOf(table, names)),
      null,
    ]),
  )
  let view = 0
  yield* kept(
    '_views',
    tables.flatMap(({ views }, at) =>
      views.map((one) => [++view, at + 1, one.name, JSON.stringify(one)]),
    ),
  )
  const children = Map.groupBy(state.tasks, ({ parent }) => parent)
  yield* kept(
    '_tasks',
    byId(state.tasks).map((task) =>
      taskValues({ ...task, version: versionOf(task) }, children.get(task.id)?.length ?? 0),
    ),
  )
  yield* kept(
    '_links',
    byId(state.links).map((one) => {
      const { id, source, target, type, lag, fields } = one
      return [id, source, target, type, lag, JSON.stringify(fields), versionOf(one)]
    }),
  )
  yield* kept(
    '_resources',
    byId(state.resources).map((one) => {
      const { id, parent, place, fields } = one
      return [id, parent, place, JSON.stringify(fields), versionOf(one)]
    }),
  )
  yield* kept(
    '_assignments',
    byId(state.assignments).map((one) => {
      const { id, task, resource, units, fields } = one
      return [id, task, resource, units, JSON.stringify(fields), versionOf(one)]
    }),
  )
  yield* kept(
    '_calendars',
    byId(state.calendars).map((one) => [one.id, JSON.stringify(one.fields), versionOf(one)]),
  )
  yield* pagesOf('_plan_elements', sql`revision < ${revision}`)
  const ids = await session.get(
    sql`select next_task, next_link, next_assignment, next_resource, next_calendar, next_baseline
        from _plan`,
  )
  yield* kept('_plan', [[revision, ...(ids as DumpValue[]), JSON.stringify(state.schedule)]])
  const end = await session.get(
    sql`select revision, hash from _changes where revision = ${revision}
        union all select revision, hash from _log_start where revision = ${revision} limit 1`,
  )
  if (end) yield* kept('_log_start', [end as DumpValue[]])

  for (const { table, rows } of tables) {
    const columns = ['id', '$order', '$version', ...table.columns.map(({ name }) => name)]
    let some: DumpValue[][] = []
    for await (const row of rows()) {
      const cells = table.columns.map((column) => toStored(column, row.values[column.name] ?? null))
      some.push([row.id, row.order, versionOf(row), ...(cells as DumpValue[])])
      if (some.length < rowsAtOnce) continue
      yield* made(table.name, columns, some)
      some = []
    }
    yield* made(table.name, columns, some)
  }
}

function byId<T extends { id: number }>(list: readonly T[]): T[] {
  return list.toSorted((one, other) => one.id - other.id)
}

function referrersOf({ name }: Table, all: readonly Table[]): string[] {
  return all
    .filter(({ columns }) => columns.some(({ reference }) => reference?.table === name))
    .map((table) => table.name)
}
