import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { ReadStores } from '../../ports/database.ts'
import { findTable } from './find-table.ts'

export interface RowList {
  /** The table's revision the list shows. */
  revision: number
  /** A JSON array: whole, or in pieces when it is long; `null` when the client has it already. */
  body: Uint8Array<ArrayBuffer> | AsyncIterableIterator<string> | null
}

/** So many rows are read at a stretch before others get their turn. */
const pageRows = 1000

export async function listRows(
  ctx: Context,
  input: { table: string; isKnown: (revision: number) => boolean },
): Promise<RowList> {
  authorise(ctx.principal, 'tables.read')
  const key = `${ctx.workspace.name}/${input.table}`

  const short = await ctx.workspace.database.read(async ({ tables }) => {
    const { table, revision } = await findTable(tables, input.table)
    if (input.isKnown(revision)) return { revision, body: null }
    const kept = ctx.bodies.get(key, revision)
    if (kept) return { revision, body: kept }

    const { json, next } = await tables.page(table, null, pageRows)
    if (next) return null
    const body = new TextEncoder().encode(`[${json}]`)
    ctx.bodies.set(key, revision, body)
    return { revision, body }
  })
  return short ?? longList(ctx, input.table)
}

async function longList(ctx: Context, name: string): Promise<RowList> {
  let revision = 0
  const body = ctx.workspace.database.stream(async function* ({ tables }: ReadStores) {
    const found = await findTable(tables, name)
    revision = found.revision
    yield ''

    let after = null
    do {
      const page = await tables.page(found.table, after, pageRows)
      yield (after ? ',' : '[') + page.json
      after = page.next
    } while (after)
    yield ']'
  })
  // The empty first piece tells that the snapshot stands and which revision it shows.
  await body.next()
  return { revision, body }
}
