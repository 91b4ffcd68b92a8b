import { statSync } from 'node:fs'
import { AppError } from '../../errors.ts'
import type { Observe } from '../../observe/observation.ts'
import type { Database, Stores } from '../../ports/database.ts'
import type { SqlSession } from '../sql/sql.ts'
import { stagedPrefix } from '../sql/table-import.ts'
import { rememberedDefinitions, storesOn } from '../sql/stores.ts'
import { attemptsOn } from '../sql/attempts.ts'
import { openConnection } from './connection.ts'
import type { Connection } from './connection.ts'
import { sqliteDialect } from './dialect.ts'
import { groupCommit } from '../sql/group-commit.ts'
import { longReads } from './long-reads.ts'
import { migrate } from './migrate.ts'
import { sqliteNameIndex } from './name-search.ts'
import { namingFile } from './named-file.ts'
import { openReadThreads } from './read-threads.ts'
import type { ReadThreads } from './read-threads.ts'
import { takingTurns } from '../sql/turns.ts'

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
  const turns = takingTurns()
  const writer = groupCommit(connection, attempts, stores, turns, observe, () => {
    commits++
    for (const listener of listeners) listener()
  })
  const reads = path === ':memory:' ? null : longReads(path, threads, storesFor)
  if (reads && statSync(path).size > largeFile) threads.warm()

  let closed = false
  function open(): void {
    if (closed) throw new AppError('unavailable', 'The server is stopping.')
  }

  return {
    id,
    secret,
    // Between two groups the writer's own connection shows exactly what is committed, and has it
    // in its cache; another connection would have to read its pages anew after every commit.
    async read(work) {
      open()
      // Who writes very much makes others wait, but not those who only read.
      return reads && turns.heldFor() > longTurn ? reads.read(work) : turns(() => work(stores))
    },
    async transact(work) {
      open()
      return writer.transact(work)
    },
    async readLong(work) {
      open()
      return reads ? reads.read(work) : turns(() => work(stores))
    },
    async *stream(work) {
      open()
      if (reads) yield* reads.stream(work)
      // A database in memory has this one connection only.
      else yield* await turns(() => Array.fromAsync(work(stores)))
    },
    onCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    // The folder is locked, so nobody else writes.
    commits: () => (closed ? null : commits),
    people: null,
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
