import type { Column, Reference, Table } from '@triptych/contract/tables'
import { AppError } from '../../../errors.ts'
import type { TableReader, Values } from '../../../ports/table-store.ts'
import { mayNot, referredTable } from '../find-table.ts'
import type { Sight } from '../find-table.ts'

type ReferringColumn = Column & { reference: Reference }

export function referringColumns(table: Table): ReferringColumn[] {
  return table.columns.filter((column): column is ReferringColumn => column.reference !== null)
}

/** The tables that are referred to must exist. */
export function checkReferences(tables: readonly Table[], table: Table): void {
  const names = new Set(tables.map(({ name }) => name))
  for (const { name, reference } of referringColumns(table)) {
    if (names.has(reference.table)) continue
    const message = `${name} refers to the table ${reference.table}, which does not exist.`
    throw new AppError('body.invalid', message, { column: name })
  }
}

/** Throws when a row is to name one that does not exist. `id` is its own: it may name itself. */
export async function refuseMissingRows(
  tables: TableReader,
  { whole, locked }: Sight,
  id: number,
  values: Values,
): Promise<void> {
  for (const column of referringColumns(whole)) {
    const value = values[column.name]
    if (typeof value !== 'number') continue
    const isItself = value === id && column.reference.table === whole.name
    if (isItself) continue
    const target = await referredTable(tables, column.reference.table)
    if (await tables.hasRow(target, value)) continue
    // A default that names a row which is gone: neither the column nor the table may be told.
    throw locked.has(column.name) ? mayNot() : noSuchRow(column.name, target.name, value)
  }
}

export function noSuchRow(column: string, table: string, id: number): AppError {
  const message = `${column} names row ${id} of ${table}, which does not exist.`
  return new AppError('tables.no_such_reference', message, { column })
}
