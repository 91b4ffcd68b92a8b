import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import { longList } from '../../long-list.ts'
import { findTable } from '../find-table.ts'
import type { RowList } from '../list-rows.ts'
import type { PageInput } from './query-rows.ts'
import { readQuery } from './read-query.ts'

export type ListInput = Pick<PageInput, 'table' | 'query' | 'isKnown'>

/** All rows of a query, however many. */
export async function listQuery(ctx: Context, input: ListInput): Promise<RowList> {
  authorise(ctx.principal, 'tables.read')
  const { database } = ctx.workspace
  const { version, body } = await longList(database, input.isKnown, async ({ tables }) => {
    const { table, revision } = await findTable(tables, input.table)
    const query = await readQuery(tables, table, input.query)
    return { version: revision, pieces: tables.rows(table, query, 'json') }
  })
  return { revision: version, body }
}
