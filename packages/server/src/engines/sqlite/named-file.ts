import SqliteDatabase from 'better-sqlite3'
import { codeOf, mapError } from '../../errors.ts'

/** SQLite's errors do not say which file they speak of. */
export function namingFile<T>(path: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    if (!(error instanceof SqliteDatabase.SqliteError)) throw error
    const named = new Error(`${path} cannot be opened: ${error.message}`, { cause: error })
    throw isFull(error) ? asFull(named) : named
  }
}

/** What the system or SQLite says of a disk without room, as ours; else the error itself. */
export function fullOrItself(error: unknown): unknown {
  return isFull(error) ? asFull(error) : error
}

function isFull(error: unknown): boolean {
  return ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT'].includes(codeOf(error))
}

function asFull(error: unknown): unknown {
  return mapError(error, ['storage_full', 'The disk is full; nothing was changed.'])
}
