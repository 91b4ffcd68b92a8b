import type { Transactions } from './transactions.ts'

/** Inside a transaction: an exception undoes what `work` did, and is passed on. */
export async function inSavepoint<T>(connection: Transactions, work: () => Promise<T>): Promise<T> {
  await connection.execute('savepoint one')
  try {
    const value = await work()
    await connection.execute('release one')
    return value
  } catch (error) {
    // Where the database dropped the whole transaction there is nothing left to undo.
    if (connection.inTransaction()) {
      await connection.execute('rollback to one')
      await connection.execute('release one')
    }
    throw error
  }
}
