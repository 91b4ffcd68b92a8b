import type { Database, ReadStores } from '../ports/database.ts'

/** A list, and the version of what it shows. */
export interface LongList<V> {
  version: V
  /** `null` when the client has it already. */
  body: AsyncIterableIterator<Uint8Array> | null
}

const empty = new Uint8Array(0)

/**
 * A list that is sent as it is made, from one snapshot. What is wrong with the question is told
 * before the first piece of the answer is made.
 */
export async function longList<V>(
  database: Database,
  isKnown: (version: V) => boolean,
  open: (stores: ReadStores) => Promise<{ version: V; pieces: AsyncIterable<Uint8Array> }>,
): Promise<LongList<V>> {
  const shown: V[] = []
  const body = database.stream(async function* (stores: ReadStores) {
    const { version, pieces } = await open(stores)
    shown.push(version)
    yield empty
    yield* pieces
  })
  // The empty first piece tells that the snapshot stands, and of which version it is.
  await body.next()
  const version = shown[0]!
  if (!isKnown(version)) return { version, body }
  await body.return?.()
  return { version, body: null }
}
