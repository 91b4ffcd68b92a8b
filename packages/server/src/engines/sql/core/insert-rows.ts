import { identifier, join, sql } from './sql.ts'
import type { Sql, SqlSession, SqlValue } from './sql.ts'

/** One statement for so many rows takes less than half the time; what is left of them goes into smaller ones. */
const rowsAtOnce = [50, 10, 1]
const [mostAtOnce = 1] = rowsAtOnce

type Row = readonly SqlValue[]

export interface InsertRows {
  /** The statement for one row, which has a value for each of the columns, in their order. */
  one(values: Row): Sql
  /** Statements for rows in groups, and how many each is for. */
  groups(rows: readonly Row[]): Generator<[statement: Sql, count: number]>
  run(session: SqlSession, rows: readonly Row[]): Promise<void>
}

interface Often {
  /** Columns that are often the same in many rows, and are then bound once; of several sets the first that is so. */
  alike: readonly (readonly string[])[]
  /** Columns of numbers. Values that stand in no column have no type of their own, so they are told to be such. */
  numbers: Readonly<Record<string, 'bigint' | 'double precision'>>
}

export function insertInto(
  table: string,
  columns: readonly string[],
  { alike, numbers }: Often = { alike: [], numbers: {} },
): InsertRows {
  const names = join(
    columns.map((name) => sql`${identifier(name)}`),
    ', ',
  )
  const { text } = sql`insert into ${identifier(table)} (${names}) values `
  const places = `(${columns.map(() => '?').join(', ')})`
  const texts = rowsAtOnce.map(
    (count) => [count, text + Array.from({ length: count }, () => places).join(', ')] as const,
  )
  const oneText = text + places
  const sets = alike.map((shared) => insertAlike(table, columns, shared, numbers))

  const one = (values: Row): Sql => ({ text: oneText, values })
  function* groups(rows: readonly Row[]): ReturnType<InsertRows['groups']> {
    let at = 0
    for (const [count, groupText] of texts) {
      for (; rows.length - at >= count; at += count) {
        const some = rows.slice(at, at + count)
        const set = count === mostAtOnce ? sets.find((one) => one.isFor(some)) : undefined
        yield [set ? set.statement(some) : { text: groupText, values: flat(some) }, count]
      }
    }
  }

  return {
    one,
    groups,
    async run(session, rows) {
      for (const [statement] of groups(rows)) await session.insert(statement)
    },
  }
}

/** Not `flat()` of arrays, which takes many times as long. */
function flat(rows: readonly Row[]): SqlValue[] {
  const values: SqlValue[] = []
  for (const row of rows) values.push(...row)
  return values
}

/** The statement for as many rows as go into one, where some columns are the same in all: a third of the time is for values. */
function insertAlike(
  table: string,
  columns: readonly string[],
  alike: readonly string[],
  numbers: Often['numbers'],
) {
  const shared = placesOf(columns, (name) => alike.includes(name))
  const own = placesOf(columns, (name) => !alike.includes(name))
  const typed = (value: string, at: number) => {
    const type = numbers[columns[at]!]
    return type ? `cast(${value} as ${type})` : value
  }
  const places = `(${own.map(() => '?').join(', ')})`
  const rows = Array.from({ length: mostAtOnce }, () => places).join(', ')
  const names = [...shared, ...own].map((at) => `"${columns[at]}"`)
  const taken = [
    ...shared.map((at, n) => typed(`shared.value${n}`, at)),
    ...own.map((at, n) => typed(`own.column${n + 1}`, at)),
  ]
  const values = shared.map((_, n) => `? as value${n}`)
  const text = `insert into "${table}" (${names.join(', ')}) select ${taken.join(', ')}
    from (select ${values.join(', ')}) as shared cross join (values ${rows}) as own`

  return {
    isFor(some: readonly Row[]): boolean {
      const first = some[0]!
      return some.every((row) => shared.every((at) => row[at] === first[at]))
    },
    statement(some: readonly Row[]): Sql {
      const bound = shared.map((at) => some[0]![at]!)
      for (const row of some) for (const at of own) bound.push(row[at]!)
      return { text, values: bound }
    },
  }
}

function placesOf(columns: readonly string[], isWanted: (name: string) => boolean): number[] {
  return columns.flatMap((name, at) => (isWanted(name) ? at : []))
}
