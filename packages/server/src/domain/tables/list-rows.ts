import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { everyRow } from '../../ports/table-query.ts'
import { bodyOf } from '../joined-pages.ts'
import { findTable } from './find-row.ts'
import { listQuery } from './query/list-query.ts'
import type { RowList } from './query/list-query.ts'

interface Input {
  table: string
  isKnown: (revision: number) => boolean
}

/** A list of so many rows is answered at once, and kept for the next who asks. */
const shortList = 1000

/** All rows of a table, in its order. */
export async function listRows(ctx: Context, input: Input): Promise<RowList> {
  authorise(ctx.principal, 'tables.read')
  const { database } = ctx.workspace
  const commits = database.commits()
  const kept = ctx.bodies.get(database, input.table)
  // Nothing at all was committed since: there is no need to ask the database.
  if (kept && commits !== null && kept.commits === commits) return answer(input, kept)

  const list = await database.read(async ({ tables }) => {
    const { table, revision } = await findTable(tables, input.table)
    if (kept?.revision === revision) return kept
    if (input.isKnown(revision)) return { revision, body: null }
    const range = { after: null, skip: 0, limit: shortList }
    const { json, next, count } = await tables.page(table, everyRow, range)
    return next ? null : { revision, body: bodyOf(json), total: count }
  })
  if (!list) return listQuery(ctx, { ...input, query: {} })
  // The count was taken before the read: should a commit have come between, it will not match.
  if (list.body !== null) ctx.bodies.set(database, input.table, { ...list, commits })
  return answer(input, list)
}

interface ShortList extends Pick<RowList, 'revision' | 'body'> {
  total?: number
}

function answer({ isKnown }: Input, { revision, body, total }: ShortList): RowList {
  return { revision, body: isKnown(revision) ? null : body, total: total ?? null }
}
