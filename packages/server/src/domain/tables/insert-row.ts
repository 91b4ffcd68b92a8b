import type { Table } from '@triptych/contract/tables'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Stores } from '../../ports/database.ts'
import type { StoredRow, Values } from '../../ports/table-store.ts'
import { refuseHighId } from '../entity-id.ts'
import { keyBetween } from '../order-key.ts'
import { recordChange } from '../record-change.ts'
import type { Sight } from './find-table.ts'
import { placeIn } from './place-row.ts'
import { refuseDuplicates } from './refuse-duplicates.ts'
import { refuseMissingRows } from './schema/references.ts'

export interface NewRow {
  /** `null`: the next free one. */
  id: number | null
  /** The next free one, where the transaction has read it already and added no row since. */
  next?: number
  /** A value for every column. */
  values: Values
  anchor: { side: 'before' | 'after'; id: number } | null
  /** Where it stood, of a row that comes back. */
  order?: string
}

/** Adds a row and its log entry within a transaction. */
export async function insertRow(
  ctx: Context,
  stores: Stores,
  sight: Sight,
  row: NewRow,
): Promise<StoredRow> {
  const table = sight.whole
  const next = row.next ?? (await stores.tables.nextRowId(table))
  const id = row.id ?? next
  if (row.id !== null) await refuseId(stores, table, row.id, next)
  await refuseDuplicates(stores.tables, sight, id, row.values)
  await refuseMissingRows(stores.tables, sight, id, row.values)
  const order = row.order ?? (await orderFor(ctx, stores, table, row.anchor))
  const version = await recordChange(ctx, stores, {
    area: 'tables',
    operation: 'row-added',
    entity: `${table.name}/${id}`,
    before: null,
    after: { id, ...row.values, $order: order },
  })
  const stored: StoredRow = { id, version, order, values: row.values }
  await stores.tables.insert(table, stored)
  return stored
}

async function refuseId(stores: Stores, table: Table, id: number, next: number): Promise<void> {
  refuseHighId('tables', id, next)
  if (!(await stores.tables.row(table, id))) return
  throw new AppError('tables.id_taken', `There is a row ${id} already.`)
}

/** Beside the anchor, or at the end where there is none. */
async function orderFor(
  ctx: Context,
  stores: Stores,
  table: Table,
  anchor: NewRow['anchor'],
): Promise<string> {
  const { tables } = stores
  const gap = anchor && (await tables.gapBeside(table, anchor.id, anchor.side))
  if (gap) return placeIn(ctx, stores, table, anchor, gap)
  return keyBetween(await tables.lastOrder(table), null)
}
