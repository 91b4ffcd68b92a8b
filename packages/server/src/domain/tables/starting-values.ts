import type { CellValue, Column, ColumnType, Table } from '@triptych/contract/tables'
import type { TableReader, Values } from '../../ports/table-store.ts'
import { uniqueSetsOf } from '../../ports/table-store.ts'
import { findTable } from './find-row.ts'

/**
 * What an empty row has in columns that must have a value. The grid adds a row before anybody has
 * typed anything, so there must be something that the person then replaces.
 */
export async function startingValues(
  tables: TableReader,
  table: Table,
  { id, now }: { id: number; now: Date },
): Promise<Values> {
  const unique = new Set(uniqueSetsOf(table).flatMap(({ columns }) => columns))
  const values: Values = {}
  for (const column of table.columns) {
    if (column.nullable || column.default !== null) continue
    if (column.reference) values[column.name] = await firstRow(tables, column.reference.table)
    else values[column.name] = firstValue(column, unique.has(column.name) ? id : null, now)
  }
  return values
}

/** `null` where there is none: the row is then refused, as it has nothing to name. */
async function firstRow(tables: TableReader, name: string): Promise<number | null> {
  const { table } = await findTable(tables, name)
  return (await tables.ids(table, null, 1))[0] ?? null
}

/** `own` is a number that no other row begins with, for columns that no two rows are the same in. */
function firstValue({ type, options }: Column, own: number | null, now: Date): CellValue {
  if (options) return type === 'json' ? [] : (options[0] ?? null)
  return plainValues[type](own, now)
}

const plainValues: Record<ColumnType, (own: number | null, now: Date) => CellValue> = {
  text: (own) => (own === null ? '' : String(own)),
  integer: (own) => own ?? 0,
  number: (own) => own ?? 0,
  boolean: () => false,
  date: (_, now) => now.toISOString().slice(0, 10),
  datetime: (_, now) => now.toISOString(),
  json: () => ({}),
}
