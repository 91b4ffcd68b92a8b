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
    const lock = new SqliteDatabase(path, { timeout: timeoutMs })
    try {
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
