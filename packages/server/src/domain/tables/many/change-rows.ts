import { maxRowsChanged } from '@triptych/contract/many-rows'
import type { ChangeRows } from '@triptych/contract/many-rows'
import type { CellValue, Table } from '@triptych/contract/tables'
import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import type { Stores } from '../../../ports/database.ts'
import type { Condition } from '../../../ports/row-query.ts'
import type { TableReader, Values } from '../../../ports/table-store.ts'
import { difference } from '../update-row.ts'
import { mayNot, refuseReadOnly } from '../find-table.ts'
import type { SeenTable } from '../find-table.ts'
import { withAllWorkedOut } from '../formula-cells.ts'
import { badQuery } from '../query/bad-query.ts'
import { all, everything, not } from '../query/conditions.ts'
import { notUnique } from '../refuse-duplicates.ts'
import { columnNamed, valuesFromRow, writableColumn } from '../row-values.ts'
import { refuseMissingRows } from '../schema/references.ts'
import { askedFor, refuseTooMany } from './asked-rows.ts'
import { foundAside, foundFirst } from './found-first.ts'
import type { Look } from './found-first.ts'
import { areToldApart, recordCount, recordRows } from './record-rows.ts'

/** A row that names itself names one that is there, so it does not matter which one is asked for. */
const anyRow = Number.NaN

/** Writes the same values to every row that passes a filter; all of them or none. */
export async function changeRows(
  ctx: Context,
  { table: name, set, dryRun, max, ...query }: ChangeRows & { table: string },
): Promise<{ changed: number }> {
  authorise(ctx.principal, 'tables.write')
  const look: Look<Found> = async (tables, seen) => {
    refuseReadOnly(seen)
    const { table, whole } = seen
    const where = askedFor(table, query)
    const asked = valuesIn(table, set)
    await refuseTooMany(tables, table, where, max)
    const values = await writableValues(tables, seen, where, asked)
    await refuseMissingRows(tables, seen, anyRow, values)
    const clashing = await tables.clashingColumns(whole, where, values)
    if (clashing) throw notUnique(seen, 'Several rows would have', clashing)
    const differing = all([where ?? everything, unlike(values)])
    return { values, ids: await tables.ids(table, differing, maxRowsChanged) }
  }
  if (dryRun) {
    return foundAside(ctx, name, async (tables, state) => {
      const found = await look(tables, state)
      if (!(await isToldApart(tables, state.table, found))) return { changed: found.ids.length }
      return { changed: (await changesIn(tables, state.table, found)).length }
    })
  }
  return foundFirst(ctx, name, look, async (stores, seen, found) => {
    // The table is as it was, but those it refers to may not be.
    await refuseMissingRows(stores.tables, seen, anyRow, found.values)
    return { changed: await writeFound(ctx, stores, seen.whole, found) }
  })
}

interface Found {
  values: Values
  /** Of the rows that do not have them. */
  ids: number[]
}

function valuesIn(table: Table, set: Record<string, CellValue>): Values {
  for (const name of Object.keys(set)) {
    if (name === 'id' || columnNamed(table, name)) writableColumn(table, name)
  }
  const values = valuesFromRow(table, set, null)
  if (Object.keys(values).length === 0) throw badQuery('set', 'At least one column is set.')
  return values
}

/**
 * What may not be written may be said, where all rows have it already. It is looked at no further: whether a row that it
 * names exists may be hidden.
 */
async function writableValues(
  tables: TableReader,
  { table, locked }: SeenTable,
  where: Condition | null,
  values: Values,
): Promise<Values> {
  const cells = Object.entries(values)
  const kept = cells.filter(([name]) => locked.has(name))
  if (kept.length === 0) return values
  const others = all([where ?? everything, unlike(Object.fromEntries(kept))])
  if ((await tables.ids(table, others, 1)).length > 0) throw mayNot()
  return Object.fromEntries(cells.filter(([name]) => !locked.has(name)))
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

/** Answers how many rows were changed. */
async function writeFound(
  ctx: Context,
  stores: Stores,
  table: Table,
  found: Found,
): Promise<number> {
  const { tables } = stores
  const { ids, values } = found
  ctx.budget.spend('rows', ids.length)
  if (!(await isToldApart(tables, table, found))) {
    const version = await recordCount(ctx, stores, table, 'updated', ids.length)
    const columns = Object.keys(values)
    await tables.keepRows(version, table, ids, { columns, after: values })
    await tables.updateMany(table, ids, values, version)
    return ids.length
  }
  const changes = await withAllWorkedOut(tables, table, await changesIn(tables, table, found))
  const versions = await recordRows(ctx, stores, table, 'updated', changes)
  for (const [at, { id, after }] of changes.entries()) {
    await tables.update(table, id, after, versions[at]!)
  }
  return changes.length
}

function isToldApart(tables: TableReader, table: Table, { ids, values }: Found): Promise<boolean> {
  const after = JSON.stringify(values).length * ids.length
  return areToldApart(tables, table, ids, Object.keys(values), after)
}

async function changesIn(tables: TableReader, table: Table, { ids, values }: Found) {
  return (await tables.rowsById(table, ids, Object.keys(values)))
    .map((row) => ({ id: row.id, ...difference(row.values, values) }))
    .filter(({ after }) => Object.keys(after).length > 0)
}
