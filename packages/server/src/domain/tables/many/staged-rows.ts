import type { Table } from '@triptych/contract/tables'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Stores } from '../../../ports/database.ts'
import type { StagedClash } from '../../../ports/table-import.ts'
import type { StoredRow, TableReader } from '../../../ports/table-store.ts'
import { mayNot } from '../find-table.ts'
import type { SeenTable } from '../find-table.ts'
import { notUnique } from '../refuse-duplicates.ts'
import { columnNamed } from '../row-values.ts'
import { recordCount } from './record-rows.ts'

export type StagedRow = Omit<StoredRow, 'version'>

/** Rows on their way into a table, out of sight: there may be more of them than fit into memory. */
export async function stagedRows({ tables }: Stores, table: Table) {
  const staged = await tables.stage(table, false)
  const ids: number[] = []
  let widest = 0
  return {
    staged,
    async add(rows: readonly StagedRow[]): Promise<void> {
      if (rows.length === 0) return
      const made = rows.map(({ id, order, values }, at) => ({
        id,
        order,
        // They are told apart by it.
        line: ids.length + at,
        values: table.columns.map(({ name }) => values[name] ?? null),
      }))
      for (const { id } of rows) ids.push(id)
      widest = Math.max(widest, await tables.addStaged(staged, made))
    },
    count: () => ids.length,
    ids: () => ids,
    numbers: (revision: number) => ({ idOffset: 0, orderPrefix: '', revision, widest }),
  }
}

type Staged = Awaited<ReturnType<typeof stagedRows>>

/** Rows that are there become what is staged, as one change; `columns` are those in which they were written. */
export async function writeStaged(
  ctx: Context,
  stores: Stores,
  seen: SeenTable,
  rows: Staged,
  columns: readonly string[],
): Promise<void> {
  const { tables } = stores
  const { whole } = seen
  if (rows.count() === 0) return tables.unstage(rows.staged)
  const revision = await recordCount(ctx, stores, whole, 'updated', rows.count())
  await tables.keepReplaced(revision, whole, rows.staged, columns)
  // All of them go first, so that none is in the way of another.
  await tables.removeMany(whole, rows.ids(), revision)
  await refuseStagedClashes(stores, seen, rows.staged)
  await tables.merge(rows.staged, whole, rows.numbers(revision))
}

export async function refuseStagedClashes(
  { tables }: Stores,
  seen: SeenTable,
  staged: Table,
): Promise<void> {
  const { first } = await tables.dropClashes(staged, seen.whole, 0, 1)
  const [clash] = first
  if (clash) throw refusalOf(seen, clash)
}

function refusalOf(seen: SeenTable, { columns, kind }: StagedClash): AppError {
  if (kind !== 'missing') return notUnique(seen, 'Another row has', columns)
  const [column] = columns
  if (!columnNamed(seen.table, column ?? '')) return mayNot()
  const message = `${column} names a row that does not exist.`
  return new AppError('tables.no_such_reference', message, { column })
}

/** What rows may hold of text to be read at once. */
const rowBytes = 8 * 1024 * 1024

/** The rows of these numbers, so many at once as fit into memory. */
export async function* rowsInParts<Item extends { id: number }>(
  tables: TableReader,
  table: Table,
  items: readonly Item[],
): AsyncGenerator<[readonly Item[], Map<number, StoredRow>]> {
  const ids = items.map(({ id }) => id)
  if (items.length > 1 && (await tables.bytesOf(table, ids)) > rowBytes) {
    const half = Math.ceil(items.length / 2)
    yield* rowsInParts(tables, table, items.slice(0, half))
    yield* rowsInParts(tables, table, items.slice(half))
    return
  }
  yield [items, new Map((await tables.rowsById(table, ids)).map((row) => [row.id, row]))]
}
