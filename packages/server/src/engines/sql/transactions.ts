export type TransactionCommand =
  | 'begin immediate'
  | 'commit'
  | 'rollback'
  | `${'savepoint' | 'release' | 'rollback to'} one`

/** What a writer needs of its connection beside its statements. */
export interface Transactions {
  /** `rollback` also ends a transaction that the database has dropped by itself. */
  execute(command: TransactionCommand): void | Promise<void>
  inTransaction(): boolean
  /** How many statements have left something that only a rollback undoes. */
  writes(): number
}
