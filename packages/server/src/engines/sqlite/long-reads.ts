import type { ReadStores } from '../../ports/database.ts'
import { openConnection } from './connection.ts'
import type { Connection } from './connection.ts'

export interface LongReads {
  stream<T>(work: (stores: ReadStores) => AsyncIterable<T>): AsyncIterableIterator<T>
  close(): void
}

interface Reader {
  connection: Connection
  stores: ReadStores
}

/** Connections that are kept for the next long read. */
const maxSpare = 4

/** Each long read has a connection and a snapshot of its own, beside the writer. */
export function longReads(
  path: string,
  storesOn: (connection: Connection) => ReadStores,
): LongReads {
  const spare: Reader[] = []
  const busy = new Set<Reader>()

  function openReader(): Reader {
    const connection = openConnection(path, 'read')
    return { connection, stores: storesOn(connection) }
  }

  return {
    async *stream(work) {
      const reader = spare.pop() ?? openReader()
      busy.add(reader)
      reader.connection.execute('begin')
      try {
        yield* work(reader.stores)
      } finally {
        busy.delete(reader)
        if (reader.connection.raw.open) {
          reader.connection.execute('commit')
          if (spare.length < maxSpare) spare.push(reader)
          else reader.connection.close()
        }
      }
    },
    close() {
      for (const { connection } of [...spare, ...busy]) connection.close()
    },
  }
}
