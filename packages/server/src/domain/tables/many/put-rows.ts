import type { PutRows } from '@triptych/contract/many-rows'
import type { CellValue, Table } from '@triptych/contract/tables'
import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Stores } from '../../../ports/database.ts'
import type { StoredRow, TableReader, Values } from '../../../ports/table-store.ts'
import { difference } from '../update-row.ts'
import { findTable, mayNot, refuseLocked, refuseReadOnly } from '../find-table.ts'
import type { Sight } from '../find-table.ts'
import { badQuery } from '../query/bad-query.ts'
import { withWorkedOut } from '../formula-cells.ts'
import { queryColumns } from '../query/query-columns.ts'
import { notUnique } from '../refuse-duplicates.ts'
import { columnNamed, requestedRowId, valuesFromRow } from '../row-values.ts'
import { newRowValues } from '../starting-values.ts'
import { insertRows, withIds } from './add-rows.ts'
import type { AskedRow } from './add-rows.ts'
import { recordRows } from './record-rows.ts'
import { refusals } from './refusals.ts'
import { refuseClashes } from './refuse-clashes.ts'
import { storedIds } from './stored-ids.ts'

export interface PutResult {
  added: number
  changed: number
  unchanged: number
  ids: number[]
}

/** Changes the rows that have the same key, adds the others; all of them or none. */
export async function putRows(
  ctx: Context,
  { table: name, rows, key, add, dryRun }: PutRows & { table: string },
): Promise<PutResult> {
  authorise(ctx.principal, 'tables.write')
  return ctx.workspace.database.transact(async (stores) => {
    const { tables } = stores
    const seen = await findTable(ctx, stores, name)
    refuseReadOnly(seen)
    const table = seen.whole
    checkKey(seen.table, key)
    const keyed = await readKeyedRows(seen, key, rows)
    const { found, missing } = await sorted(ctx, tables, seen, { key, add, rows: keyed })
    const changed = found.filter(({ written }) => Object.keys(written).length > 0)
    const added = await withIds(tables, table, missing)
    const final = [...changed, ...added].toSorted((one, other) => one.index - other.index)
    await refuseClashes(tables, seen, final)
    if (!dryRun) {
      // First: what a changed row gives up may be what a new one has.
      await replaceRows(ctx, stores, table, changed)
      await insertRows(ctx, stores, table, added)
    }
    const ids = rows.map(() => 0)
    for (const { index, id } of [...found, ...added]) ids[index] = id
    return {
      added: added.length,
      changed: changed.length,
      unchanged: found.length - changed.length,
      ids: dryRun ? [] : ids,
    }
  }, ctx.budget)
}

export interface ChangedRow extends StoredRow {
  index: number
  before: Values
  written: Values
}

/** Which rows are there already, and which are new. */
async function sorted(
  ctx: Context,
  tables: TableReader,
  sight: Sight,
  { key, add, rows }: { key: readonly string[]; add: boolean; rows: readonly KeyedRow[] },
): Promise<{ found: ChangedRow[]; missing: AskedRow[] }> {
  const table = sight.whole
  const now = ctx.now()
  const stored = await storedIds(
    tables,
    table,
    key,
    rows.map(({ cells }) => cells),
  )
  const ids = [...stored.values()].flatMap(([id]) => id ?? [])
  ctx.budget.spend('bytes', await tables.bytesOf(table, ids))
  const rowOf = new Map((await tables.rowsById(table, ids)).map((row) => [row.id, row]))
  const refused = refusals()
  const found: ChangedRow[] = []
  const missing: AskedRow[] = []
  for (const { index, id, values, cells } of rows) {
    await refused.attempt(index, async () => {
      const [same, other] = stored.get(JSON.stringify(cells)) ?? []
      if (other !== undefined) throw notUnique(sight, 'Several rows have', key)
      if (same === undefined) {
        if (!add) throw new AppError('tables.row_not_found', 'There is no such row.')
        if (!sight.isWritable) throw mayNot()
        missing.push({ index, id, values: newRowValues(sight, values, now) })
        return
      }
      if (id !== null && id !== same) throw otherId(same)
      const changed = changedRow(rowOf.get(same)!, values)
      refuseLocked(sight, changed.written)
      found.push({ index, ...changed })
    })
  }
  refused.settle()
  return { found, missing }
}

function changedRow(row: StoredRow, given: Record<string, CellValue>): Omit<ChangedRow, 'index'> {
  const { before, after } = difference(row.values, given)
  return { ...row, values: { ...row.values, ...after }, before, written: after }
}

function otherId(id: number): AppError {
  const message = `The row with this key has the id ${id}, which cannot be changed.`
  return new AppError('tables.read_only_column', message, { column: 'id' })
}

/** Rows that clash with nothing become what they are here. */
export async function replaceRows(
  ctx: Context,
  stores: Stores,
  table: Table,
  rows: readonly ChangedRow[],
): Promise<void> {
  const changes = rows.map(({ id, values, before, written }) =>
    withWorkedOut(table, values, { id, before, after: written }),
  )
  const versions = await recordRows(ctx, stores, table, 'updated', changes)
  await stores.tables.replaceMany(
    table,
    rows.map((row, at) => ({
      ...row,
      version: versions[at]!,
      values: { ...row.values, ...changes[at]!.after },
    })),
  )
}

/** A row with what it has in the columns of the key. */
interface KeyedRow extends AskedRow {
  cells: CellValue[]
}

function checkKey(table: Table, key: readonly string[]): void {
  const columns = queryColumns(table)
  for (const name of key) {
    const column = columns.get(name)
    if (!column) throw badQuery('key', 'The table has no such column.')
    if (column.type === 'json') throw badQuery('key', 'JSON cannot be a key.', name)
    if (columnNamed(table, name)?.formula !== undefined) {
      throw badQuery('key', 'What is worked out cannot be a key.', name)
    }
  }
}

/** Each key comes only once. */
async function readKeyedRows(
  sight: Sight,
  key: readonly string[],
  rows: readonly Record<string, CellValue>[],
): Promise<KeyedRow[]> {
  const refused = refusals()
  const keyed: KeyedRow[] = []
  const seen = new Set<string>()
  for (const [index, row] of rows.entries()) {
    await refused.attempt(index, () => {
      const id = requestedRowId(row['id'])
      const values = valuesFromRow(sight.table, row, null)
      const cells = key.map((name) => (name === 'id' ? id : (values[name] ?? null)))
      const missing = key[cells.indexOf(null)]
      if (missing !== undefined) throw keyRequired(missing)
      const text = JSON.stringify(cells)
      if (seen.has(text)) throw notUnique(sight, 'An earlier row has', key)
      seen.add(text)
      keyed.push({ index, id, values, cells })
    })
  }
  refused.settle()
  return keyed
}

function keyRequired(column: string): AppError {
  const message = `A row needs a value in ${column}, by which it is known.`
  return new AppError('tables.value_required', message, { column })
}
