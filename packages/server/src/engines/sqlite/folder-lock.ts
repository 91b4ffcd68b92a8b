import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { AppError } from '../../errors.ts'
import { namingFile } from './named-file.ts'

/** Two that come at the same moment shall not both go away. */
const timeoutMs = 200

/**
 * Keeps a second server out of the same data. The lock is one of the operating system's, so it
 * ends with the process, however that ends. Answers the function that gives it back.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock')
  return namingFile(path, () => {
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
    const lock = new SqliteDatabase(path, { timeout: timeoutMs })
    try {
      // An empty file would be written to by every lock, for which a full disk has no room.
      if (statSync(path).size === 0) lock.pragma('user_version = 1')
      lock.pragma('locking_mode = EXCLUSIVE')
      lock.exec('begin exclusive')
    } catch (error) {
      lock.close()
      if (!isBusy(error)) throw error
      throw new AppError('unavailable', `Another server is using the data in ${folder}.`)
    }
    return () => lock.close()
  })
}

function isBusy(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY')
}
