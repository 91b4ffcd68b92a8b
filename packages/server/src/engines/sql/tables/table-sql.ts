import type { CellValue, Column, Table } from '@triptych/contract/tables'
import type { Dialect } from '../core/dialect.ts'
import { identifier, join, sql } from '../core/sql.ts'
import type { Sql, SqlSession, SqlValue } from '../core/sql.ts'
import { uniqueSetsOf } from '../../../ports/table-store.ts'
import type { UniqueSet } from '../../../ports/table-store.ts'

/** The SQL pieces of one table that never change while its definition does not. */
export interface TableSql {
  /** The quoted name of the SQL table. */
  from: Sql
  /** The quoted names of its columns, without id, `$order` and `$version`. */
  columns: Sql
  /** Selects version, order and columns of a row by its id. */
  selectRow: (id: number) => Sql
  /** Sets the version and the named columns of a row; the values come in that order, then the id. */
  updateRow: (names: readonly string[], values: readonly SqlValue[]) => Sql
  column: (name: string) => Column
  /** Columns that no two rows may have the same values in. */
  uniqueSets: readonly UniqueSet[]
  /** The JSON object of a row. */
  rowJson: Sql
  /** How many bytes of text a row holds. */
  bytes: Sql
  /** The statements that make the table, and the index of its order, named by `mark`. */
  definitions(mark: number | string): Sql[]
}

export function tableSql(dialect: Dialect): (table: Table) => TableSql {
  const known = new WeakMap<Table, TableSql>()
  return (table) => {
    const found = known.get(table)
    if (found) return found
    const shape = sqlOf(table, dialect)
    known.set(table, shape)
    return shape
  }
}

function sqlOf(table: Table, dialect: Dialect): TableSql {
  const from = sql`${identifier(table.name)}`
  const byName = new Map(table.columns.map((column) => [column.name, column]))
  const columns = join(
    table.columns.map((column) => sql`${identifier(column.name)}`),
    ', ',
  )
  // The same text each time, so that its statement is found without looking at all of it.
  const { text: selectRow } =
    sql`select "$version", "$order", ${columns} from ${from} where "id" = ${0}`
  const updates = new Map<string, string>()
  return {
    from,
    columns,
    selectRow: (id) => ({ text: selectRow, values: [id] }),
    updateRow(names, values) {
      const key = names.length === 1 ? names[0]! : JSON.stringify(names)
      const text = updates.get(key) ?? updateText(from, names)
      if (updates.size < 100) updates.set(key, text)
      return { text, values }
    },
    column(name) {
      const column = byName.get(name)
      if (!column) throw new Error(`${table.name} has no column ${name}`)
      return column
    },
    uniqueSets: uniqueSetsOf(table),
    rowJson: dialect.rowJson(table.columns),
    bytes: bytesOf(table.columns),
    definitions: (mark) => [
      sql`create table ${from} (
            "id" ${dialect.columnType('integer')} not null
              constraint ${identifier(`_id_${mark}`)} primary key,
            "$order" ${dialect.columnType('text')} not null,
            "$version" ${dialect.columnType('integer')} not null,
            ${join(
              table.columns.map((column) => columnDefinition(column, dialect)),
              ', ',
            )}
          ) ${dialect.tableOptions}`,
      sql`create index ${identifier(`_order_${mark}`)} on ${from} ("$order", "id")`,
    ],
  }
}

/** Only text and JSON can be long. */
export function bytesOf(columns: readonly Column[]): Sql {
  const long = columns.filter(({ type }) => type === 'text' || type === 'json')
  const sizes = long.map(({ name }) => sql`coalesce(octet_length(${identifier(name)}), 0)`)
  return sizes.length === 0 ? sql`0` : join(sizes, ' + ')
}

function updateText(from: Sql, names: readonly string[]): string {
  const set = names.map((name) => sql`${identifier(name)} = ${0}`)
  return sql`update ${from} set "$version" = ${0}, ${join(set, ', ')} where "id" = ${0}`.text
}

function columnDefinition(column: Column, dialect: Dialect): Sql {
  const nullness = column.nullable ? sql`` : sql`not null`
  return sql`${identifier(column.name)} ${dialect.columnType(column.type)} ${nullness}`
}

/** How every database keeps the value of a cell: JSON as its text, true and false as 1 and 0. */
export function toStored(column: Column, value: CellValue): SqlValue {
  if (value === null) return null
  if (column.type === 'json') return JSON.stringify(value)
  if (column.type === 'boolean') return value === true ? 1 : 0
  // The domain has checked the value: the other types are text or number.
  return value as string | number
}

export function fromStored(column: Column, value: unknown): CellValue {
  if (value === null) return null
  if (column.type === 'json') return JSON.parse(value as string) as CellValue
  if (column.type === 'boolean') return value === 1
  // The column has a type: nothing else can be in it.
  return value as string | number
}

/** One object for one definition, so that what was worked out from it can be kept with it. */
export function rememberedDefinitions(): (text: string) => Table {
  const known = new Map<string, Table>()
  return (text) => {
    const found = known.get(text)
    if (found) return found
    if (known.size >= 1000) known.clear()
    const table = JSON.parse(text) as Table
    known.set(text, table)
    return table
  }
}

/** At least how many bytes the longest text has, and not less than `known`. */
export function widestOf(values: readonly SqlValue[], known = 0): number {
  let widest = known
  for (const value of values) {
    // No character takes more than three bytes for each unit: most texts need not be measured.
    if (typeof value === 'string' && value.length * 3 > widest) {
      widest = Math.max(widest, Buffer.byteLength(value))
    }
  }
  return widest
}

/**
 * Which tables refer to which is kept beside the definitions, so that a row can be deleted without
 * reading them all. To be called after definitions have changed.
 */
export async function refreshReferrers(
  session: SqlSession,
  definitionOf: (text: string) => Table,
): Promise<void> {
  const rows = await session.all(
    sql`select number, name, referrers, definition from _tables order by number`,
  )
  const referrers = new Map<string, Set<string>>()
  for (const [, name, , definition] of rows) {
    for (const { reference } of definitionOf(String(definition)).columns) {
      if (!reference) continue
      const known = referrers.get(reference.table) ?? new Set()
      referrers.set(reference.table, known.add(String(name)))
    }
  }

  for (const [number, name, known] of rows) {
    const now = JSON.stringify([...(referrers.get(String(name)) ?? [])])
    if (now === known) continue
    await session.run(sql`update _tables set referrers = ${now} where number = ${Number(number)}`)
  }
}

export function numberOf(table: Table): Sql {
  return sql`(select number from _tables where name = ${table.name})`
}
