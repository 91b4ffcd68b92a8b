import { setImmediate as nextTurn } from 'node:timers/promises'
import { maxRowsChanged } from '@triptych/contract/many-rows'
import type { Reference, Table } from '@triptych/contract/tables'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Stores } from '../../../ports/database.ts'
import type { Holder } from '../../../ports/table-changes.ts'
import type { TableReader } from '../../../ports/table-store.ts'
import { mayNot, referredTable, sightOf } from '../find-table.ts'
import type { SeenTable } from '../find-table.ts'
import { withAllWorkedOut } from '../formula-cells.ts'
import { columnNamed } from '../row-values.ts'
import { recordCount, recordRows, rowsToldApart } from '../many/record-rows.ts'
import { referringColumns } from './references.ts'

/** A column that names rows of a table. */
interface Use {
  from: Table
  column: string
  onDelete: Reference['onDelete']
  /** Whether whoever deletes sees it. */
  isSeen: boolean
  isLocked: boolean
}

/** Rows that stay, and name rows to be deleted. */
interface Clearing {
  use: Use
  holders: Holder[]
}

/** So many ids are looked for, and so many rows are found, before others get their turn. */
const idsAtOnce = 2000
const pageRows = 1000

/**
 * To be called before rows are deleted: refuses where rows that stay forbid it, then takes their
 * ids out of all others.
 */
export async function releaseRows(
  ctx: Context,
  stores: Stores,
  seen: SeenTable,
  ids: readonly number[],
): Promise<void> {
  // All refusals come first: whoever fails after it wrote has its whole group run again.
  for (const clearing of await cellsToClear(stores.tables, seen, ids)) {
    await clearCells(ctx, stores, clearing)
  }
}

/** Refuses rows to be deleted where rows that stay forbid it, or where too many name them. */
export async function cellsToClear(
  tables: TableReader,
  seen: SeenTable,
  ids: readonly number[],
): Promise<Clearing[]> {
  const uses = await usesOf(tables, seen)
  const leaving = { table: seen.whole, ids, known: new Set(ids) }
  for (const use of uses.filter(({ onDelete }) => onDelete === 'restrict')) {
    for await (const [holder] of holdersThatStay(tables, use, leaving)) {
      if (holder) throw use.isSeen ? inUse(use, holder) : mayNot()
    }
  }
  const clearings: Clearing[] = []
  let count = 0
  for (const use of uses.filter(({ onDelete }) => onDelete === 'clear')) {
    const holders: Holder[] = []
    for await (const page of holdersThatStay(tables, use, leaving)) {
      // What one may not write is not written by deleting something else either.
      if (page.length > 0 && use.isLocked) throw mayNot()
      holders.push(...page)
      count += page.length
      if (count > maxRowsChanged) throw tooManyCells()
    }
    if (holders.length > 0) clearings.push({ use, holders })
  }
  return clearings
}

async function usesOf(
  tables: TableReader,
  { whole: table, referrers, reach }: SeenTable,
): Promise<Use[]> {
  const uses: Use[] = []
  for (const referrer of referrers) {
    const from = await referredTable(tables, referrer)
    const sight = sightOf(from, reach)
    for (const { name: column, reference } of referringColumns(from)) {
      if (reference.table !== table.name) continue
      const isSeen = sight !== null && columnNamed(sight.table, column) !== undefined
      const isLocked = sight === null || sight.locked.has(column)
      uses.push({ from, column, onDelete: reference.onDelete, isSeen, isLocked })
    }
  }
  return uses
}

interface Leaving {
  table: Table
  ids: readonly number[]
  known: ReadonlySet<number>
}

/** The rows that name rows to be deleted and are not deleted with them, page by page. */
async function* holdersThatStay(
  tables: TableReader,
  { from, column }: Use,
  { table, ids, known }: Leaving,
): AsyncGenerator<Holder[]> {
  const isLeaving = ({ id }: Holder) => from.name === table.name && known.has(id)
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const values = ids.slice(at, at + idsAtOnce)
    let after: Holder | null = null
    do {
      const page: Holder[] = await tables.rowsHolding(from, { column, values }, after, pageRows)
      yield page.filter((holder) => !isLeaving(holder))
      after = page.length < pageRows ? null : page.at(-1)!
      // One row that few others name is found in no time.
      if (after || values.length > 1) await nextTurn()
    } while (after)
  }
}

async function clearCells(
  ctx: Context,
  stores: Stores,
  { use: { from, column }, holders }: Clearing,
): Promise<void> {
  const { tables } = stores
  const empty = { [column]: null }
  if (holders.length > rowsToldApart) {
    const version = await recordCount(ctx, stores, from, 'updated', holders.length)
    const ids = holders.map(({ id }) => id)
    await tables.keepRows(version, from, ids, { columns: [column], after: empty })
    await tables.updateMany(from, ids, empty, version)
    return
  }
  const cleared = holders.map(({ id, value }) => ({
    id,
    before: { [column]: value },
    after: empty,
  }))
  const changes = await withAllWorkedOut(tables, from, cleared)
  const versions = await recordRows(ctx, stores, from, 'updated', changes)
  for (const [at, { id, after }] of changes.entries()) {
    await tables.update(from, id, after, versions[at]!)
  }
  await nextTurn()
}

function inUse({ from, column }: Use, { id, value }: Holder): AppError {
  const message = `Row ${id} of ${from.name} refers to row ${value} in ${column}.`
  return new AppError('tables.row_in_use', message, { table: from.name, row: id, column })
}

function tooManyCells(): AppError {
  const message = `More than ${maxRowsChanged} cells name these rows; nothing was changed.`
  return new AppError('tables.too_many_rows', message, { limit: maxRowsChanged })
}
