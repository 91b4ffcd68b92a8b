import type { PoolClient } from 'pg'
import type { ReadStores } from '../../ports/database.ts'
import type { Semaphore } from '../../concurrency/semaphore.ts'
import type { Sql, SqlSession } from '../sql/core/sql.ts'
import type { Connections } from './connections.ts'
import { isPassing, isReshaped, toAppError } from './map-errors.ts'
import { asking, sessionOf, unprepared } from './session.ts'
import type { Ask, Kind, NameOf } from './session.ts'

export interface Snapshots {
  read<T>(work: (stores: ReadStores) => Promise<T>): Promise<T>
  stream<T>(work: (stores: ReadStores) => AsyncIterable<T>): AsyncIterableIterator<T>
}

interface Reader {
  client: PoolClient
  stores: ReadStores
  /** What it has prepared may be out of date. */
  isPlain: boolean
  /** Of the first statement that failed. */
  failure: { error: unknown } | null
}

interface Opened {
  connections: Connections
  /** Begins a transaction that sees one snapshot. */
  opening: string
  nameOf: NameOf
  storesFor: (session: SqlSession) => ReadStores
  /** For how many at once there is a place. */
  room: Semaphore | null
}

export function snapshots({ connections, opening, nameOf, storesFor, room }: Opened): Snapshots {
  const readers = new WeakMap<PoolClient, Reader>()

  function readerOn(client: PoolClient): Reader {
    const known = readers.get(client)
    if (known) return known
    const ask = asking(client, connections.bind, nameOf)
    const askPlainly = asking(client, connections.bind, unprepared)
    const stores = storesFor(sessionOf(watched))
    const reader: Reader = { client, stores, isPlain: false, failure: null }
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

  async function begin(isPlain: boolean): Promise<Reader> {
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
  function end({ client, failure }: Reader): void {
    const isSound = failure === null || !isPassing(failure.error)
    if (isSound) client.query('rollback').catch(() => {})
    connections.giveBack(client, isSound ? 'sound' : 'broken')
  }

  async function readOnce<T>(
    work: (stores: ReadStores) => Promise<T>,
    isPlain: boolean,
  ): Promise<{ value: T } | { error: unknown; again: boolean }> {
    const reader = await begin(isPlain)
    try {
      return { value: await work(reader.stores) }
    } catch (error) {
      return { error, again: isWorthAgain(reader) }
    } finally {
      end(reader)
    }
  }

  return {
    async read(work) {
      const leave = await room?.acquire()
      try {
        const first = await readOnce(work, false)
        if ('value' in first) return first.value
        if (!first.again) throw first.error
        // A connection that broke while nobody used it is found out only now.
        const second = await readOnce(work, true)
        if ('value' in second) return second.value
        throw second.error
      } finally {
        leave?.()
      }
    },

    async *stream(work) {
      const leave = await room?.acquire()
      try {
        for (let isFirst = true; ; isFirst = false) {
          const reader = await begin(true)
          let hasBegun = false
          try {
            for await (const piece of work(reader.stores)) {
              hasBegun = true
              yield piece
            }
            return
          } catch (error) {
            // What somebody has seen the beginning of cannot be begun again.
            if (hasBegun || !isFirst || !isWorthAgain(reader)) throw error
          } finally {
            end(reader)
          }
        }
      } finally {
        leave?.()
      }
    },
  }
}

function isWorthAgain({ failure }: Reader): boolean {
  return failure !== null && (isPassing(failure.error) || isReshaped(failure.error))
}
