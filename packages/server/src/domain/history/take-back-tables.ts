import { isDeepStrictEqual } from 'node:util'
import type { KeptView } from '@triptych/contract/table-schema'
import type { Table } from '@triptych/contract/tables'
import { authorise } from '../../auth/principal.ts'
import { AppError } from '../../errors.ts'
import type { StepEntry } from '../../ports/change-log.ts'
import type { Stores } from '../../ports/database.ts'
import type { Values } from '../../ports/table-store.ts'
import { recordChange } from '../record-change.ts'
import { findDefinable, findWritable, mayNot, tableNamed } from '../tables/find-table.ts'
import type { SeenTable } from '../tables/find-table.ts'
import { insertRow } from '../tables/insert-row.ts'
import { completeRow } from '../tables/row-values.ts'
import { withWorkedOut } from '../tables/formula-cells.ts'
import { sameValue } from '../tables/cell-value.ts'
import { refuseDuplicates } from '../tables/refuse-duplicates.ts'
import { cellsToClear } from '../tables/schema/on-delete.ts'
import { refuseMissingRows } from '../tables/schema/references.ts'
import { dropTable } from '../tables/schema/drop-table.ts'
import { viewByNewNames } from '../tables/schema/option-names.ts'
import { columnsInView, renamedInView } from '../tables/schema/view-columns.ts'
import { putView, takeView } from '../tables/schema/save-view.ts'
import { changedSince, gone, keepGone } from './take-back.ts'
import type { TakeBack } from './take-back.ts'
import { namesSince } from './names-since.ts'
import type { NamesSince } from './names-since.ts'
import { cellsBack, fitting, keepLost, writtenIn } from './take-back-rows.ts'
import { bringTableBack } from './bring-table-back.ts'
import { takeBackShape } from './take-back-shape.ts'

export const takeBackRow: TakeBack = async (ctx, stores, entry, keep) => {
  authorise(ctx.principal, 'tables.write')
  const [name = '', id = ''] = entry.entity.split('/')
  const seen = await tableNamed(ctx, stores, name)
  if (!seen) throw gone(entry)
  if (!seen.isWritable && entry.operation !== 'row-updated') throw mayNot()
  const { tables } = stores
  const table = seen.whole
  const row = await tables.row(table, Number(id))
  const names = await namesSince(ctx, stores, table, entry.revision)
  if (entry.operation === 'row-deleted') {
    const order = String(entry.before?.['$order'])
    const values = completeRow(table, fitting(table, writtenIn(table, entry.before, names)))
    await insertRow(ctx, stores, seen, { id: Number(id), values, anchor: null, order })
    return
  }
  if (entry.operation === 'row-added') {
    // Somebody has done it already.
    if (!row) return
    await refuseChanged(entry, stores, seen, {
      made: writtenIn(table, entry.after, names),
      is: row.values,
    })
    const version = await recordChange(ctx, stores, {
      area: 'tables',
      operation: 'row-deleted',
      entity: entry.entity,
      before: { id: row.id, ...row.values, $order: row.order },
      after: null,
    })
    await tables.remove(table, row.id, version)
    return
  }
  if (!row) return keepGone(entry, keep)
  if (entry.operation === 'row-moved') {
    const [order, before] = [entry.before?.['$order'], entry.after?.['$order']]
    if (row.order !== before) return keep({ entity: entry.entity, field: '$order' })
    const version = await recordChange(ctx, stores, {
      area: 'tables',
      operation: 'row-moved',
      entity: entry.entity,
      before: { $order: before },
      after: { $order: order },
    })
    return tables.move(table, row.id, String(order), version)
  }
  const was = writtenIn(table, entry.before, names)
  const is = writtenIn(table, entry.after, names)
  if (Object.keys(is).some((column) => seen.locked.has(column))) throw mayNot()
  const keepField = (field: string) => keep({ entity: entry.entity, field })
  keepLost(names, entry.after, keepField)
  const back = cellsBack(table, { was, is }, row.values, keepField)
  const now = Object.fromEntries(
    Object.keys(back).map((column) => [column, row.values[column] ?? null]),
  )
  if (Object.keys(back).length === 0) return
  await refuseDuplicates(tables, seen, row.id, back)
  await refuseMissingRows(tables, seen, row.id, back)
  const change = withWorkedOut(table, row.values, { before: now, after: back })
  const version = await recordChange(ctx, stores, {
    area: 'tables',
    operation: 'row-updated',
    entity: entry.entity,
    ...change,
  })
  await tables.update(table, row.id, change.after, version)
}

/** Refuses where the row is no more what it was made as, or where others have come to name it. */
async function refuseChanged(
  entry: StepEntry,
  { tables }: Stores,
  seen: SeenTable,
  { made, is }: { made: Values; is: Values },
): Promise<void> {
  const isSame = Object.entries(made).every(([name, value]) => sameValue(is[name] ?? null, value))
  if (!isSame) throw changedSince(entry)
  const [, id] = entry.entity.split('/')
  if ((await cellsToClear(tables, seen, [Number(id)])).length > 0) throw changedSince(entry)
}

export const takeBackView: TakeBack = async (ctx, stores, entry) => {
  authorise(ctx.principal, 'tables.write')
  const [table = ''] = entry.entity.split('/')
  const seen = await tableNamed(ctx, stores, table)
  if (!seen) throw gone(entry)
  // It followed the columns and options that it names, which the log does not tell.
  const names = await namesSince(ctx, stores, seen.whole, entry.revision)
  const [before, after] = [entry.before, entry.after].map(
    (view) => view && viewNow(view as unknown as KeptView, seen.whole, names),
  ) as [KeptView | null, KeptView | null]
  const current = after && (await stores.tables.view(seen.whole, after.name))
  if (after && !current) {
    if (!before) return
    throw gone(entry)
  }
  if (after && !isDeepStrictEqual(current, after)) throw changedSince(entry)
  // What the log tells of are views for all, whatever somebody has for themselves under the same name.
  const writable = await findWritable(ctx, stores, table)
  const now = current && { ...current, own: false }
  if (before) await putView(ctx, stores, writable, now, { ...before, own: false })
  else if (now) await takeView(ctx, stores, writable, now)
}

function viewNow(view: KeptView, { columns }: Table, names: NamesSince): KeptView {
  const named = [...columnsInView(view)].map(
    (name) => [name, names.columnNow(name) ?? name] as const,
  )
  return viewByNewNames(renamedInView(view, new Map(named)), columns, names.options)
}

/** A table that was made, and is as it was made, is taken away again; one that was changed gets back its shape. */
export const takeBackTable: TakeBack = async (ctx, stores, entry, keep) => {
  if (entry.operation === 'table-changed') return takeBackShape(ctx, stores, entry, keep)
  if (entry.operation === 'table-deleted') return bringTableBack(ctx, stores, entry, keep)
  const state = await stores.tables.find(entry.entity)
  if (!state) return
  await findDefinable(ctx, stores, entry.entity)
  const { $dropped, ...made } = entry.after ?? {}
  const isSame = isDeepStrictEqual(state.table, made)
  const isUntouched =
    $dropped === undefined
      ? (await stores.tables.ids(state.table, null, 1)).length === 0
      : state.revision <= ((await stores.history.ends([entry.step])).get(entry.step)?.last ?? 0)
  if (!isSame || !isUntouched) throw changedSince(entry)
  if (state.referrers.some((name) => name !== entry.entity)) {
    throw new AppError('history.changed_since', 'Other tables refer to it.', {
      entity: entry.entity,
    })
  }
  await dropTable(ctx, entry.entity)
}
