import type { Asker } from '../asker.ts'
import type { Database, ReadStores } from '../ports/database.ts'

/** A list, and the version of what it shows. */
export interface LongList<V> {
  version: V
  /** `null` when the client has it already. */
  body: AsyncIterableIterator<Uint8Array> | null
}

/**
 * A list that is sent as it is made, from one snapshot. What is wrong with the question, and what fails
 * before the first piece of the answer is made, is told in place of it.
 */
export async function longList<V>(
  database: Database,
  asker: Asker | null,
  isKnown: (version: V) => boolean,
  open: (stores: ReadStores) => Promise<{ version: V; pieces: AsyncIterable<Uint8Array> }>,
): Promise<LongList<V>> {
  const shown: V[] = []
  const body = database.stream(async function* (stores: ReadStores) {
    const { version, pieces } = await open(stores)
    shown.push(version)
    if (!isKnown(version)) yield* pieces
  }, asker)
  const first = await body.next()
  // The last one: a snapshot that could not be kept is taken once more.
  const version = shown.at(-1)!
  return { version, body: isKnown(version) ? null : beginningWith(first, body) }
}

/** Not a generator: one that nobody has asked for anything leaves what it would read open. */
export function beginningWith<T>(
  first: IteratorResult<T>,
  rest: AsyncIterableIterator<T>,
): AsyncIterableIterator<T> {
  let waiting: IteratorResult<T> | null = first
  return {
    async next() {
      const result = waiting ?? (await rest.next())
      waiting = null
      return result
    },
    async return() {
      waiting = null
      await rest.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
