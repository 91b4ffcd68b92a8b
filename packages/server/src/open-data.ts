import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { chooseStorage } from './choose-storage.ts'
import type { Config } from './config/config.ts'
import type { Context } from './context.ts'
import { openDrives } from './domain/files/drive/drives.ts'
import { bodyCache } from './engines/memory/body-cache.ts'
import { openSharpPictures } from './engines/sharp/pictures.ts'
import { openPreviewCache } from './engines/sharp/preview-cache.ts'
import { openSqliteWorkspaces } from './engines/sqlite/workspaces.ts'
import type { Observe } from './observe/observation.ts'

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
  const workspaces = openSqliteWorkspaces(folder, chooseStorage(config), observe)
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
