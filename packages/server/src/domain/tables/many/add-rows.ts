import type { AddRows } from '@triptych/contract/many-rows'
import type { Table } from '@triptych/contract/tables'
import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Stores } from '../../../ports/database.ts'
import type { TableStore, Values } from '../../../ports/table-store.ts'
import { refuseHighId } from '../../entity-id.ts'
import { keysBetween } from '../../order-key.ts'
import { findWritable } from '../find-table.ts'
import { requestedRowId, valuesFromRow } from '../row-values.ts'
import { newRowValues } from '../starting-values.ts'
import { recordRows } from './record-rows.ts'
import { refusals } from './refusals.ts'
import { refuseClashes } from './refuse-clashes.ts'
import type { FinalRow } from './refuse-clashes.ts'

/** All of them or none. */
export async function addRows(
  ctx: Context,
  { table: name, rows, dryRun }: AddRows & { table: string },
): Promise<{ added: number; ids: number[] }> {
  authorise(ctx.principal, 'tables.write')
  return ctx.workspace.database.transact(async (stores) => {
    const { tables } = stores
    const seen = await findWritable(ctx, stores, name)
    const { table, whole } = seen
    const now = ctx.now()
    const refused = refusals()
    const asked: AskedRow[] = []
    for (const [index, row] of rows.entries()) {
      await refused.attempt(index, () => {
        const id = requestedRowId(row['id'])
        const values = newRowValues(seen, valuesFromRow(table, row, null), now)
        asked.push({ index, id, values })
      })
    }
    refused.settle()
    const added = await withIds(tables, whole, asked)
    await refuseClashes(tables, seen, added)
    if (dryRun) return { added: added.length, ids: [] }
    await insertRows(ctx, stores, whole, added)
    return { added: added.length, ids: added.map(({ id }) => id) }
  }, ctx.budget)
}

export interface AskedRow {
  /** Its place in the request. */
  index: number
  /** `null`: the next free one. */
  id: number | null
  values: Values
}

/** New rows with the ids they brought along, and the others with those that come next. */
export async function withIds(
  tables: TableStore,
  table: Table,
  rows: readonly AskedRow[],
): Promise<FinalRow[]> {
  const next = await tables.nextRowId(table)
  const refused = refusals()
  const taken = new Set<number>()
  for (const { index, id } of rows) {
    if (id === null) continue
    await refused.attempt(index, async () => {
      refuseHighId('tables', id, next)
      if (taken.has(id) || (await tables.hasRow(table, id))) throw idTaken(id)
      taken.add(id)
    })
  }
  refused.settle()
  let last = next - 1
  for (const id of taken) last = Math.max(last, id)
  return rows.map(({ index, id, values }) => ({
    index,
    id: id ?? ++last,
    values,
    written: values,
  }))
}

function idTaken(id: number): AppError {
  return new AppError('tables.id_taken', `There is a row ${id} already.`, { column: 'id' })
}

/** Adds rows at the end of a table within a transaction; they must clash with nothing. */
export async function insertRows(
  ctx: Context,
  stores: Stores,
  table: Table,
  rows: readonly FinalRow[],
): Promise<void> {
  const orders = keysBetween(await stores.tables.lastOrder(table), null, rows.length)
  const changes = rows.map(({ id, values }, at) => ({
    id,
    before: null,
    after: { id, ...values, $order: orders[at]! },
  }))
  const versions = await recordRows(ctx, stores, table, 'added', changes)
  await stores.tables.insertMany(
    table,
    rows.map(({ id, values }, at) => ({
      id,
      order: orders[at]!,
      version: versions[at]!,
      values,
    })),
  )
}
