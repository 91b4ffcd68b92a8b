import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Stores } from '../../ports/database.ts'
import type { StoredRow, Values } from '../../ports/table-store.ts'
import { idFrom } from '../entity-id.ts'
import { recordChange } from '../record-change.ts'
import { sameValue } from '../tables/cell-value.ts'
import { deleteRow } from '../tables/delete-row.ts'
import { findWritable, refuseLocked } from '../tables/find-table.ts'
import type { SeenTable } from '../tables/find-table.ts'
import { withWorkedOut, withoutFormulas } from '../tables/formula-cells.ts'
import { insertRow } from '../tables/insert-row.ts'
import { refuseDuplicates } from '../tables/refuse-duplicates.ts'
import { completeRow } from '../tables/row-values.ts'
import { refuseMissingRows } from '../tables/schema/references.ts'
import { namesSince, withOptionsNow } from './names-since.ts'
import { changedRows, columnsAlike, tableAt } from './past-table.ts'
import { fitting } from './take-back-rows.ts'

/** Makes a table, or one row of it, what it was; columns that came since stay as they are. */
export async function restoreTable(
  ctx: Context,
  stores: Stores,
  of: { table: string; row: string | null },
  revision: number,
): Promise<void> {
  authorise(ctx.principal, 'tables.write')
  const { tables } = stores
  const seen = await findWritable(ctx, stores, of.table)
  const past = await tableAt(stores, seen.whole, revision)
  const id = of.row === null ? null : idFrom(of.row)
  if (of.row !== null) {
    const was = id === null ? undefined : past.changed.get(id)
    const is = id === null ? null : await tables.row(seen.whole, id)
    if (id === null || (!was && !is)) {
      throw new AppError('tables.row_not_found', 'There is no such row.')
    }
    past.changed = new Map(was === undefined ? [] : [[id, was]])
  }
  ctx.budget.spend('rows', past.changed.size)
  ctx.budget.spend('bytes', await tables.bytesOf(seen.whole, [...past.changed.keys()]))
  for (const [one, was] of past.changed) {
    if (was !== null || !(await tables.hasRow(seen.whole, one))) continue
    await deleteRow(ctx, { table: of.table, id: String(one) })
  }
  const { rows } = await changedRows(tables, seen.whole, past)
  const names = await namesSince(ctx, stores, seen.whole, revision)
  const columns = columnsAlike(past, seen.whole)
  // What was in columns that are gone has no place.
  const asNow = (values: Values): Values => {
    const there = columns.map(({ name, stays }) => [stays, values[name] ?? null])
    return fitting(seen.whole, withOptionsNow(names, Object.fromEntries(there) as Values))
  }
  await putRows(
    rows.map((row) => ({ ...row, values: asNow(row.values) })),
    (row) => putRow(ctx, stores, seen, row),
  )
}

/** A value that no two rows may have can be free only when another row has got back its own. */
async function putRows(
  rows: readonly StoredRow[],
  put: (row: StoredRow) => Promise<void>,
): Promise<void> {
  for (let left = rows; left.length > 0;) {
    const waiting: StoredRow[] = []
    let refusal: AppError | null = null
    for (const row of left) {
      try {
        await put(row)
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'tables.not_unique') throw error
        refusal = error
        waiting.push(row)
      }
    }
    if (refusal && waiting.length === left.length) throw refusal
    left = waiting
  }
}

async function putRow(
  ctx: Context,
  stores: Stores,
  seen: SeenTable,
  { id, order, values: all }: StoredRow,
): Promise<void> {
  const { tables } = stores
  const table = seen.whole
  const entity = `${table.name}/${id}`
  const values = withoutFormulas(table, all)
  const is = await tables.row(table, id)
  if (!is) {
    refuseLocked(seen, values)
    await insertRow(ctx, stores, seen, {
      id,
      values: completeRow(table, values),
      anchor: null,
      order,
    })
    return
  }
  const after = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !sameValue(is.values[name] ?? null, value)),
  )
  if (Object.keys(after).length > 0) {
    refuseLocked(seen, after)
    await refuseDuplicates(tables, seen, id, after)
    await refuseMissingRows(tables, seen, id, after)
    const before = Object.fromEntries(
      Object.keys(after).map((name) => [name, is.values[name] ?? null]),
    )
    const change = withWorkedOut(table, is.values, { before, after })
    const version = await recordChange(ctx, stores, {
      area: 'tables',
      operation: 'row-updated',
      entity,
      ...change,
    })
    await tables.update(table, id, change.after, version)
  }
  if (order === is.order) return
  const version = await recordChange(ctx, stores, {
    area: 'tables',
    operation: 'row-moved',
    entity,
    before: { $order: is.order },
    after: { $order: order },
  })
  await tables.move(table, id, order, version)
}
