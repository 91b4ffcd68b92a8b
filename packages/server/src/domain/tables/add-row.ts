import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { StoredRow } from '../../ports/table-store.ts'
import { idFrom } from '../entity-id.ts'
import { seenRow } from './find-row.ts'
import { findWritable } from './find-table.ts'
import { insertRow } from './insert-row.ts'
import type { NewRow } from './insert-row.ts'
import { requestedRowId, rowIn, valuesFromRow } from './row-values.ts'
import { newRowValues, startingValues } from './starting-values.ts'

/** `body` is the client's event with the row in it, or the row alone. */
export async function addRow(
  ctx: Context,
  input: { table: string; body: Record<string, unknown> },
): Promise<StoredRow> {
  authorise(ctx.principal, 'tables.write')
  const row = rowIn(input.body)
  const id = requestedRowId(input.body['id'] ?? row['id'])
  const anchor = row === input.body ? null : anchorIn(input.body)

  return ctx.workspace.database.transact(async (stores) => {
    const seen = await findWritable(ctx, stores, input.table)
    const { nextId } = seen
    const given = valuesFromRow(seen.table, row, null)
    // Undo brings back what the page knows of a row, which may be less than was stored.
    const comesBack = row !== input.body && id !== null && id < nextId
    const isEmpty = Object.keys(given).length === 0
    const start =
      isEmpty || comesBack
        ? await startingValues(stores.tables, seen, { id: id ?? nextId, now: ctx.now() })
        : {}
    const values = newRowValues(seen, { ...start, ...given }, ctx.now())
    const added = { id, next: nextId, values, anchor }
    return seenRow(seen, await insertRow(ctx, stores, seen, added))
  })
}

function anchorIn(body: Record<string, unknown>): NewRow['anchor'] {
  for (const side of ['before', 'after'] as const) {
    // One that cannot be is no reason to refuse the new row.
    const id = idFrom(body[side])
    if (id !== null) return { side, id }
  }
  return null
}
