import type { RowFailure } from '@triptych/contract/table-schema'
import type { CellValue, Column, Table } from '@triptych/contract/tables'
import { AppError } from '../../../errors.ts'
import type { Reshape } from '../../../ports/table-changes.ts'
import type { TableReader } from '../../../ports/table-store.ts'
import { formatTakes } from '../column-format.ts'
import { referredTable } from '../find-table.ts'
import { failureList } from './failure-list.ts'
import { finalValues } from './final-values.ts'
import { noSuchRow } from './references.ts'

/** The rows whose values do not fit the new types and rules of their columns, column by column. */
export async function checkColumns(tables: TableReader, change: Reshape): Promise<RowFailure[]> {
  const columns = change.after.columns.filter((column) => isDirty(change, column))
  if (columns.length === 0) return []
  const checks = []
  for (const column of columns) {
    const target = await targetOf(tables, change, column)
    checks.push({ column, target, list: failureList([column.name]) })
  }

  const names = columns.map(({ name }) => name)
  for await (const page of finalValues(tables, change, names)) {
    for (const { id, old, final } of page) {
      for (const [index, { column, target, list }] of checks.entries()) {
        const refusal = await refusalOf(tables, final[index] ?? null, column, target)
        if (refusal) list.add(id, old[index] ?? null, refusal)
      }
    }
  }
  return checks.flatMap(({ list }) => list.all())
}

/** Whether a row might not fit that did before. */
function isDirty({ before, origins }: Reshape, column: Column): boolean {
  if (column.formula !== undefined) return false
  const was = before.columns.find(({ name }) => name === origins.get(column.name))
  if (!was) return column.default === null ? !column.nullable : column.reference !== null
  return (
    was.type !== column.type ||
    (was.nullable && !column.nullable) ||
    (column.options !== null && !was.options?.every(isAmong(column.options))) ||
    (asksMore(column.format) && was.format?.kind !== column.format?.kind) ||
    (column.reference !== null && was.reference?.table !== column.reference.table)
  )
}

/** Percents and amounts are any numbers. */
function asksMore(format: Column['format']): boolean {
  return format !== undefined && formatTakes[format.kind] !== null
}

function isAmong(options: readonly CellValue[]): (option: CellValue) => boolean {
  const known = new Set(options)
  return (option) => known.has(option)
}

/** The table whose rows a column names, as it is now. */
async function targetOf(
  tables: TableReader,
  { before, after }: Reshape,
  { reference }: Column,
): Promise<Table | null> {
  if (!reference) return null
  if (reference.table === after.name) return before
  return referredTable(tables, reference.table)
}

async function refusalOf(
  tables: TableReader,
  value: CellValue | AppError,
  column: Column,
  target: Table | null,
): Promise<AppError | null> {
  if (value instanceof AppError) return value
  if (!target || typeof value !== 'number' || (await tables.hasRow(target, value))) return null
  return noSuchRow(column.name, target.name, value)
}
