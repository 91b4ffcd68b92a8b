import type { Table } from '@triptych/contract/tables'
import { AppError } from '../../errors.ts'
import type { Observe } from '../../observe/observation.ts'
import type { Database, ReadStores, Stores } from '../../ports/database.ts'
import { sqlChangeLog } from '../sql/change-log.ts'
import { sqlTableStore } from '../sql/table-store.ts'
import { openConnection } from './connection.ts'
import type { Connection } from './connection.ts'
import { sqliteDialect } from './dialect.ts'
import { groupCommit } from './group-commit.ts'
import type { GroupCommit } from './group-commit.ts'
import { migrate } from './migrate.ts'
import { snapshotReader } from './snapshot-reader.ts'
import type { SnapshotReader } from './snapshot-reader.ts'

/** `path` is a file, or `:memory:` for a database that lives as long as it is open. */
export function openSqliteDatabase(path: string, observe: Observe = () => {}): Database {
  const definitionOf = rememberedDefinitions()
  const storesOn = ({ session }: Connection): Stores => ({
    tables: sqlTableStore(session, sqliteDialect, definitionOf),
    changes: sqlChangeLog(session, sqliteDialect),
  })

  const connection = openConnection(path, 'write')
  try {
    migrate(connection)
  } catch (error) {
    connection.close()
    throw error
  }

  const listeners = new Set<() => void>()
  const writer = groupCommit(connection, storesOn(connection), observe, () => {
    for (const listener of listeners) listener()
  })
  // A database in memory has one connection only: its readers take their turn among the writers.
  const reader = path === ':memory:' ? memoryReader(writer) : snapshotReader(path, storesOn)

  let closed = false
  function open(): void {
    if (closed) throw new AppError('unavailable', 'The server is stopping.')
  }

  return {
    async read(work) {
      open()
      return reader.read(work)
    },
    async transact(work) {
      open()
      return writer.transact(work)
    },
    async *stream(work) {
      open()
      yield* reader.stream(work)
    },
    onCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      if (closed) return
      closed = true
      await writer.idle()
      await reader.close()
      connection.close()
    },
  }
}

function memoryReader(writer: GroupCommit<Stores>): SnapshotReader {
  return {
    read: (work) => writer.transact(work),
    async *stream<T>(work: (stores: ReadStores) => AsyncIterable<T>) {
      yield* await writer.transact((stores) => Array.fromAsync(work(stores)))
    },
    close: async () => {},
  }
}

/** One object for one definition, so that what was worked out from it can be kept with it. */
function rememberedDefinitions(): (text: string) => Table {
  const known = new Map<string, Table>()
  return (text) => {
    const found = known.get(text)
    if (found) return found
    if (known.size >= 1000) known.clear()
    const table = JSON.parse(text) as Table
    known.set(text, table)
    return table
  }
}
