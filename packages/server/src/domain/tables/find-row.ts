import { AppError } from '../../errors.ts'
import type { StoredRow, TableReader } from '../../ports/table-store.ts'
import { idFrom } from '../entity-id.ts'
import type { Sight } from './find-table.ts'

/** Whether a row may be written: asked with its version, or with `null` when there is no row. */
export type Precondition = (version: number | null) => boolean

export interface RowAddress {
  table: string
  /** As it stands in the address; what cannot be an id names no row. */
  id: string
  precondition?: Precondition | null
}

/** The whole row: what of it is told is for `seenRow`. */
export async function findRow(
  tables: TableReader,
  sight: Sight,
  address: RowAddress,
): Promise<StoredRow> {
  const id = idFrom(address.id)
  const row = id === null ? null : await tables.row(sight.whole, id)
  if (address.precondition && !address.precondition(row?.version ?? null)) {
    const message = 'The row has been changed in the meantime.'
    const current = row && rowFrom(seenRow(sight, row))
    throw new AppError('tables.row_changed', message, { current })
  }
  if (!row) throw new AppError('tables.row_not_found', 'There is no such row.')
  return row
}

/** The row as far as whoever asks sees it. */
export function seenRow({ table, whole }: Sight, row: StoredRow): StoredRow {
  if (table === whole) return row
  const cells = table.columns.map(({ name }) => [name, row.values[name] ?? null] as const)
  return { ...row, values: Object.fromEntries(cells) }
}

/** A row as clients see it. */
export function rowFrom({ id, values }: StoredRow): { id: number } & Record<string, unknown> {
  return { id, ...values }
}
