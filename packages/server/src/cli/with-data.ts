import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import type { SharedContext, StoredAccounts } from '../open-data.ts'
import { newStepId } from '../step-id.ts'

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
  refuseNoData(config)
  return withData(config, work)
}

function refuseNoData({ data, database }: Config): void {
  const isOnSqlite = database === null && data !== ':memory:'
  if (!isOnSqlite || existsSync(join(data, 'workspaces'))) return
  throw new AppError('not_found', `${data} holds no data of Triptych; --data names the folder.`)
}

/** Looks at one workspace that is there, as whoever runs the server. */
export async function inStoredWorkspace<T>(
  config: Config,
  name: string,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  refuseNoData(config)
  return inWorkspace(config, name, work)
}

/** Works on the workspaces that are there, as whoever runs the server. */
export function onWorkspaces<T>(
  config: Config,
  work: (ctx: Omit<Context, 'workspace'>) => Promise<T>,
): Promise<T> {
  return withStoredData(config, async (shared, accounts) =>
    // Whether or not the settings turn them on, what is there is heeded.
    work({ ...(await asLocal(shared)), accounts: await accounts.find() }),
  )
}

async function asLocal(shared: SharedContext): Promise<Omit<Context, 'workspace'>> {
  // Loaded late, as by `serve`.
  const { localPrincipal } = await import('../auth/principal.ts')
  const { freeBudget } = await import('../budget.ts')
  return {
    ...shared,
    principal: localPrincipal,
    origin: null,
    address: null,
    step: newStepId(shared.now()),
    asker: null,
    budget: freeBudget(),
  }
}

/** Works in one workspace as whoever runs the server; `main` is made where there is none. */
export function inWorkspace<T>(
  config: Config,
  name: string,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  return withData(config, async (shared) => {
    const workspace =
      (await shared.workspaces.open(name)) ??
      (name === 'main' ? await shared.workspaces.create(name) : null)
    if (!workspace) throw new AppError('workspaces.not_found', `There is no workspace ${name}.`)
    return work({ ...(await asLocal(shared)), workspace })
  })
}
