import type { Table } from '@triptych/contract/tables'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { StoredRow, Values } from '../../ports/table-store.ts'
import { idFrom } from '../entity-id.ts'
import { recordChange } from '../record-change.ts'
import { sameValue, editedCell } from './cell-value.ts'
import { findRow, findTable } from './find-row.ts'
import type { RowAddress } from './find-row.ts'
import { rowIn, valuesFromRow, writableColumn } from './row-values.ts'
import { refuseMissingRows } from './schema/references.ts'

/** Columns that are not in the body keep their values. */
export async function updateRow(
  ctx: Context,
  input: RowAddress & { body: Record<string, unknown> },
): Promise<StoredRow> {
  authorise(ctx.principal, 'tables.write')
  const row = rowIn(input.body)
  return changeRow(ctx, input, (table) => valuesFromRow(table, row, idFrom(input.id)))
}

/** Writes the columns that really differ, in one transaction. What does not differ leaves no trace. */
export async function changeRow(
  ctx: Context,
  address: RowAddress,
  valuesFor: (table: Table, old: Values) => Values,
): Promise<StoredRow> {
  return ctx.workspace.database.transact(async (stores) => {
    const { table } = await findTable(stores.tables, address.table)
    const row = await findRow(stores.tables, table, address)
    const { before, after } = difference(row.values, valuesFor(table, row.values))
    if (Object.keys(after).length === 0) return row
    await stores.tables.refuseDuplicates(table, row.id, after)
    await refuseMissingRows(stores.tables, table, row.id, after)

    const version = await recordChange(ctx, stores, {
      area: 'tables',
      operation: 'row-updated',
      entity: `${table.name}/${row.id}`,
      before,
      after,
    })
    await stores.tables.update(table, row.id, after, version)
    return { ...row, version, values: { ...row.values, ...after } }
  })
}

export function difference(old: Values, given: Values): { before: Values; after: Values } {
  const before: Values = {}
  const after: Values = {}
  for (const [name, value] of Object.entries(given)) {
    const was = old[name] ?? null
    if (sameValue(was, value)) continue
    before[name] = was
    after[name] = value
  }
  return { before, after }
}

/** The grid sends every value as text; it is read by the type of its column. */
export async function updateCell(
  ctx: Context,
  input: RowAddress & { key: string; value: unknown },
): Promise<StoredRow> {
  authorise(ctx.principal, 'tables.write')
  return changeRow(ctx, input, (table, old) => {
    const column = writableColumn(table, input.key)
    return { [column.name]: editedCell(column, old[column.name] ?? null, input.value) }
  })
}
