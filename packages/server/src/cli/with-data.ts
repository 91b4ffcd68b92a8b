import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { AppError } from '../errors.ts'
import type { SharedContext, StoredAccounts } from '../open-data.ts'

/** Opens the data without a server in front of it; where there is none yet, it is made. */
export async function withData<T>(
  config: Config,
  work: (shared: SharedContext, accounts: StoredAccounts) => Promise<T>,
): Promise<T> {
  // Loaded late, as by `serve`.
  const { openData } = await import('../open-data.ts')
  const { shared, accounts, closeData } = await openData(config, () => {})
  try {
    return await work(shared, accounts)
  } finally {
    await closeData()
  }
}

/** The same for what looks at data that is there: a folder that was mistyped is not made, and not found empty. */
export async function withStoredData<T>(
  config: Config,
  work: (shared: SharedContext, accounts: StoredAccounts) => Promise<T>,
): Promise<T> {
  const { data, database } = config
  const isOnSqlite = database === null && data !== ':memory:'
  if (isOnSqlite && !existsSync(join(data, 'workspaces'))) {
    throw new AppError('not_found', `${data} holds no data of Triptych; --data names the folder.`)
  }
  return withData(config, work)
}
