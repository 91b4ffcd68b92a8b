import type { Table } from '@triptych/contract/tables'
import { AppError } from '../../errors.ts'
import type { StoredRow, TableReader, TableState } from '../../ports/table-store.ts'
import { idFrom } from '../entity-id.ts'

/** Whether a row may be written: asked with its version, or with `null` when there is no row. */
export type Precondition = (version: number | null) => boolean

export interface RowAddress {
  table: string
  /** As it stands in the address; what cannot be an id names no row. */
  id: string
  precondition?: Precondition | null
}

export async function findRow(
  tables: TableReader,
  table: Table,
  address: RowAddress,
): Promise<StoredRow> {
  const id = idFrom(address.id)
  const row = id === null ? null : await tables.row(table, id)
  if (address.precondition && !address.precondition(row?.version ?? null)) {
    const message = 'The row has been changed in the meantime.'
    throw new AppError('tables.row_changed', message, { current: row && rowFrom(row) })
  }
  if (!row) throw new AppError('tables.row_not_found', 'There is no such row.')
  return row
}

/** A row as clients see it. */
export function rowFrom({ id, values }: StoredRow): { id: number } & Record<string, unknown> {
  return { id, ...values }
}

export async function findTable(tables: TableReader, name: string): Promise<TableState> {
  const found = await tables.find(name)
  if (!found) throw new AppError('tables.not_found', 'There is no such table.')
  return found
}
