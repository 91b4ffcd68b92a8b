import type { ReadStores } from '../../ports/database.ts'
import type { SqlSession } from '../sql/sql.ts'
import type { ReadThreads, ThreadReader } from './read-threads.ts'
import type { Room } from '../sql/room.ts'

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
  let spare: Reader[] = []
  const busy = new Set<Reader>()
  let isClosed = false

  function openReader(): Reader {
    const thread = threads.open(path)
    return { thread, stores: storesOn(thread.session) }
  }

  function takeSpare(): Reader | undefined {
    spare = spare.filter(({ thread }) => thread.state() !== 'dead')
    const at = spare.findIndex(({ thread }) => thread.state() === 'ready')
    return at < 0 ? undefined : spare.splice(at, 1)[0]
  }

  /** `leave` gives the place in the room back, whatever becomes of the reader. */
  async function giveBack(reader: Reader, leave: () => void): Promise<void> {
    busy.delete(reader)
    try {
      if (isClosed) return
      await reader.thread.execute('commit')
      if (spare.length < maxSpare) spare.push(reader)
      else await reader.thread.close()
    } finally {
      leave()
    }
  }

  async function begin(room: Room): Promise<{ reader: Reader; leave: () => void }> {
    const leave = await room.enter()
    try {
      const reader = takeSpare() ?? openReader()
      await reader.thread.execute('begin')
      busy.add(reader)
      return { reader, leave }
    } catch (error) {
      leave()
      throw error
    }
  }

  return {
    async read(work) {
      const { reader, leave } = await begin(threads.reads)
      try {
        return await work(reader.stores)
      } finally {
        await giveBack(reader, leave)
      }
    },
    async *stream(work) {
      const { reader, leave } = await begin(threads.streams)
      try {
        yield* work(reader.stores)
      } finally {
        await giveBack(reader, leave)
      }
    },
    async close() {
      isClosed = true
      await Promise.allSettled([...spare, ...busy].map(({ thread }) => thread.close()))
    },
  }
}
