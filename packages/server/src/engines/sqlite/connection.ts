import { closeSync, existsSync, openSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import type { Statement } from 'better-sqlite3'
import { codeOf, mapError } from '../../errors.ts'
import type { Told } from '../../errors.ts'
import { yielding } from '../../concurrency/yielding.ts'
import type { LogEnd } from '../../ports/log-chain.ts'
import { lateTables, logEndOf, newestEntry } from '../sql/core/sql.ts'
import type { LateTable, LateWrites, Sql, SqlSession, SqlValue } from '../sql/core/sql.ts'
import { addFunctions } from './functions.ts'

/** One connection: our pragmas, a statement cache, and SQLite's errors as ours. */
export interface Connection {
  session: SqlSession
  /** `rollback` also ends a transaction that SQLite has dropped by itself. */
  execute(
    text:
      | 'begin'
      | 'begin immediate'
      | 'commit'
      | 'rollback'
      | `${'savepoint' | 'release' | 'rollback to'} one`,
  ): void
  inTransaction(): boolean
  /** How many statements have written so far. */
  writes(): number
  /** A piece of work begins: `check` is asked before each of its statements, and may end it. */
  beginWork(check?: (() => void) | null): void
  raw: SqliteDatabase.Database
  close: () => void
}

interface Prepared {
  statement: Statement<SqlValue[], unknown[]>
  /** The tables it names of which something may be late. */
  names: readonly LateTable[]
}

const maxStatements = 500
/** What the texts of kept statements come to; a filter can make a very long one. */
const maxText = 4 * 1024 * 1024

/** In KiB. */
export const readerCache = 4 * 1024

const mostJournal = 16 * 1024 * 1024

/** `checkWanted` is that of addFunctions(). */
export function openConnection(
  path: string,
  access: 'write' | 'read',
  checkWanted: (() => void) | null = null,
): Connection {
  // What is beside it gets the same rights.
  const isNew = access === 'write' && path !== ':memory:' && !existsSync(path)
  if (isNew) closeSync(openSync(path, 'a', 0o600))
  const raw = new SqliteDatabase(path, { readonly: access === 'read' })
  if (access === 'write') {
    raw.pragma('journal_mode = WAL')
    // Whatever was answered survives a power cut; group commit pays for it.
    raw.pragma('synchronous = FULL')
    // On macOS a sync leaves everything in the memory of the disk, unless one insists.
    raw.pragma('fullfsync = ON')
    raw.pragma('foreign_keys = ON')
    // What a long snapshot or a large transaction has made of it is given back to the disk.
    raw.pragma(`journal_size_limit = ${mostJournal}`)
  }
  // Another program may have the file open. Waiting for it stops everything, so not for long.
  raw.pragma('busy_timeout = 100')
  // There may be many readers, and each goes through its rows once, unless its thread says otherwise.
  raw.pragma(`cache_size = -${access === 'write' ? 32 * 1024 : readerCache}`)
  raw.pragma(access === 'write' ? 'temp_store = MEMORY' : 'temp_store = FILE')
  addFunctions(raw, checkWanted)

  const statements = new Map<string, Prepared>()
  let keptText = 0
  function find(text: string): Prepared {
    const known = statements.get(text)
    if (known) return known
    if (statements.size >= maxStatements || keptText + text.length > maxText) {
      statements.clear()
      keptText = 0
    }
    const statement = raw.prepare<SqlValue[], unknown[]>(text)
    if (statement.reader) statement.raw(true)
    const found = { statement, names: lateTables.filter((name) => text.includes(name)) }
    if (text.length <= maxText / 16) {
      statements.set(text, found)
      keptText += text.length
    }
    return found
  }

  const waiting = new Map<LateTable, () => void>()
  /** Why something late could not be written. Whoever asked for it then may be another than whose it is. */
  let missing: unknown = null
  function writeLate(table: LateTable): void {
    const write = waiting.get(table)
    waiting.delete(table)
    try {
      write?.()
    } catch (error) {
      missing = toAppError(error)
      throw missing
    }
  }
  function prepared(text: string): Prepared['statement'] {
    const { statement, names } = find(text)
    for (const name of names) {
      // Whoever asks for what is late finds it there.
      writeLate(name)
      if (!statement.reader) kept.delete(name)
    }
    return statement
  }

  let isBegun = false
  /** Why SQLite dropped a transaction. Whatever came after it would be committed on its own. */
  let lost: unknown = null
  function mapped<T>(call: () => T): T {
    if (lost ?? missing) throw lost ?? missing
    try {
      return call()
    } catch (error) {
      const known = toAppError(error)
      if (isBegun && !raw.inTransaction) lost = known
      throw known
    }
  }

  const turn = yielding()
  let check: (() => void) | null = null
  function promised<T>(call: () => T): Promise<T> {
    try {
      check?.()
      // The writer is on the main thread: nobody else would have a turn until the commit. A reader has a thread for
      // itself, where one question must be answered before the next.
      if (access === 'write' && turn.isOver()) return turn.next().then(() => mapped(call))
      return Promise.resolve(mapped(call))
    } catch (error) {
      return Promise.reject(error)
    }
  }

  let writes = 0
  // None of these is `async`: mostly all is done when they return, and they are called many times a request.
  function run({ text, values }: Sql): Promise<void> {
    writes++
    return promised(() => void prepared(text).run(...values))
  }
  function keyed({ text, values }: Sql): Promise<number> {
    writes++
    return promised(() => Number(prepared(text).run(...values).lastInsertRowid))
  }
  /** The newest entry, until a rollback takes it back: the folder is locked, so nobody else adds one. */
  let logEnd: LogEnd | null = null
  const kept = new Map<string, unknown>()
  function appendNow({ text, values }: Sql, end: LogEnd): void {
    logEnd = null
    prepared(text).run(...values)
    logEnd = end
  }
  function append(statement: Sql, end: LogEnd): Promise<void> {
    writes++
    return promised(() => appendNow(statement, end))
  }
  function forget(): void {
    logEnd = null
    missing = null
    kept.clear()
    waiting.clear()
  }
  function load(statement: Sql): Promise<void> {
    writeAllLate()
    forget()
    return run(statement)
  }
  function writeAllLate(): void {
    for (const table of waiting.keys()) writeLate(table)
  }
  const late: LateWrites = {
    put(table, write) {
      writes++
      waiting.set(table, write)
    },
    write: (table) => mapped(() => writeLate(table)),
    run: ({ text, values }) => void find(text).statement.run(...values),
    append: appendNow,
  }
  const session: SqlSession = {
    get: ({ text, values }) => promised(() => prepared(text).get(...values)),
    all: ({ text, values }) => promised(() => prepared(text).all(...values)),
    run,
    insert: run,
    insertKeyed: keyed,
    // The folder is locked; but a reader has one who writes beside it.
    ...(access === 'write' && { kept, late }),
    logEnd: () => promised(() => (logEnd ??= logEndOf(prepared(newestEntry.text).get()))),
    append,
    load,
    define: run,
  }

  return {
    session,
    execute(text) {
      if (text === 'rollback') lost = null
      if (text.startsWith('rollback')) forget()
      else mapped(writeAllLate)
      if (text !== 'rollback' || raw.inTransaction) mapped(() => prepared(text).run())
      isBegun = raw.inTransaction
    },
    inTransaction: () => raw.inTransaction,
    writes: () => writes,
    beginWork(asked = null) {
      check = asked
      turn.begin()
    },
    raw,
    close: () => raw.close(),
  }
}

/** What SQLite says, which has one word for each reason and more letters for its kinds. */
function toAppError(error: unknown): unknown {
  const [reason = ''] = /^SQLITE_[A-Z]+/.exec(codeOf(error)) ?? []
  return mapError(error, told[reason])
}

const told: Record<string, Told> = {
  SQLITE_CORRUPT: ['storage_lost', 'The database is damaged; bring it back from a backup.'],
  SQLITE_NOTADB: ['storage_lost', 'The database is damaged; bring it back from a backup.'],
  SQLITE_FULL: ['storage_full', 'The disk is full; nothing was changed.'],
  SQLITE_BUSY: ['unavailable', 'Another program holds the database; try again.'],
  SQLITE_TOOBIG: ['body.too_large', 'The row would be larger than the database can hold.'],
}
