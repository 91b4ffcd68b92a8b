import { statSync } from 'node:fs'
import { mutex } from '../../concurrency/mutex.ts'
import { AppError } from '../../errors.ts'
import { newMemo } from '../../memo.ts'
import type { Observe } from '../../observe/observation.ts'
import type { Database, Stores, ReadStores } from '../../ports/database.ts'
import { attemptsOn, groupCommit } from '../sql/core/group-commit.ts'
import { sql } from '../sql/core/sql.ts'
import type { SqlSession } from '../sql/core/sql.ts'
import { keyColumn } from '../sql/files/name-index.ts'
import type { NameIndex } from '../sql/files/name-index.ts'
import { storesOn } from '../sql/stores.ts'
import { rememberedDefinitions } from '../sql/tables/table-sql.ts'
import { stagedPrefix } from '../sql/tables/table-import.ts'
import { openConnection } from './connection.ts'
import type { Connection } from './connection.ts'
import { sqliteDialect } from './dialect.ts'
import { longReads } from './long-reads.ts'
import { migrate } from './migrate.ts'
import { namingFile } from './named-file.ts'
import { openReadThreads } from './read-threads.ts'
import type { ReadThreads } from './read-threads.ts'
import { watchStorage } from './watch-storage.ts'

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
      connection.beginWork()
      return work(stores)
    })
  }

  // Between two groups the writer's own connection shows exactly what is committed, and has it
  // in its cache; another connection would have to read its pages anew after every commit.
  function read<T>(work: (from: ReadStores) => Promise<T>): Promise<T> {
    // Who writes very much makes others wait, but not those who only read.
    const isLong = reads && turns.heldFor() > longTurn
    return safety.watch(isLong ? reads.glance(work) : readBetween(work))
  }

  return {
    id,
    secret,
    async read(work) {
      open()
      return read(work)
    },
    async transact(work, budget) {
      open()
      return safety.watch(writer.transact(work, budget))
    },
    async readLong(work, asker = null, isHeavy = false) {
      open()
      return safety.watch(reads ? reads.read(work, asker, isHeavy) : readBetween(work))
    },
    async *stream(work, asker = null) {
      open()
      try {
        if (reads) yield* reads.stream(work, asker)
        // A database in memory has this one connection only.
        else yield* await readBetween((from) => Array.fromAsync(work(from)))
      } catch (error) {
        throw safety.noted(error)
      }
    },
    async check() {
      open()
      safety.refuseLost()
      await read(({ changes }) => changes.head())
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

function stopping(): AppError {
  return new AppError('unavailable', 'The server is stopping.')
}
