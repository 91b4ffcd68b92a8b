import type { Database } from '../../../ports/database.ts'
import type { RowPlace } from '../../../ports/table-query.ts'

type EarlierQuery = Pick<KnownQuery, 'revision' | 'places' | 'isMapped' | 'ids'> & { total: number }

/** What was found out about a query while its table was at a revision. */
export interface KnownQuery {
  revision: number
  total: number | null
  /** What was known when the rows were counted last. */
  earlier: EarlierQuery | null
  /** How many rows come before each of these places, the row itself among them. */
  places: Map<number, RowPlace>
  /** Whether there are places all along. */
  isMapped: boolean
  /** All of its rows in their order, where they are few and an index does not lead to them; never written to. */
  ids: readonly number[] | null
  /** Whether they are too many for that. */
  hasMany: boolean
}

const mostQueries = 50
const mostPlaces = 1000
const mostText = 100

const newQueries = () => new Map<string, KnownQuery>()

/** The same object for the same query as long as the table does not change. */
export function knownQuery(
  { memo }: Pick<Database, 'memo'>,
  shape: string,
  revision: number,
): KnownQuery {
  const queries = memo(newQueries)
  const found = queries.get(shape)
  // The one that was asked for longest ago goes first.
  queries.delete(shape)
  const kept = found?.revision === revision ? found : nothingKnown(revision, found)
  queries.set(shape, kept)
  if (queries.size > mostQueries) queries.delete(queries.keys().next().value!)
  return kept
}

function nothingKnown(revision: number, before?: KnownQuery): KnownQuery {
  const earlier = earlierOf(before)
  const places = new Map<number, RowPlace>()
  return { revision, total: null, earlier, places, isMapped: false, ids: null, hasMany: false }
}

function earlierOf(known: KnownQuery | undefined): EarlierQuery | null {
  if (!known) return null
  const { total, revision, places, isMapped, ids } = known
  return total === null ? known.earlier : { total, revision, places, isMapped, ids }
}

export function rememberPlace(known: KnownQuery, before: number, place: RowPlace): void {
  const { places } = known
  const isLong = place.values.some((value) => typeof value === 'string' && value.length > mostText)
  if (isLong) return
  if (places.size >= mostPlaces) {
    places.clear()
    known.isMapped = false
  }
  places.set(before, place)
}

/** Places all along, each `step` rows behind the one before. */
export function rememberPlaces(known: KnownQuery, step: number, places: readonly RowPlace[]): void {
  known.places.clear()
  // So few that there is room for those of pages as well.
  const each = Math.ceil(places.length / (mostPlaces / 2))
  for (const [index, place] of places.entries()) {
    if ((index + 1) % each === 0) rememberPlace(known, (index + 1) * step, place)
  }
  known.isMapped = true
}

/** The last known place before a row. */
export function nearestPlace(
  { places }: KnownQuery,
  start: number,
): { before: number; place: RowPlace | null } {
  let nearest = 0
  for (const before of places.keys()) if (before <= start && before > nearest) nearest = before
  return { before: nearest, place: places.get(nearest) ?? null }
}
