import type { PoolClient } from 'pg'
import { whyEnded } from '../../concurrency/places.ts'
import type { Sql, SqlSession } from '../sql/core/sql.ts'
import type { Connections } from './connections.ts'
import { isPassing, isReshaped, toAppError } from './map-errors.ts'
import { asking, sessionOf, unprepared } from './session.ts'
import type { Ask, Kind, NameOf } from './session.ts'

export interface Snapshots<S> {
  /** With the signal the connection is cut off, and so what the database does on it ends. */
  read<T>(work: (stores: S) => Promise<T>, signal?: AbortSignal): Promise<T>
  stream<T>(
    work: (stores: S) => AsyncIterable<T>,
    signal: AbortSignal | null,
  ): AsyncIterableIterator<T>
}

interface Reader<S> {
  client: PoolClient
  stores: S
  /** What it has prepared may be out of date. */
  isPlain: boolean
  /** Of the first statement that failed. */
  failure: { error: unknown } | null
}

interface Opened<S> {
  connections: Connections
  /** Begins a transaction that sees one snapshot. */
  opening: string
  nameOf: NameOf
  storesFor: (session: SqlSession) => S
}

export function snapshots<S>({ connections, opening, nameOf, storesFor }: Opened<S>): Snapshots<S> {
  const readers = new WeakMap<PoolClient, Reader<S>>()

  function readerOn(client: PoolClient): Reader<S> {
    const known = readers.get(client)
    if (known) return known
    const ask = asking(client, connections.bind, nameOf)
    const askPlainly = asking(client, connections.bind, unprepared)
    const stores = storesFor(sessionOf(watched))
    const reader: Reader<S> = { client, stores, isPlain: false, failure: null }
    async function watched(statement: Sql, kind?: Kind): ReturnType<Ask> {
      try {
        return await (reader.isPlain ? askPlainly(statement, kind) : ask(statement, kind))
      } catch (error) {
        reader.failure ??= { error }
        throw toAppError(reader.failure.error)
      }
    }
    readers.set(client, reader)
    return reader
  }

  async function begin(isPlain: boolean): Promise<Reader<S>> {
    const reader = readerOn(await connections.take())
    reader.isPlain = isPlain
    reader.failure = null
    // Nobody waits for it: the first statement comes right behind, and fails when it does.
    reader.client.query(opening).catch((error: unknown) => {
      reader.failure ??= { error }
    })
    return reader
  }

  /** Nobody waits for the end either: whoever has the connection next comes behind it. */
  function end({ client, failure }: Reader<S>): void {
    const isSound = failure === null || !isPassing(failure.error)
    if (isSound) client.query('rollback').catch(() => {})
    connections.giveBack(client, isSound ? 'sound' : 'broken')
  }

  async function readOnce<T>(
    work: (stores: S) => Promise<T>,
    isPlain: boolean,
    signal: AbortSignal | undefined,
  ): Promise<{ value: T } | { error: unknown; again: boolean }> {
    const reader = await begin(isPlain)
    const whole = cutWith(reader, signal)
    try {
      return { value: await work(reader.stores) }
    } catch (error) {
      if (signal?.aborted) throw whyEnded(signal)
      return { error, again: isWorthAgain(reader) }
    } finally {
      whole()
      end(reader)
    }
  }

  /** Cuts the connection off in the midst of what it does when nobody waits any more. */
  function cutWith({ client }: Reader<S>, signal: AbortSignal | null | undefined): () => void {
    const cut = () => connections.cut(client)
    signal?.addEventListener('abort', cut)
    if (signal?.aborted) cut()
    return () => signal?.removeEventListener('abort', cut)
  }

  return {
    async read(work, signal) {
      const first = await readOnce(work, false, signal)
      if ('value' in first) return first.value
      if (!first.again) throw first.error
      // A connection that broke while nobody used it is found out only now.
      const second = await readOnce(work, true, signal)
      if ('value' in second) return second.value
      throw second.error
    },

    async *stream(work, signal) {
      for (let isFirst = true; ; isFirst = false) {
        const reader = await begin(true)
        const whole = cutWith(reader, signal)
        let hasBegun = false
        try {
          for await (const piece of work(reader.stores)) {
            hasBegun = true
            yield piece
          }
          return
        } catch (error) {
          if (signal?.aborted) throw whyEnded(signal)
          // What somebody has seen the beginning of cannot be begun again.
          if (hasBegun || !isFirst || !isWorthAgain(reader)) throw error
        } finally {
          whole()
          end(reader)
        }
      }
    },
  }
}

function isWorthAgain({ failure }: Pick<Reader<unknown>, 'failure'>): boolean {
  return failure !== null && (isPassing(failure.error) || isReshaped(failure.error))
}
