import { identifier, join, sql } from '../core/sql.ts'
import type { Sql, SqlSession, SqlValue } from '../core/sql.ts'

const columns = [
  'revision',
  'schedule',
  'next_task',
  'next_link',
  'next_assignment',
  'next_resource',
  'next_calendar',
] as const

type Column = (typeof columns)[number]
type Values = Readonly<Record<Column, unknown>>

export interface PlanRow {
  read(): Promise<Values>
  write(column: Column, value: SqlValue): Promise<void>
  /** The same where it is less now. */
  raise(column: Column, value: number): Promise<void>
}

const key = '_plan'

/** What there is once of a plan. Each change asks for several of these: it is read as a whole, and kept where it may be. */
export function sqlPlanRow(session: SqlSession): PlanRow {
  const names = join(
    columns.map((name) => sql`${identifier(name)}`),
    ', ',
  )
  const known = () => session.kept?.get(key) as Values | undefined
  const sets = columns.map((name) => sql`${identifier(name)} = ${0}`)
  const { text: updateAll } = sql`update _plan set ${join(sets, ', ')}`

  function writeKnown(): void {
    const values = known()
    session.late?.run({
      text: updateAll,
      values: columns.map((name) => values?.[name] as SqlValue),
    })
  }

  async function write(column: Column, value: SqlValue, where: Sql): Promise<void> {
    const before = known()
    if (before && session.late) {
      session.kept?.set(key, { ...before, [column]: value })
      return session.late.put('_plan', writeKnown)
    }
    await session.run(sql`update _plan set ${identifier(column)} = ${value}${where}`)
    if (before) session.kept?.set(key, { ...before, [column]: value })
    // It may have been read meanwhile.
    else session.kept?.delete(key)
  }

  return {
    async read() {
      const values = known()
      if (values) return values
      const row = await session.get(sql`select ${names} from _plan`)
      const read = Object.fromEntries(columns.map((name, at) => [name, row?.[at]])) as Values
      session.kept?.set(key, read)
      return read
    },
    write: (column, value) => write(column, value, sql``),
    async raise(column, value) {
      const values = known()
      if (values && Number(values[column]) >= value) return
      await write(column, value, sql` where ${identifier(column)} < ${value}`)
    },
  }
}
