import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { AppError } from '../../errors.ts'

/**
 * Keeps a second server out of the same data. The lock is one of the operating system's, so it
 * ends with the process, however that ends. Answers the function that gives it back.
 */
export function lockFolder(folder: string): () => void {
  const lock = new SqliteDatabase(join(folder, 'lock'), { timeout: 0 })
  try {
    lock.pragma('locking_mode = EXCLUSIVE')
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new AppError('unavailable', `Another server is using the data in ${folder}.`)
  }
  return () => lock.close()
}
