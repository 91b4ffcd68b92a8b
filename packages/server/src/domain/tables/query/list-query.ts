import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../ports/database.ts'
import type { RowQuery } from '../../../ports/table-query.ts'
import type { TableReader, TableState } from '../../../ports/table-store.ts'
import { longList } from '../../long-list.ts'
import { findTable } from '../find-table.ts'
import { versionShown } from './version-shown.ts'
import { countRows } from './count-rows.ts'
import { sqlOf } from './cursor.ts'
import { knownQuery } from './query-cache.ts'
import type { PageInput } from './page.ts'
import { readQuery } from './read-query.ts'

export interface RowList {
  /** Of the table as the list shows it. */
  version: number | string
  /** A JSON array: whole, or in pieces when it is long; `null` when the client has it already. */
  body: string | Uint8Array<ArrayBuffer> | AsyncIterableIterator<Uint8Array> | null
  /** How many rows it has; `null` where only looking at each would tell. */
  total: number | null
}

export type ListInput = Pick<PageInput, 'table' | 'query' | 'isKnown'>
type Shown = Pick<RowList, 'version' | 'total'>

/** All rows of a query, however many. */
export async function listQuery(ctx: Context, input: ListInput): Promise<RowList> {
  authorise(ctx.principal, 'tables.read')
  const { database } = ctx.workspace
  const isKnown = (shown: Shown) => input.isKnown(shown.version)
  const { version: shown, body } = await longList(database, ctx.asker, isKnown, async (stores) => {
    const { tables } = stores
    const seen = await findTable(ctx, stores, input.table)
    const version = await versionShown(tables, seen, input.query)
    const query = await readQuery(tables, seen, input.query)
    const total = input.isKnown(version) ? null : await totalOf(database, tables, seen, query)
    return { version: { version, total }, pieces: tables.rows(seen.table, query, 'json') }
  })
  return { ...shown, body }
}

/** Rows that a filter chooses are sent as they are found, and not looked for before that to be counted. */
export async function totalOf(
  database: Database,
  tables: TableReader,
  { table, revision }: TableState,
  query: RowQuery,
): Promise<number | null> {
  if (query.where !== null) return null
  const known = knownQuery(database, sqlOf(table, query), revision)
  return (await countRows(tables, table, query, 'exact', known)).rows
}
