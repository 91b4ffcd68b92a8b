import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import type { ReadStores } from '../../../ports/database.ts'
import type { RowForm } from '../../../ports/table-query.ts'
import { findTable } from '../find-table.ts'
import type { RowList } from '../list-rows.ts'
import { readQuery } from './read-query.ts'
import type { PageInput } from './query-rows.ts'

export interface ListInput extends Pick<PageInput, 'table' | 'query' | 'isKnown'> {
  form: RowForm
}

const empty = new Uint8Array(0)

/** All rows of a query, however many, as one document. */
export async function listQuery(ctx: Context, input: ListInput): Promise<RowList> {
  authorise(ctx.principal, 'tables.read')
  let revision = 0
  const body = ctx.workspace.database.stream(async function* ({ tables }: ReadStores) {
    const found = await findTable(tables, input.table)
    revision = found.revision
    const query = await readQuery(tables, found.table, input.query)
    yield empty
    yield* tables.rows(found.table, query, input.form)
  })
  // The empty first piece tells that the query can be answered, and which revision it shows.
  await body.next()
  if (!input.isKnown(revision)) return { revision, body }
  await body.return?.()
  return { revision, body: null }
}
