import SqliteDatabase from 'better-sqlite3'

/** SQLite's errors do not say which file they speak of. */
export function namingFile<T>(path: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    if (!(error instanceof SqliteDatabase.SqliteError)) throw error
    throw new Error(`${path} cannot be opened: ${error.message}`, { cause: error })
  }
}
