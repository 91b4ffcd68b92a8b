import type { Asker } from '../../asker.ts'
import { whyEnded } from '../../concurrency/places.ts'
import { AppError } from '../../errors.ts'
import type { ReadStores } from '../../ports/database.ts'
import { spooled } from '../sql/core/spool.ts'
import type { SqlSession } from '../sql/core/sql.ts'
import type { ReadThreads, ThreadReader, Use } from './read-threads.ts'

export interface LongReads {
  read<T>(
    work: (stores: ReadStores) => Promise<T>,
    asker: Asker | null,
    isHeavy: boolean,
  ): Promise<T>
  /** The same for what is soon done. */
  glance<T>(work: (stores: ReadStores) => Promise<T>): Promise<T>
  stream<T>(
    work: (stores: ReadStores) => AsyncIterable<T>,
    asker: Asker | null,
  ): AsyncIterableIterator<T>
  close(): Promise<void>
}

/** Each long read has a connection and a snapshot of its own in another thread, beside the writer. */
export function longReads(
  path: string,
  threads: ReadThreads,
  storesOn: (session: SqlSession) => ReadStores,
): LongReads {
  const busy = new Set<ThreadReader>()

  function begin(
    use: Use,
    signal: AbortSignal | null,
  ): { stores: ReadStores; end: () => Promise<void> } {
    const reader = threads.open(path, use)
    const leave = () => reader.interrupt(whyEnded(signal))
    busy.add(reader)
    signal?.addEventListener('abort', leave)
    if (signal?.aborted) leave()
    return {
      stores: storesOn(reader.session),
      async end() {
        signal?.removeEventListener('abort', leave)
        await reader.end()
        busy.delete(reader)
      },
    }
  }

  async function readOnce<T>(
    use: Use,
    signal: AbortSignal | null,
    work: (stores: ReadStores) => Promise<T>,
  ): Promise<T> {
    const { stores, end } = begin(use, signal)
    try {
      return await work(stores)
    } finally {
      await end()
    }
  }

  async function* streaming<T>(
    work: (stores: ReadStores) => AsyncIterable<T>,
    asker: Asker | null,
  ): AsyncGenerator<T> {
    const leave = await threads.streams.acquire(asker)
    const { stores, end } = begin('stream', asker && asker.signal)
    try {
      yield* work(stores)
    } finally {
      await end()
      leave()
    }
  }

  return {
    read: (work, asker, isHeavy) =>
      threads.queries.run(
        asker,
        (signal) => readOnce('query', signal, work),
        isHeavy ? 'slow' : 'quick',
      ),
    async glance(work) {
      const leave = await threads.glances.acquire(null)
      try {
        return await readOnce('glance', null, work)
      } finally {
        leave()
      }
    },
    stream: (work, asker) =>
      asker ? spooled(streaming(work, asker), threads.spool) : streaming(work, null),
    async close() {
      for (const reader of busy)
        reader.interrupt(new AppError('unavailable', 'The server is stopping.'))
      await Promise.all([...busy].map((reader) => reader.end()))
      await threads.forget(path)
    },
  }
}
