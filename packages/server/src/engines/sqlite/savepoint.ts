import type { Connection } from './connection.ts'

/** Inside a transaction: an exception undoes what `work` did, and is passed on. */
export async function inSavepoint<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  connection.execute('savepoint one')
  try {
    const value = await work()
    connection.execute('release one')
    return value
  } catch (error) {
    // A full disk makes SQLite drop the whole transaction: then there is nothing left to undo.
    if (connection.inTransaction()) {
      connection.execute('rollback to one')
      connection.execute('release one')
    }
    throw error
  }
}
