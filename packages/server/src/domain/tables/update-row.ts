import type { Table } from '@triptych/contract/tables'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { StoredRow, Values } from '../../ports/table-store.ts'
import { idFrom } from '../entity-id.ts'
import { recordChange } from '../record-change.ts'
import { sameValue, editedCell } from './cell-value.ts'
import { findRow, seenRow } from './find-row.ts'
import type { RowAddress } from './find-row.ts'
import { findTable, refuseLocked, refuseReadOnly } from './find-table.ts'
import { withWorkedOut } from './formula-cells.ts'
import { refuseDuplicates } from './refuse-duplicates.ts'
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
    const seen = await findTable(ctx, stores, address.table)
    refuseReadOnly(seen)
    const table = seen.whole
    const row = await findRow(stores.tables, seen, address)
    const asked = difference(row.values, valuesFor(seen.table, row.values))
    if (Object.keys(asked.after).length === 0) return seenRow(seen, row)
    refuseLocked(seen, asked.after)
    await refuseDuplicates(stores.tables, seen, row.id, asked.after)
    await refuseMissingRows(stores.tables, seen, row.id, asked.after)
    const { before, after } = withWorkedOut(table, row.values, asked)

    const version = await recordChange(ctx, stores, {
      area: 'tables',
      operation: 'row-updated',
      entity: `${table.name}/${row.id}`,
      before,
      after,
    })
    await stores.tables.update(table, row.id, after, version)
    return seenRow(seen, { ...row, version, values: { ...row.values, ...after } })
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
