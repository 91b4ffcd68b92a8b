import type { CellValue, Column, ColumnType } from '@triptych/contract/tables'
import type { TableReader, Values } from '../../ports/table-store.ts'
import { uniqueSetsOf } from '../../ports/table-store.ts'
import { sameValue } from './cell-value.ts'
import { mayNot, referredTable } from './find-table.ts'
import type { Sight } from './find-table.ts'
import { completeRow } from './row-values.ts'

/**
 * What an empty row has in columns that must have a value. The grid adds a row before anybody has
 * typed anything, so there must be something that the person then replaces.
 */
export async function startingValues(
  tables: TableReader,
  { whole, locked }: Sight,
  { id, now }: { id: number; now: Date },
): Promise<Values> {
  const unique = uniqueColumns(whole)
  const values: Values = {}
  for (const column of whole.columns) {
    if (column.nullable || column.default !== null || locked.has(column.name)) continue
    if (column.reference) values[column.name] = await firstRow(tables, column.reference.table)
    else values[column.name] = firstValue(column, unique.has(column.name) ? id : null, now)
  }
  return values
}

function uniqueColumns(table: Sight['whole']): Set<string> {
  return new Set(uniqueSetsOf(table).flatMap(({ columns }) => columns))
}

/**
 * What a new row has in columns that whoever adds it may not write: their defaults. One that must have a value and has
 * no default begins with what an empty row has there, because a refusal would tell of a column that may be hidden.
 */
export function lockedValues({ whole, locked }: Sight, now: Date): Values {
  const values: Values = {}
  if (locked.size === 0) return values
  const unique = uniqueColumns(whole)
  for (const column of whole.columns) {
    if (!locked.has(column.name)) continue
    values[column.name] = column.default
    if (column.nullable || column.default !== null) continue
    if (column.reference || unique.has(column.name)) throw mayNot()
    values[column.name] = firstValue(column, null, now)
  }
  return values
}

/** A value for every column of a new row; throws where one is given that may not be written. */
export function newRowValues(sight: Sight, given: Values, now: Date): Values {
  const { whole, locked } = sight
  if (locked.size === 0) return completeRow(whole, given)
  const kept = lockedValues(sight, now)
  for (const [name, value] of Object.entries(given)) {
    if (locked.has(name) && !sameValue(value, kept[name] ?? null)) throw mayNot()
  }
  return completeRow(whole, { ...given, ...kept })
}

/** `null` where there is none: the row is then refused, as it has nothing to name. */
async function firstRow(tables: TableReader, name: string): Promise<number | null> {
  const table = await referredTable(tables, name)
  return (await tables.ids(table, null, 1))[0] ?? null
}

/** `own` is a number that no other row begins with, for columns that no two rows are the same in. */
function firstValue({ type, options, format }: Column, own: number | null, now: Date): CellValue {
  if (options) return type === 'json' ? [] : (options[0] ?? null)
  // The domain that nobody has.
  if (format?.kind === 'email' && own !== null) return `${own}@example.invalid`
  if (format?.kind === 'url' && own !== null) return `https://example.invalid/${own}`
  if (format?.kind === 'file' && own !== null) return `/${own}`
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
