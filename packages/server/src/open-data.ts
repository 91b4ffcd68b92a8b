import { randomUUID } from 'node:crypto'
import { existsSync, globSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isWorkspaceName } from '@triptych/contract/workspaces'
import type { Config } from './config/config.ts'
import { chosenPaths } from './config/environment.ts'
import type { Context } from './context.ts'
import { keptPlans } from './domain/gantt/kept-plans.ts'
import { openDrives } from './drives/drives.ts'
import { openBallast } from './engines/folder/ballast.ts'
import { pathsHere } from './engines/folder/open-root.ts'
import { bodyCache } from './engines/memory/body-cache.ts'
import { openSharpPictures } from './engines/sharp/pictures.ts'
import { openPreviewCache } from './engines/sharp/preview-cache.ts'
import { openSmtpMailer } from './engines/smtp/mailer.ts'
import { openSqliteAccounts } from './engines/sqlite/accounts.ts'
import { lockFolder } from './engines/sqlite/folder-lock.ts'
import { openSqliteWorkspaces } from './engines/sqlite/workspaces.ts'
import { AppError } from './errors.ts'
import { arrivals } from './concurrency/arrivals.ts'
import type { Observe } from './observe/observation.ts'
import type { AccountsDatabase } from './ports/accounts.ts'
import type { Ballast } from './ports/ballast.ts'
import type { CredentialProvider } from './ports/credentials.ts'
import type { Mailer } from './ports/mailer.ts'
import type { Workspaces } from './ports/workspaces.ts'
import { chooseVolumes } from './open-volumes.ts'

/** What is in the data is for whoever runs the server. */
const ownersAlone = 0o700

const now = (): Date => new Date()

/** What is the same for every request. */
export type SharedContext = Omit<
  Context,
  'workspace' | 'principal' | 'origin' | 'address' | 'step' | 'asker' | 'budget'
>

export interface OpenedData {
  shared: SharedContext
  ballast: Ballast | null
  accounts: StoredAccounts
  closeData: () => Promise<void>
}

/** For those who carry the data elsewhere, whatever the setting says of accounts. */
export interface StoredAccounts {
  /** `null`: there never were any. */
  find(): Promise<AccountsDatabase | null>
  make(): Promise<AccountsDatabase>
}

/**
 * Everything that lies on disk, without the server in front of it. Credentials for a bucket that are not
 * given are looked for where Amazon's own programs look.
 */
export async function openData(
  config: Config,
  observe: Observe,
  credentials?: CredentialProvider,
): Promise<OpenedData> {
  const failed = (error: unknown): void =>
    observe({ kind: 'failure', requestId: null, where: 'files', error })
  const folder = config.data === ':memory:' ? null : config.data
  if (folder) mkdirSync(folder, { recursive: true, mode: ownersAlone })
  tellOfPaths(config, observe)
  // First of all: opening the rest may need it.
  const ballast = folder ? openBallast(folder) : null
  const opened = await openWorkspaces(config, folder, observe, credentials)
  const workspaces = namedWorkspaces(opened.workspaces, config.maxWorkspaces)
  const accounts = storedAccounts(opened)
  const isOpen = config.auth === 'none'
  const known = isOpen ? null : await accounts.make().catch(closing(workspaces))
  const drives = openDrives({
    rules: {
      portableNames: config.portableNames,
      quota: config.quota,
      trashDays: config.trashDays,
      versions: {
        most: config.versions,
        days: config.versionsDays,
        bytes: config.versionsSize,
      },
    },
    now,
    failed,
  })
  workspaces.onClose((workspace) => drives.close(workspace))
  const pictures = openSharpPictures()
  const previews = openPreviewCache(folder && join(folder, 'previews'))
  const ganttRules = {
    lazyAbove: config.lazyAbove,
    refuseCycles: !config.allowCycles,
    maxTasks: config.maxTasks,
  }
  const shared = {
    workspaces,
    accounts: known,
    drives,
    arrivals: arrivals(),
    pictures,
    previews,
    ganttRules,
    tableRules: { maxTables: config.maxTables },
    now,
    newId: randomUUID,
    bodies: bodyCache(),
    plans: keptPlans(config.planMemory),
  }
  return {
    shared,
    ballast,
    accounts,
    async closeData() {
      await pictures.close()
      await drives.closeAll()
      await accounts.close()
      await workspaces.close()
    },
  }
}

/** Who lets others write beside the server has to know it. */
function tellOfPaths({ storage }: Config, observe: Observe): void {
  if (storage !== null || (chosenPaths() ?? pathsHere()) === 'descriptors') return
  const message =
    'the folders of files are held by their paths on this system: a hostile program of this machine that may write there could lead the server out of them; see docs/reference/systems.md'
  observe({ kind: 'note', message })
}

interface Opened {
  workspaces: Workspaces
  /** To be closed before the workspaces. */
  openAccounts: () => Promise<AccountsDatabase>
  hasAccounts: () => Promise<boolean>
}

async function openWorkspaces(
  config: Config,
  folder: string | null,
  observe: Observe,
  credentials: CredentialProvider | undefined,
): Promise<Opened> {
  const { database: url, connections } = config
  const volumes = await chooseVolumes(config, credentials)
  if (url === null) {
    const path = folder === null ? ':memory:' : join(folder, 'accounts.sqlite')
    return {
      workspaces: thenClose(openSqliteWorkspaces(folder, volumes.open, observe), volumes.close),
      // The workspaces have locked the folder.
      openAccounts: async () => openSqliteAccounts(path, observe),
      hasAccounts: async () => existsSync(path),
    }
  }
  // Loaded where it is used: without it a start takes less time and memory.
  const [{ openPostgres }, { openPostgresWorkspaces }, ofAccounts] = await Promise.all([
    import('./engines/postgres/postgres.ts'),
    import('./engines/postgres/workspaces.ts'),
    import('./engines/postgres/accounts.ts'),
  ])
  if (folder) refuseSqlite(folder)
  // The files lie on this disk: another server would not know what this one does to them.
  const isAlone = config.storage === null && folder !== null
  const unlock = isAlone ? lockFolder(folder) : () => {}
  const postgres = openPostgres(url, { connections })
  const workspaces = openPostgresWorkspaces({
    postgres,
    folder: isAlone ? folder : null,
    openVolume: volumes.open,
    observe,
  })
  return {
    workspaces: thenClose(workspaces, async () => {
      await volumes.close()
      unlock()
    }),
    openAccounts: () => ofAccounts.openPostgresAccounts(postgres, observe),
    hasAccounts: () => ofAccounts.hasPostgresAccounts(postgres),
  }
}

/** They are opened once, by whoever needs them first. */
function storedAccounts({
  openAccounts,
  hasAccounts,
}: Opened): StoredAccounts & { close: () => Promise<void> } {
  let opened: Promise<AccountsDatabase> | null = null
  const make = (): Promise<AccountsDatabase> => (opened ??= openAccounts())
  return {
    make,
    find: async () => (opened !== null || (await hasAccounts()) ? make() : null),
    async close() {
      const accounts = await opened?.catch(() => null)
      await accounts?.close()
    },
  }
}

function closing(workspaces: Workspaces): (error: unknown) => Promise<never> {
  return async (error) => {
    await workspaces.close()
    throw error
  }
}

/** Whoever gives an address of a database beside a folder that has its own would see nothing of it. */
function refuseSqlite(folder: string): void {
  const found = globSync('workspaces/*/triptych.sqlite', { cwd: folder })
  if (found.length === 0) return
  throw new AppError(
    'unavailable',
    'The data folder holds workspaces on SQLite: bring them along by triptych migrate, or give another data folder.',
  )
}

function thenClose(workspaces: Workspaces, more: () => Promise<void>): Workspaces {
  return {
    ...workspaces,
    async close() {
      try {
        await workspaces.close()
      } finally {
        await more()
      }
    },
  }
}

/** Names become folders and schemas: only such that are meant to are let through, whoever asks. */
function namedWorkspaces(workspaces: Workspaces, most: number): Workspaces {
  return {
    ...workspaces,
    open: (name) => (isWorkspaceName(name) ? workspaces.open(name) : Promise.resolve(null)),
    remove: async (name, at, last) => isWorkspaceName(name) && workspaces.remove(name, at, last),
    restore: async (name) => isWorkspaceName(name) && workspaces.restore(name),
    forget: async (name) => isWorkspaceName(name) && workspaces.forget(name),
    async create(name, fill) {
      if (!isWorkspaceName(name)) {
        throw new AppError(
          'bad_request',
          `${JSON.stringify(name)} is no name of a workspace: lower-case letters, digits and hyphens, at most 63.`,
        )
      }
      const names = await workspaces.names()
      if (names.length >= most && !names.includes(name)) {
        const message = `There are ${most} workspaces, and no more may be made; a setting says how many.`
        throw new AppError('workspaces.too_many', message, { limit: most })
      }
      return workspaces.create(name, fill)
    },
  }
}

/** `null` where no mail server is set. */
export function openMailer({ smtp, mailFrom: from, url }: Config, observe: Observe): Mailer | null {
  if (smtp === null || from === null || url === null) return null
  return openSmtpMailer({ smtp, from, url }, observe)
}
