import { maxRowsChanged } from '@triptych/contract/many-rows'
import type { Table } from '@triptych/contract/tables'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { StepEntry } from '../../ports/change-log.ts'
import type { Stores } from '../../ports/database.ts'
import { droppedName } from '../../ports/table-changes.ts'
import { recordChange } from '../record-change.ts'
import { refuseNewTable } from '../tables/create-table.ts'
import { recordCount } from '../tables/many/record-rows.ts'
import { referringColumns } from '../tables/schema/references.ts'
import { gone, notKept } from './take-back.ts'
import type { Kept, TakeBack } from './take-back.ts'

/** A table that was deleted, with its rows under their ids, its views, comments and rules. */
export const bringTableBack: TakeBack = async (ctx, stores, entry, keep) => {
  authorise(ctx.principal, 'tables.define')
  const { tables, rules, comments } = stores
  const revision = await deletedAt(stores, entry)
  const dropped = await tables.dropped(revision)
  if (!dropped) throw notKept(entry)
  const { table } = dropped
  await refuseNewTable(ctx, stores, table.name)
  const all = [...(await tables.all()), table]
  const isWhole = referringColumns(table).every(({ reference }) =>
    all.some(({ name }) => name === reference.table),
  )
  if (!isWhole) throw gone(entry)
  const made = await recordChange(ctx, stores, {
    area: 'tables',
    operation: 'table-created',
    entity: table.name,
    before: null,
    after: { ...table, $dropped: revision },
  })
  await tables.takeOut(revision, made)
  for (const { thing, subject, access } of dropped.rules) await rules.set(thing, subject, access)
  await comments.renameTable(droppedName(revision), table.name)
  await clearMissing(ctx, stores, entry, table, keep)
}

/** With the entry itself, or when its step was done again. */
async function deletedAt(
  { changes }: Stores,
  { revision, step, entity }: StepEntry,
): Promise<number> {
  const mark = await changes.lastTakenBack(step)
  if (mark?.operation !== 'step-redone') return revision
  const again = (await changes.ofStep(mark.step)).findLast(
    (one) => one.operation === 'table-deleted' && one.entity === entity,
  )
  return again?.revision ?? revision
}

/** Rows of others that were deleted meanwhile could not be taken out of it. */
async function clearMissing(
  ctx: Context,
  stores: Stores,
  entry: StepEntry,
  table: Table,
  keep: (kept: Kept) => void,
): Promise<void> {
  const { tables } = stores
  for (const { name: column, nullable, reference } of referringColumns(table)) {
    const target = (await tables.find(reference.table))!.table
    const ids = await tables.rowsNamingNone(table, column, target, maxRowsChanged)
    if (ids.length === 0) continue
    if (!nullable) throw gone(entry)
    const after = { [column]: null }
    const version = await recordCount(ctx, stores, table, 'updated', ids.length)
    await tables.keepRows(version, table, ids, { columns: [column], after })
    await tables.updateMany(table, ids, after, version)
    for (const id of ids) keep({ entity: `${table.name}/${id}`, field: column })
  }
}
