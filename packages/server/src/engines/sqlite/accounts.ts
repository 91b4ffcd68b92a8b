import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { mutex } from '../../concurrency/mutex.ts'
import { AppError } from '../../errors.ts'
import type { Observe } from '../../observe/observation.ts'
import type { AccountsDatabase } from '../../ports/accounts.ts'
import { sqlAccountStore } from '../sql/accounts/account-store.ts'
import { attemptsOn, groupCommit } from '../sql/core/group-commit.ts'
import { openConnection } from './connection.ts'
import type { Connection } from './connection.ts'
import { migrate } from './migrate.ts'
import { namingFile } from './named-file.ts'
import { syncFolder } from './sync-folder.ts'
import { watchStorage } from './watch-storage.ts'

const migrations = new URL('./account-migrations/', import.meta.url)

/** `path` is a file, or `:memory:`. Whoever opens it holds the lock of its folder: nobody else writes. */
export function openSqliteAccounts(path: string, observe: Observe = () => {}): AccountsDatabase {
  if (path !== ':memory:') makeWhole(path)
  const connection = namingFile(path, () => openMigrated(path))
  const secret = String(connection.raw.prepare('select secret from _server').pluck().get())
  const listeners = new Set<() => void>()
  let isTouched = false
  const store = sqlAccountStore(connection.session, () => (isTouched = true))
  const turns = mutex()
  const safety = watchStorage(path, observe)
  const writer = groupCommit(
    connection,
    attemptsOn(connection),
    store,
    turns,
    observe,
    () => {
      if (!isTouched) return
      isTouched = false
      for (const listener of listeners) listener()
    },
    () => safety.refuseLost(),
  )

  let closed = false
  function open(): void {
    if (closed) throw new AppError('unavailable', 'The server is stopping.')
  }

  return {
    secret,
    async read(work) {
      open()
      const reading = turns(() => {
        connection.beginWork()
        return work(store)
      })
      return safety.watch(reading)
    },
    async transact(work) {
      open()
      return safety.watch(writer.transact(work))
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      if (closed) return
      closed = true
      await writer.idle()
      await turns(async () => {})
      connection.close()
    },
  }
}

/** It gets its name when it is complete, so that an empty one is known to be lost, and not taken for a new one. */
function makeWhole(path: string): void {
  if (existsSync(path)) return refuseEmpty(path)
  const draft = `${path}.new`
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${draft}${end}`, { force: true })
  namingFile(draft, () => openMigrated(draft)).close()
  renameSync(draft, path)
  syncFolder(dirname(path))
}

function refuseEmpty(path: string): void {
  if (statSync(path).size > 0) return
  const message = `The database of the accounts, ${path}, is empty: bring it back from a backup, or remove it.`
  throw new AppError('storage_lost', message)
}

function openMigrated(path: string): Connection {
  const connection = openConnection(path, 'write')
  try {
    migrate(connection, migrations)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}
