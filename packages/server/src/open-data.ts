import { randomUUID } from 'node:crypto'
import { globSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chooseStorage } from './choose-storage.ts'
import type { Config } from './config/config.ts'
import type { Context } from './context.ts'
import { openDrives } from './domain/files/drive/drives.ts'
import { bodyCache } from './engines/memory/body-cache.ts'
import { openSharpPictures } from './engines/sharp/pictures.ts'
import { openPreviewCache } from './engines/sharp/preview-cache.ts'
import { openPostgresWorkspaces } from './engines/postgres/workspaces.ts'
import { lockFolder } from './engines/sqlite/folder-lock.ts'
import { openSqliteWorkspaces } from './engines/sqlite/workspaces.ts'
import { namedWorkspaces } from './named-workspaces.ts'
import { AppError } from './errors.ts'
import type { Observe } from './observe/observation.ts'
import type { Workspaces } from './ports/workspaces.ts'

const now = (): Date => new Date()

/** What is the same for every request. */
export type SharedContext = Omit<Context, 'workspace' | 'principal' | 'origin'>

/** Everything that lies on disk, without the server in front of it. */
export function openData(
  config: Config,
  observe: Observe,
): { shared: SharedContext; closeData: () => Promise<void> } {
  const failed = (error: unknown): void =>
    observe({ kind: 'failure', requestId: null, where: 'files', error })
  const folder = config.data === ':memory:' ? null : config.data
  const workspaces = namedWorkspaces(openWorkspaces(config, folder, observe))
  const drives = openDrives({ rules: { portableNames: config.portableNames }, now, failed })
  const pictures = openSharpPictures()
  const previews = openPreviewCache(folder && join(folder, 'previews'))
  const newId = randomUUID
  const planRules = { lazyAbove: config.lazyAbove, refuseCycles: !config.allowCycles }
  const bodies = bodyCache()
  const shared = { workspaces, drives, pictures, previews, planRules, now, newId, bodies }
  return {
    shared,
    async closeData() {
      await pictures.close()
      await drives.closeAll()
      await workspaces.close()
    },
  }
}

function openWorkspaces(config: Config, folder: string | null, observe: Observe): Workspaces {
  const { database: url, connections } = config
  const storage = chooseStorage(config)
  if (url === null) {
    return thenClose(openSqliteWorkspaces(folder, storage.open, observe), storage.close)
  }
  if (folder) {
    mkdirSync(folder, { recursive: true })
    refuseSqlite(folder)
  }
  // The files lie on this disk: another server would not know what this one does to them.
  const isAlone = config.storage === null && folder !== null
  const unlock = isAlone ? lockFolder(folder) : () => {}
  const workspaces = openPostgresWorkspaces({
    url,
    connections,
    folder: isAlone ? folder : null,
    openStorage: storage.open,
    observe,
  })
  return thenClose(workspaces, async () => {
    await storage.close()
    unlock()
  })
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
