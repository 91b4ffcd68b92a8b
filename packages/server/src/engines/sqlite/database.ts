import { statSync } from 'node:fs'
import { mutex } from '../../concurrency/mutex.ts'
import { whyEnded } from '../../concurrency/places.ts'
import type { Asker } from '../../asker.ts'
import { AppError } from '../../errors.ts'
import { newMemo } from '../../memo.ts'
import type { Observe } from '../../observe/observation.ts'
import type { Database, Stores, ReadStores } from '../../ports/database.ts'
import { attemptsOn, groupCommit } from '../sql/core/group-commit.ts'
import { sql } from '../sql/core/sql.ts'
import type { SqlSession } from '../sql/core/sql.ts'
import { keyColumn } from '../sql/files/name-index.ts'
import type { NameIndex } from '../sql/files/name-index.ts'
import { spooled } from '../sql/core/spool.ts'
import { storesOn } from '../sql/stores.ts'
import { rememberedDefinitions } from '../sql/tables/table-sql.ts'
import { stagedPrefix } from '../sql/tables/table-import.ts'
import { openConnection } from './connection.ts'
import type { Connection } from './connection.ts'
import { sqliteDialect } from './dialect.ts'
import { migrate } from './migrate.ts'
import { namingFile } from './named-file.ts'
import { openReadThreads } from './read-threads.ts'
import type { ReadThreads, ThreadReader, Use } from './read-threads.ts'

/** A turn that takes so many milliseconds is likely to take many more. */
const longTurn = 10
/** A database of this size has lists that are long. */
const largeFile = 4 * 1024 * 1024

/**
 * `path` is a file, or `:memory:` for a database that lives as long as it is open. `given` are
 * threads for long reads that it shares with others.
 */
export function openSqliteDatabase(
  path: string,
  observe: Observe = () => {},
  given: ReadThreads | null = null,
): Database {
  const threads = given ?? openReadThreads()
  const definitionOf = rememberedDefinitions()
  const storesFor = (session: SqlSession): Omit<Stores, 'attempt'> =>
    storesOn(session, sqliteDialect, sqliteNameIndex(session), definitionOf)

  const connection = namingFile(path, () => openMigrated(path))
  const identity = connection.raw.prepare('select id, secret from _identity').raw().get()
  const [id, secret] = (identity as unknown[]).map(String) as [string, string]
  const listeners = new Set<() => void>()
  let commits = 0
  const attempts = attemptsOn(connection)
  const stores: Stores = { ...storesFor(connection.session), attempt: (work) => attempts.run(work) }
  const turns = mutex()
  const safety = watchStorage(path, observe)
  const writer = groupCommit(
    connection,
    attempts,
    stores,
    turns,
    observe,
    () => {
      commits++
      for (const listener of listeners) listener()
    },
    () => safety.refuseLost(),
  )
  const reads = path === ':memory:' ? null : longReads(path, threads, storesFor)
  if (reads && statSync(path).size > largeFile) threads.warm()

  let closed = false
  function open(): void {
    if (closed) throw stopping()
  }

  function readBetween<T>(work: (from: ReadStores) => Promise<T>): Promise<T> {
    return turns(() => {
      connection.begin()
      return work(stores)
    })
  }

  return {
    id,
    secret,
    // Between two groups the writer's own connection shows exactly what is committed, and has it
    // in its cache; another connection would have to read its pages anew after every commit.
    async read(work) {
      open()
      // Who writes very much makes others wait, but not those who only read.
      const isLong = reads && turns.heldFor() > longTurn
      return safety.watch(isLong ? reads.glance(work) : readBetween(work))
    },
    async transact(work, budget) {
      open()
      safety.refuseLost()
      return safety.watch(writer.transact(work, budget))
    },
    async readLong(work, asker = null, isHeavy = false) {
      open()
      return safety.watch(reads ? reads.read(work, asker, isHeavy) : readBetween(work))
    },
    async *stream(work, asker = null) {
      open()
      if (reads) yield* reads.stream(work, asker)
      // A database in memory has this one connection only.
      else yield* await readBetween((from) => Array.fromAsync(work(from)))
    },
    async check() {
      open()
      safety.refuseLost()
      await safety.watch(readBetween(({ changes }) => changes.head()))
    },
    onCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    // The folder is locked, so nobody else writes.
    commits: () => (closed ? null : commits),
    memo: newMemo(),
    presence: null,
    async close() {
      if (closed) return
      closed = true
      await writer.idle()
      await turns(async () => {})
      // Nobody else has use for threads of its own.
      if (given === null) threads.stop()
      await reads?.close()
      if (given === null) await threads.close()
      connection.close()
    },
  }
}

/** Keeps us from acknowledging what nobody will find again: the file may be gone, or damaged. */
function watchStorage(path: string, observe: Observe) {
  const opened = path === ':memory:' ? null : statSync(path)
  let isToldGone = false
  let damage: unknown = null

  function isGone(): boolean {
    if (opened === null) return false
    const found = statSync(path, { throwIfNoEntry: false })
    return found?.ino !== opened.ino || found.dev !== opened.dev
  }

  function told(error: unknown): unknown {
    observe({ kind: 'failure', requestId: null, where: path, error })
    return error
  }

  return {
    refuseLost(): void {
      if (damage) throw damage
      if (!isGone()) return
      const error = new AppError('storage_lost', 'The file of the database is gone or another one.')
      if (!isToldGone) told(error)
      isToldGone = true
      throw error
    },
    /** Passes on what becomes of it; what is found damaged stays so until the next start. */
    async watch<T>(work: Promise<T>): Promise<T> {
      try {
        return await work
      } catch (error) {
        const isDamaged = error instanceof AppError && error.code === 'storage_lost'
        if (isDamaged && !isGone()) damage ??= told(error)
        throw error
      }
    },
  }
}

function openMigrated(path: string): Connection {
  const connection = openConnection(path, 'write')
  try {
    migrate(connection)
    dropStaged(connection)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Of imports that a crash cut off. */
function dropStaged({ raw }: Connection): void {
  const names = raw.prepare("select name from sqlite_master where name glob ? and type = 'table'")
  for (const name of names.pluck().all(`${stagedPrefix}*`)) raw.exec(`drop table "${String(name)}"`)
}

/** A few leave hardly more candidates than all would, and each costs a walk through its own list. */
const maxTrigrams = 4

/** Finds names by the three-character pieces of the text: FTS5 in its smallest form. */
function sqliteNameIndex(session: SqlSession): NameIndex {
  return {
    add: (which) =>
      session.run(
        sql`insert into _file_names (rowid, name) select id, ${keyColumn} from _files where ${which}`,
      ),
    remove: (which) =>
      session.run(
        sql`insert into _file_names (_file_names, rowid, name)
            select 'delete', id, ${keyColumn} from _files where ${which}`,
      ),
    clear: () => session.run(sql`insert into _file_names (_file_names) values ('delete-all')`),

    candidates(key, after, limit) {
      const trigrams = trigramsOf(key)
      if (trigrams.length === 0) return null
      // In quotes everything is plain text.
      const query = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ')
      return sql`(select rowid as id from _file_names
                  where _file_names match ${query} and rowid > ${after}
                  order by rowid limit ${limit})`
    },
  }
}

/** The first, the last and some between, as far apart as they can be. */
function trigramsOf(key: string): string[] {
  const characters = Array.from(key)
  const last = characters.length - 3
  if (last < 0) return []
  const gaps = Math.min(Math.ceil(last / 3), maxTrigrams - 1)
  const starts = Array.from({ length: gaps + 1 }, (_, n) => Math.round((n * last) / (gaps || 1)))
  return starts.map((start) => characters.slice(start, start + 3).join(''))
}

interface LongReads {
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
function longReads(
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
      for (const reader of busy) reader.interrupt(stopping())
      await Promise.all([...busy].map((reader) => reader.end()))
      await threads.forget(path)
    },
  }
}

function stopping(): AppError {
  return new AppError('unavailable', 'The server is stopping.')
}
