import type { ReadStores } from '../../ports/database.ts'
import { openConnection } from './connection.ts'
import type { Connection } from './connection.ts'

export interface SnapshotReader {
  read<T>(work: (stores: ReadStores) => Promise<T>): Promise<T>
  stream<T>(work: (stores: ReadStores) => AsyncIterable<T>): AsyncIterable<T>
  close(): Promise<void>
}

/** Readers beside the writer: short reads share one connection, each long one has its own. */
export function snapshotReader(
  path: string,
  storesOn: (connection: Connection) => ReadStores,
): SnapshotReader {
  const shared = openReader()
  const spare: Reader[] = []
  const streaming = new Set<Reader>()
  let last: Promise<unknown> = Promise.resolve()

  function openReader(): Reader {
    const connection = openConnection(path, 'read')
    return { connection, stores: storesOn(connection) }
  }

  async function snapshot<T>(work: (stores: ReadStores) => Promise<T>): Promise<T> {
    shared.connection.execute('begin')
    try {
      return await work(shared.stores)
    } finally {
      shared.connection.execute('commit')
    }
  }

  return {
    read(work) {
      // One after the other: a read that joined another's snapshot would not see what came since.
      const result = last.then(() => snapshot(work))
      last = result.catch(() => {})
      return result
    },
    async *stream(work) {
      const reader = spare.pop() ?? openReader()
      streaming.add(reader)
      reader.connection.execute('begin')
      try {
        yield* work(reader.stores)
      } finally {
        streaming.delete(reader)
        if (reader.connection.raw.open) {
          reader.connection.execute('commit')
          spare.push(reader)
        }
      }
    },
    async close() {
      await last
      for (const { connection } of [shared, ...spare, ...streaming]) connection.close()
    },
  }
}

interface Reader {
  connection: Connection
  stores: ReadStores
}
