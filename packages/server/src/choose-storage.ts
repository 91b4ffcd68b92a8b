import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from './config/config.ts'
import { openFolderStorage } from './engines/folder/folder-storage.ts'
import { ownFolder } from './engines/folder/spots.ts'
import { lockFolder } from './engines/sqlite/folder-lock.ts'
import type { OpenStorage } from './engines/sqlite/workspaces.ts'

/** Where the files of a workspace lie: the folder of the setting for `main`, else beside its database. */
export function chooseStorage({ files, hideDotfiles }: Config): OpenStorage {
  const options = { showHidden: !hideDotfiles }
  return async (name, home) => {
    if (name === 'main' && files !== null) return openLocked(files, options)
    return home === null ? openPassing(options) : openLocked(join(home, 'files'), options)
  }
}

type Options = Parameters<typeof openFolderStorage>[1]

/** Whoever opens a drive sweeps what is unfinished there, so no two may have it. */
async function openLocked(root: string, options: Options): ReturnType<OpenStorage> {
  await mkdir(join(root, ownFolder), { recursive: true })
  const unlock = lockFolder(join(root, ownFolder))
  try {
    const storage = await openFolderStorage(root, options)
    return { ...storage, close: () => storage.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** A workspace in memory still has its files on disk, but only as long as it is open. */
async function openPassing(options: Options): ReturnType<OpenStorage> {
  const root = await mkdtemp(join(tmpdir(), 'triptych-'))
  const storage = await openFolderStorage(root, options)
  return {
    ...storage,
    async close() {
      await storage.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}
