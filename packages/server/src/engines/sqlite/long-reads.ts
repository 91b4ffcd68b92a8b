import type { ReadStores } from '../../ports/database.ts'
import type { SqlSession } from '../sql/sql.ts'
import type { ReadThreads, ThreadReader } from './read-threads.ts'

export interface LongReads {
  read<T>(work: (stores: ReadStores) => Promise<T>): Promise<T>
  stream<T>(work: (stores: ReadStores) => AsyncIterable<T>): AsyncIterableIterator<T>
  close(): Promise<void>
}

interface Reader {
  thread: ThreadReader
  stores: ReadStores
}

/** Connections that are kept for the next long read. */
const maxSpare = 4

/** Each long read has a connection and a snapshot of its own in another thread, beside the writer. */
export function longReads(
  path: string,
  threads: ReadThreads,
  storesOn: (session: SqlSession) => ReadStores,
): LongReads {
  const spare: Reader[] = []
  const busy = new Set<Reader>()
  let isClosed = false

  function openReader(): Reader {
    const thread = threads.open(path)
    return { thread, stores: storesOn(thread.session) }
  }

  async function giveBack(reader: Reader): Promise<void> {
    busy.delete(reader)
    if (isClosed) return
    await reader.thread.execute('commit')
    if (spare.length < maxSpare) spare.push(reader)
    else await reader.thread.close()
  }

  async function begin(): Promise<Reader> {
    const reader = spare.pop() ?? openReader()
    busy.add(reader)
    await reader.thread.execute('begin')
    return reader
  }

  return {
    async read(work) {
      const reader = await begin()
      try {
        return await work(reader.stores)
      } finally {
        await giveBack(reader)
      }
    },
    async *stream(work) {
      const reader = await begin()
      try {
        yield* work(reader.stores)
      } finally {
        await giveBack(reader)
      }
    },
    async close() {
      isClosed = true
      await Promise.allSettled([...spare, ...busy].map(({ thread }) => thread.close()))
    },
  }
}
