import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from './config/config-error.ts'
import type { Config } from './config/config.ts'
import { surroundings } from './config/surroundings.ts'
import { openFolderStorage } from './engines/folder/folder-storage.ts'
import { ownFolder } from './engines/folder/spots.ts'
import { parseS3Address } from './engines/s3/address.ts'
import type { S3Address } from './engines/s3/address.ts'
import { credentialSource } from './engines/s3/credential-source.ts'
import { openS3 } from './engines/s3/object-store.ts'
import { lockFolder } from './engines/sqlite/folder-lock.ts'
import type { Storage } from './ports/storage.ts'
import type { OpenStorage } from './ports/workspaces.ts'

export interface ChosenStorage {
  open: OpenStorage
  /** After all workspaces were closed. */
  close: () => Promise<void>
}

export function chooseStorage({ storage, files, hideDotfiles }: Config): ChosenStorage {
  if (storage !== null) return inBucket(storage)
  const options = { showHidden: !hideDotfiles }
  return {
    /** The folder of the setting for `main`, else beside the database. */
    async open({ name, home }) {
      if (name === 'main' && files !== null) return openLocked(files, options)
      return home === null ? openPassing(options) : openLocked(join(home, 'files'), options)
    },
    close: async () => {},
  }
}

/** By the id of the database, not by its name: another one of that name has other files. */
function inBucket(url: string): ChosenStorage {
  const told = surroundings()
  const stores = openS3(addressOf(url, told.variables['AWS_REGION']), credentialSource(told))
  let checked: Promise<void> | null = null
  return {
    async open({ database }) {
      checked ??= stores.check()
      await checked.catch((error: unknown) => {
        checked = null
        throw error
      })
      return stores.open(database.id)
    },
    close: () => stores.close(),
  }
}

function addressOf(url: string, region: string | undefined): S3Address {
  try {
    return parseS3Address(url, region)
  } catch (error) {
    throw new ConfigError(`storage: ${error instanceof Error ? error.message : String(error)}`)
  }
}

type Options = Parameters<typeof openFolderStorage>[1]

/** Whoever opens a drive sweeps what is unfinished there, so no two may have it. */
async function openLocked(root: string, options: Options): Promise<Storage> {
  await mkdir(join(root, ownFolder), { recursive: true })
  const unlock = lockFolder(join(root, ownFolder))
  try {
    const storage = await openFolderStorage(root, options)
    const id = await idOf(join(root, ownFolder, 'id'))
    return { ...storage, id, close: () => storage.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

async function idOf(path: string): Promise<string> {
  const known = await readFile(path, 'utf8').catch(() => '')
  if (known !== '') return known.trim()
  const made = randomUUID()
  await writeFile(path, `${made}\n`, { flush: true })
  return made
}

/** A workspace in memory still has its files on disk, but only as long as it is open. */
async function openPassing(options: Options): Promise<Storage> {
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
