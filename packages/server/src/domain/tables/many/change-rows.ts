import { maxRowsChanged } from '@triptych/contract/many-rows'
import type { ChangeRows } from '@triptych/contract/many-rows'
import type { CellValue, Table } from '@triptych/contract/tables'
import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import type { Stores } from '../../../ports/database.ts'
import type { Condition } from '../../../ports/row-query.ts'
import type { Values } from '../../../ports/table-store.ts'
import { difference } from '../change-row.ts'
import { findTable } from '../find-table.ts'
import { badQuery } from '../query/bad-query.ts'
import { all, everything, not } from '../query/conditions.ts'
import { valuesFromRow, writableColumn } from '../row-values.ts'
import { refuseMissingRows } from '../schema/references.ts'
import { askedFor, refuseTooMany, rowsOf } from './asked-rows.ts'
import { recordCount, recordRows, rowsToldApart } from './record-rows.ts'
import { notUnique } from './refuse-clashes.ts'

/** A row that names itself names one that is there, so it does not matter which one is asked for. */
const anyRow = Number.NaN

/** Writes the same values to every row that passes a filter; all of them or none. */
export async function changeRows(
  ctx: Context,
  { table: name, set, dryRun, max, ...query }: ChangeRows & { table: string },
): Promise<{ changed: number }> {
  authorise(ctx.principal, 'tables.write')
  return ctx.workspace.database.transact(async (stores) => {
    const { tables } = stores
    const { table } = await findTable(tables, name)
    const where = askedFor(table, query)
    const values = valuesIn(table, set)
    await refuseTooMany(tables, table, where, max)
    await refuseMissingRows(tables, table, anyRow, values)
    const clashing = await tables.clashingColumns(table, where, values)
    if (clashing) throw notUnique('Several rows would have', clashing)

    const ids = await tables.ids(table, all([where ?? everything, unlike(values)]), maxRowsChanged)
    if (ids.length <= rowsToldApart) {
      return { changed: await changeEach(ctx, stores, table, { ids, values, dryRun }) }
    }
    if (dryRun) return { changed: ids.length }
    const version = await recordCount(ctx, stores, table, 'updated', ids.length)
    await tables.updateMany(table, ids, values, version)
    return { changed: ids.length }
  })
}

function valuesIn(table: Table, set: Record<string, CellValue>): Values {
  if (Object.hasOwn(set, 'id')) writableColumn(table, 'id')
  const values = valuesFromRow(table, set, null)
  if (Object.keys(values).length === 0) throw badQuery('set', 'At least one column is set.')
  return values
}

/** Rows that have these values already are left as they are. */
function unlike(values: Values): Condition {
  const same = Object.entries(values).map(([column, value]): Condition => ({
    kind: 'is',
    column,
    value,
  }))
  return not(all(same))
}

async function changeEach(
  ctx: Context,
  stores: Stores,
  table: Table,
  { ids, values, dryRun }: { ids: readonly number[]; values: Values; dryRun: boolean },
): Promise<number> {
  const changes = (await rowsOf(stores.tables, table, ids))
    .map((row) => ({ id: row.id, ...difference(row.values, values) }))
    .filter(({ after }) => Object.keys(after).length > 0)
  if (dryRun) return changes.length
  const versions = await recordRows(ctx, stores, table, 'updated', changes)
  for (const [at, { id, after }] of changes.entries()) {
    await stores.tables.update(table, id, after, versions[at]!)
  }
  return changes.length
}
