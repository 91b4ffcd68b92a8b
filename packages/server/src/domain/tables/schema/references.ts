import type { Column, Reference, Table } from '@triptych/contract/tables'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Stores } from '../../../ports/database.ts'
import type { TableReader, TableState, Values } from '../../../ports/table-store.ts'
import { recordChange } from '../../record-change.ts'
import { findTable } from '../find-table.ts'

type ReferringColumn = Column & { reference: Reference }

export function referringColumns(table: Table): ReferringColumn[] {
  return table.columns.filter((column): column is ReferringColumn => column.reference !== null)
}

/** The tables that are referred to must exist. */
export function checkReferences(tables: readonly Table[], table: Table): void {
  const names = new Set(tables.map(({ name }) => name))
  for (const { name, reference } of referringColumns(table)) {
    if (names.has(reference.table)) continue
    const message = `${name} refers to the table ${reference.table}, which does not exist.`
    throw new AppError('body.invalid', message, { column: name })
  }
}

/** Throws when a row is to name one that does not exist. `id` is its own: it may name itself. */
export async function refuseMissingRows(
  tables: TableReader,
  table: Table,
  id: number,
  values: Values,
): Promise<void> {
  for (const column of referringColumns(table)) {
    const value = values[column.name]
    if (typeof value !== 'number') continue
    const isItself = value === id && column.reference.table === table.name
    if (isItself) continue
    const { table: target } = await findTable(tables, column.reference.table)
    if (!(await tables.hasRow(target, value))) throw noSuchRow(column.name, target.name, value)
  }
}

export function noSuchRow(column: string, table: string, id: number): AppError {
  const message = `${column} names row ${id} of ${table}, which does not exist.`
  return new AppError('tables.no_such_reference', message, { column })
}

/** So many rows are looked at at a stretch. */
const pageRows = 1000

/**
 * To be called before rows are deleted: refuses where rows that stay forbid it, then takes their
 * ids out of all others, with an entry in the log for each.
 */
export async function releaseRows(
  ctx: Context,
  stores: Stores,
  state: TableState,
  ids: readonly number[],
): Promise<void> {
  // All refusals come first: whoever fails after it wrote has its whole group run again.
  await refuseUsedRows(stores.tables, state, ids)
  for await (const { use, user, id } of usersThatStay(stores.tables, state, 'clear', ids)) {
    await clearCell(ctx, stores, use, { id: user, value: id })
  }
}

/** Refuses rows to be deleted where rows that stay forbid it. */
export async function refuseUsedRows(
  tables: TableReader,
  state: TableState,
  ids: readonly number[],
): Promise<void> {
  for await (const { use, user, id } of usersThatStay(tables, state, 'restrict', ids)) {
    throw inUse(use, user, id)
  }
}

/** The rows that name rows to be deleted and are not deleted with them. */
async function* usersThatStay(
  tables: TableReader,
  { table, referrers }: TableState,
  onDelete: Reference['onDelete'],
  ids: readonly number[],
): AsyncGenerator<{ use: Use; user: number; id: number }> {
  if (referrers.length === 0) return
  const leaving = new Set(ids)
  for (const use of await usesOf(tables, table, referrers)) {
    if (use.onDelete !== onDelete) continue
    for (const id of ids) {
      for await (const user of usersOf(tables, use, id)) {
        const isLeaving = use.from.name === table.name && leaving.has(user)
        if (!isLeaving) yield { use, user, id }
      }
    }
  }
}

/** A column that names rows of a table. */
interface Use {
  from: Table
  column: string
  onDelete: Reference['onDelete']
}

async function usesOf(
  tables: TableReader,
  { name }: Table,
  referrers: readonly string[],
): Promise<Use[]> {
  const uses: Use[] = []
  for (const referrer of referrers) {
    const { table: from } = await findTable(tables, referrer)
    for (const { name: column, reference } of referringColumns(from)) {
      if (reference.table === name) uses.push({ from, column, onDelete: reference.onDelete })
    }
  }
  return uses
}

async function* usersOf(
  tables: TableReader,
  { from, column }: Use,
  value: number,
): AsyncGenerator<number> {
  for (let after = 0; ;) {
    const ids = await tables.rowsHolding(from, { column, value }, after, pageRows)
    yield* ids
    if (ids.length < pageRows) return
    after = ids.at(-1)!
  }
}

async function clearCell(
  ctx: Context,
  stores: Stores,
  { from, column }: Use,
  { id, value }: { id: number; value: number },
): Promise<void> {
  const version = await recordChange(ctx, stores, {
    area: 'tables',
    operation: 'row-updated',
    entity: `${from.name}/${id}`,
    before: { [column]: value },
    after: { [column]: null },
  })
  await stores.tables.update(from, id, { [column]: null }, version)
}

function inUse({ from, column }: Use, user: number, id: number): AppError {
  const message = `Row ${user} of ${from.name} refers to row ${id} in ${column}.`
  return new AppError('tables.row_in_use', message, { table: from.name, row: user, column })
}
