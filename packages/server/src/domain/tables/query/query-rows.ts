import type { Table } from '@triptych/contract/tables'
import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../ports/database.ts'
import type { Condition } from '../../../ports/row-query.ts'
import type { RowPlace, RowQuery, RowRange } from '../../../ports/table-query.ts'
import type { TableReader, TableState } from '../../../ports/table-store.ts'
import { reachOf } from '../../rules/reach.ts'
import { findTable } from '../find-table.ts'
import type { SeenTable } from '../find-table.ts'
import { versionShown } from './version-shown.ts'
import { countRows, recall } from './count-rows.ts'
import type { Total } from './count-rows.ts'
import { readCursor, sqlOf, writeCursor } from './cursor.ts'
import type { CursorPlace } from './cursor.ts'
import { knownQuery, nearestPlace, rememberPlace, rememberPlaces } from './query-cache.ts'
import type { KnownQuery } from './query-cache.ts'
import { placeFor } from './kept-pages.ts'
import { findAllIds, recallIds } from './known-ids.ts'
import type { PageFound, PageInput } from './page.ts'
import { readQuery } from './read-query.ts'

/** What a page may hold of text, however many rows were asked for. */
const mostBytes = 32 * 1024 * 1024
/** So many rows are passed over by counting; further on it goes from place to place. */
const shortWay = 10_000
const placeStep = 5000
/** A page of so many bytes is soon made. */
const shortPage = 512 * 1024

export async function queryRows(ctx: Context, input: PageInput): Promise<PageFound> {
  authorise(ctx.principal, 'tables.read')
  const { database } = ctx.workspace
  const commits = database.commits()
  const place = placeFor(ctx, input, commits)
  const { kept } = place
  if (kept) return input.isKnown(kept.version) ? unchanged(kept.version) : kept
  const found = await database.read(async (stores) => {
    const { tables } = stores
    await reachOf(ctx, stores, commits)
    const state = await findTable(ctx, stores, input.table)
    const version = await versionShown(tables, state, input.query)
    if (input.isKnown(version)) return unchanged(version)
    const asked = await readAsked(database, tables, state, input)
    if (await mayTakeLong(tables, asked, input)) return { isHeavy: costOf(asked) > heavy }
    return pageIn(database, tables, asked, input)
  })
  if (!('isHeavy' in found)) {
    place.keep(found)
    return found
  }
  return database.readLong(
    async (stores) => {
      const { tables } = stores
      const state = await findTable(ctx, stores, input.table)
      return pageIn(database, tables, await readAsked(database, tables, state, input), input)
    },
    ctx.asker,
    found.isHeavy,
  )
}

/** A query of a table as it is now, with what is known about it already. */
interface Asked {
  state: SeenTable
  query: RowQuery
  shape: string
  known: KnownQuery
}

async function readAsked(
  database: Database,
  tables: TableReader,
  state: SeenTable,
  input: PageInput,
): Promise<Asked> {
  const query = await readQuery(tables, state, input.query)
  const shape = sqlOf(state.table, query)
  const known = knownQuery(database, shape, state.revision)
  await recallIds(tables, state.table, query, known)
  await recall(tables, state.table, query, known)
  return { state, query, shape, known }
}

function unchanged(version: number | string): PageFound {
  const total: Total = { rows: null, kind: 'none' }
  return { version, json: null, start: null, count: 0, total, next: null }
}

/** What takes more than a moment is not done where everybody is served. */
async function mayTakeLong(
  tables: TableReader,
  asked: Asked,
  { from, limit, count }: PageInput,
): Promise<boolean> {
  const { state, query, known } = asked
  if (known.ids) return limit * rowBytes(state) > shortPage
  const isFar = 'start' in from && wayTo(known, from.start) > shortWay
  if (isFar || limit * rowBytes(state) > shortPage) return true
  const isCounted = count !== 'none' && known.total === null
  return costOf(asked) > cheap && !(await tables.isQuick(state.table, query, isCounted))
}

/** How many rows lie between a row and the last known place before it. */
function wayTo(known: KnownQuery, start: number): number {
  return start - nearestPlace(known, start).before
}

async function pageIn(
  database: Database,
  tables: TableReader,
  { state, query, shape, known }: Asked,
  input: PageInput,
): Promise<PageFound> {
  const { table, revision } = state
  const { start, ...from }: CursorPlace =
    'cursor' in input.from
      ? readCursor(database.secret, shape, input.from.cursor)
      : { place: null, start: input.from.start, revision }
  // What was counted in another state of the table tells nothing about this one.
  const isCounted = from.revision === revision || from.place === null
  const range =
    (isCounted && (await foundAt(tables, { state, query, shape, known }, start, input))) ||
    (from.place ? { after: from.place, skip: 0 } : await reach(tables, table, query, known, start))
  const page = await collect(tables, table, query, { ...range, limit: input.limit })
  const end = start + page.count
  if (isCounted && input.limit > 0) learn(known, start, page)
  const total = await countRows(tables, table, query, input.count, known)
  const place = { place: page.next, start: end, revision: isCounted ? revision : from.revision }
  return {
    version: await versionShown(tables, state, input.query),
    json: page.json,
    start: isCounted ? start : null,
    count: page.count,
    total,
    next: page.next && writeCursor(database.secret, shape, place),
  }
}

/** Rows of which all ids are known, or had with their number. */
async function foundAt(
  tables: TableReader,
  { state, query, known }: Asked,
  start: number,
  { limit, count }: PageInput,
): Promise<Omit<RowRange, 'limit'> | null> {
  const isWorth = limit > 0 && (count === 'exact' || known.total !== null)
  const ids = known.ids ?? (isWorth ? await findAllIds(tables, state, query, known) : null)
  // One more tells whether there are more.
  return ids && { after: null, skip: 0, found: ids.slice(start, start + limit + 1) }
}

function learn(known: KnownQuery, start: number, { count, next }: Collected): void {
  if (next) rememberPlace(known, start + count, next)
  // The last page tells how many there are without counting.
  else if (count > 0 || start === 0) known.total = start + count
}

/** From the nearest known place on; where that is far away, places all along are found first. */
async function reach(
  tables: TableReader,
  table: Table,
  query: RowQuery,
  known: KnownQuery,
  start: number,
): Promise<{ after: RowPlace | null; skip: number }> {
  if (!known.isMapped && wayTo(known, start) > shortWay) {
    rememberPlaces(known, placeStep, await tables.places(table, query, placeStep))
  }
  const { before, place } = nearestPlace(known, start)
  return { after: place, skip: start - before }
}

interface Collected {
  json: Uint8Array<ArrayBuffer>
  count: number
  next: RowPlace | null
}

/** Page after page until there are enough. */
async function collect(
  tables: TableReader,
  table: Table,
  query: RowQuery,
  wanted: RowRange,
): Promise<Collected> {
  if (wanted.limit === 0) return { json: new TextEncoder().encode('[]'), count: 0, next: null }
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let [count, bytes] = [0, 0]
  let next: RowPlace | null = null
  let range: RowRange = wanted
  do {
    const page = await tables.page(table, query, range)
    pieces.push(page.json)
    count += page.count
    bytes += page.json.length
    next = page.next
    const { rest } = page
    range = { after: next, skip: 0, limit: wanted.limit - count, ...(rest && { found: rest }) }
  } while (next && range.limit > 0 && bytes < mostBytes)
  return { json: oneArray(pieces), count, next }
}

const comma = ','.charCodeAt(0)

function oneArray(arrays: Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [first] = arrays
  if (first && arrays.length === 1) return first
  const pieces = arrays.map((array, index) => {
    const isLast = index === arrays.length - 1
    if (!isLast) array[array.length - 1] = comma
    return index === 0 ? array : array.subarray(1)
  })
  return new Uint8Array(Buffer.concat(pieces))
}

/** What is assumed of a text where nobody knows how long they are. */
const unknownText = 10_000

const shortText = 50

/** So much is looked through in a few milliseconds, and so much takes seconds. */
const cheap = 1_000_000
const heavy = 500_000_000

/** How many bytes a row has at most, roughly. */
function rowBytes({ table, widest }: TableState): number {
  const texts = table.columns.filter(({ type }) => type === 'text' || type === 'json').length
  return texts * (widest ?? unknownText) + table.columns.length * shortText
}

/** How many bytes a query looks through, roughly, each of its conditions counted. */
function costOf({ state, query: { where, sort } }: Pick<Asked, 'state' | 'query'>): number {
  const looks = (where ? conditionsIn(where) : 0) + sort.length
  return state.nextId * looks * Math.max(shortText, state.widest ?? unknownText)
}

function conditionsIn(condition: Condition): number {
  if (condition.kind === 'not') return conditionsIn(condition.of)
  if (condition.kind !== 'all' && condition.kind !== 'any') return 1
  return condition.of.reduce((count, one) => count + conditionsIn(one), 0)
}
