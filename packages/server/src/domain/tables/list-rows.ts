import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { everyRow } from '../../ports/table-query.ts'
import { bodyOf } from '../joined-pages.ts'
import { longList } from '../long-list.ts'
import { knownReach, reachOf } from '../rules/reach.ts'
import { findTable, versionOf } from './find-table.ts'
import { followList } from './follow-list.ts'
import { totalOf } from './query/list-query.ts'
import type { RowList } from './query/list-query.ts'

interface Input {
  table: string
  isKnown: (version: number | string) => boolean
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
  const isSame = commits !== null && kept?.commits === commits
  if (kept && isSame && knownReach(ctx, commits) === null) {
    return answer(input, { ...kept, version: kept.revision })
  }

  const list = await database.read(async (stores) => {
    await reachOf(ctx, stores, commits)
    const seen = await findTable(ctx, stores, input.table)
    const { table, revision } = seen
    // What is kept has all columns.
    const isWhole = table === seen.whole
    const version = versionOf(seen)
    if (isWhole && kept?.revision === revision) return { ...kept, version, isWhole }
    if (input.isKnown(version)) return { revision, version, body: null, isWhole }
    const followed = isWhole && kept && (await followList(stores.tables, seen, kept))
    if (followed) return { revision, version, ...followed, isWhole }
    if (database.memo(longTables).has(table.name)) return null
    const range = { after: null, skip: 0, limit: shortList }
    const { json, next, count } = await stores.tables.page(table, everyRow, range)
    return next ? null : { revision, version, body: bodyOf(json), total: count, isWhole }
  })
  if (!list) return listLong(ctx, input)
  const { isWhole, version: _, ...made } = list
  // The count was taken before the read: should a commit have come between, it will not match.
  if (isWhole && made.body !== null) {
    ctx.bodies.set(database, input.table, { ...made, body: made.body, commits })
  }
  return answer(input, list)
}

/** Of tables that were long the last time the first page need not be made to find out. */
const longTables = () => new Set<string>()

/** Sent as it is made, and kept for the next who asks when it was sent. */
async function listLong(ctx: Context, input: Input): Promise<RowList> {
  const { database } = ctx.workspace
  const commits = database.commits()
  interface Shown {
    name: string
    version: number | string
    revision: number
    isWhole: boolean
    total: number | null
  }
  const isKnown = ({ version }: Shown) => input.isKnown(version)
  const { version: shown, body } = await longList(database, ctx.asker, isKnown, async (stores) => {
    const seen = await findTable(ctx, stores, input.table)
    const { table, revision } = seen
    const version = versionOf(seen)
    const total = input.isKnown(version)
      ? null
      : await totalOf(database, stores.tables, seen, everyRow)
    const isWhole = table === seen.whole
    return {
      version: { name: table.name, version, revision, isWhole, total },
      pieces: stores.tables.rows(table, everyRow, 'json'),
    }
  })
  const { name, version, revision, isWhole, total } = shown
  const long = database.memo(longTables)
  // As it is called: one name can be asked for in any letter case.
  if (total !== null && total > shortList) long.add(name)
  else long.delete(name)
  if (body === null || !isWhole) return { version, body, total }
  const made = { revision, commits, ...(total !== null && { total }) }
  return { version, total, body: ctx.bodies.keepSent(database, input.table, made, body) }
}

interface ShortList extends Pick<RowList, 'version' | 'body'> {
  total?: number
}

function answer({ isKnown }: Input, { version, body, total }: ShortList): RowList {
  return { version, body: isKnown(version) ? null : body, total: total ?? null }
}
