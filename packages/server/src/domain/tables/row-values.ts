import type { Column, Table } from '@triptych/contract/tables'
import { AppError } from '../../errors.ts'
import type { Values } from '../../ports/table-store.ts'
import { badId, idFrom, isTemporary } from '../entity-id.ts'
import { valueFromJson, valueRequired } from './cell-value.ts'
import { isWorkedOut, withFormulas } from './formula-cells.ts'

/**
 * The columns a client wrote, checked by their types. `id` is the row's own, and may be repeated. What is worked out is
 * passed over, as stock clients send whole rows; nothing but that is no row.
 */
export function valuesFromRow(
  table: Table,
  row: Record<string, unknown>,
  id: number | null,
): Values {
  const values: Values = {}
  const unknown: string[] = []
  let passedOver: Column | null = null
  for (const [name, value] of Object.entries(row)) {
    const column = columnNamed(table, name)
    if (column?.formula !== undefined) passedOver = column
    else if (column) values[name] = valueFromJson(column, value)
    else if (name === 'id') refuseOtherId(value, id)
    else if (!belongsToClient(name)) unknown.push(name)
  }
  if (unknown.length > 0) throw unknownColumns(unknown)
  if (passedOver && Object.keys(values).length === 0) throw isWorkedOut(passedOver)
  return values
}

/** A new row has a value for every column: the given one, the default, or null where that is allowed; or what is worked out. */
export function completeRow(table: Table, given: Values): Values {
  const values: Values = {}
  for (const column of table.columns) {
    const value = Object.hasOwn(given, column.name) ? given[column.name] : column.default
    values[column.name] = value ?? null
    if (values[column.name] === null && !column.nullable) throw valueRequired(column)
  }
  return withFormulas(table, values)
}

export function columnNamed(table: Pick<Table, 'columns'>, name: string): Column | undefined {
  return table.columns.find((column) => column.name === name)
}

/** The column to write to, or the reason why there is none. */
export function writableColumn(table: Table, name: string): Column {
  const column = columnNamed(table, name)
  if (column?.formula !== undefined) throw isWorkedOut(column)
  if (column) return column
  if (name === 'id') throw readOnlyId()
  throw unknownColumns([name])
}

/** The grid's tree mode adds keys of its own to a row. */
function belongsToClient(name: string): boolean {
  return name.startsWith('$') || name === 'data' || name === 'open'
}

function refuseOtherId(value: unknown, id: number | null): void {
  const isSame =
    (typeof value === 'string' || typeof value === 'number') && String(value) === String(id)
  if (id !== null && !isSame) throw readOnlyId()
}

function readOnlyId(): AppError {
  return new AppError('tables.read_only_column', 'The id of a row cannot be changed.', {
    column: 'id',
  })
}

function unknownColumns(names: string[]): AppError {
  const columns = names.map((name) => name.slice(0, 60).toWellFormed())
  const message = `The table has no column ${columns.join(', ')}.`
  return new AppError('tables.unknown_column', message, { column: columns[0], columns })
}

/** The id a client asks for: `null` when the server is to choose one. */
export function requestedRowId(id: unknown): number | null {
  if (id === undefined || id === null || id === '' || id === 0 || isTemporary(id)) return null
  const number = idFrom(id)
  if (number === null) throw badId('tables')
  return number
}

/** SVAR wraps the row in its event (`{ row, id, … }`); plain clients send the row itself. */
export function rowIn(body: Record<string, unknown>): Record<string, unknown> {
  const row = Object.hasOwn(body, 'row') ? body['row'] : null
  const wrapped = typeof row === 'object' && row !== null && !Array.isArray(row)
  return wrapped ? (row as Record<string, unknown>) : body
}
