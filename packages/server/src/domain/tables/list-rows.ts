import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { everyRow } from '../../ports/table-query.ts'
import { bodyOf } from '../joined-pages.ts'
import { longList } from '../long-list.ts'
import { findTable } from './find-table.ts'

export interface RowList {
  /** The table's revision the list shows. */
  revision: number
  /** A JSON array: whole, or in pieces when it is long; `null` when the client has it already. */
  body: string | Uint8Array<ArrayBuffer> | AsyncIterableIterator<Uint8Array> | null
}

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
    if (kept?.revision === revision) return { revision, body: kept.body }
    if (input.isKnown(revision)) return { revision, body: null }
    const range = { after: null, skip: 0, limit: shortList }
    const { json, next } = await tables.page(table, everyRow, range)
    return next ? null : { revision, body: bodyOf(json) }
  })
  if (!list) return listLong(ctx, input)
  // The count was taken before the read: should a commit have come between, it will not match.
  const { revision, body } = list
  if (body !== null) ctx.bodies.set(database, input.table, { revision, body, commits })
  return answer(input, list)
}

function answer({ isKnown }: Input, { revision, body }: RowList): RowList {
  return { revision, body: isKnown(revision) ? null : body }
}

async function listLong(ctx: Context, { table: name, isKnown }: Input): Promise<RowList> {
  const list = await longList(ctx.workspace.database, isKnown, async ({ tables }) => {
    const { table, revision } = await findTable(tables, name)
    return { version: revision, pieces: tables.rows(table, everyRow, 'json') }
  })
  return { revision: list.version, body: list.body }
}
