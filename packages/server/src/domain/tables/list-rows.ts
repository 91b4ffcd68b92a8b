import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { ReadStores } from '../../ports/database.ts'
import { everyRow } from '../../ports/table-query.ts'
import { bodyOf } from '../joined-pages.ts'
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

const empty = new Uint8Array(0)

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
  if (!list) return longList(ctx, input)
  // The count was taken before the read: should a commit have come between, it will not match.
  const { revision, body } = list
  if (body !== null) ctx.bodies.set(database, input.table, { revision, body, commits })
  return answer(input, list)
}

function answer({ isKnown }: Input, { revision, body }: RowList): RowList {
  return { revision, body: isKnown(revision) ? null : body }
}

async function longList(ctx: Context, input: Input): Promise<RowList> {
  let revision = 0
  const body = ctx.workspace.database.stream(async function* ({ tables }: ReadStores) {
    const found = await findTable(tables, input.table)
    revision = found.revision
    yield empty
    yield* tables.rows(found.table, everyRow, 'json')
  })
  // The empty first piece tells that the snapshot stands and which revision it shows.
  await body.next()
  if (!input.isKnown(revision)) return { revision, body }
  await body.return?.()
  return { revision, body: null }
}
