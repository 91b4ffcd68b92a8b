import { randomUUID } from 'node:crypto'
import { existsSync, lstatSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from './config/config-error.ts'
import type { Config } from './config/config.ts'
import { chosenPaths, processEnvironment } from './config/environment.ts'
import { diskVolume } from './drives/disk/disk-volume.ts'
import type { DiskPlace } from './drives/disk/disk.ts'
import { objectVolume } from './drives/objects/object-volume.ts'
import { errorCode, toAppError } from './engines/folder/map-errors.ts'
import { openSafeFolder } from './engines/folder/safe-folder.ts'
import type { FolderOptions } from './engines/folder/safe-folder.ts'
import { ownFolder } from './engines/folder/spots.ts'
import type { S3Address } from './engines/s3/address.ts'
import { lockFolder } from './engines/sqlite/folder-lock.ts'
import { AppError } from './errors.ts'
import type { CredentialProvider } from './ports/credentials.ts'
import type { OpenVolume } from './ports/volume.ts'

/** Where the files of workspaces lie. */
export interface Volumes {
  open: OpenVolume
  /** After all workspaces were closed. */
  close: () => Promise<void>
}

/** A bucket or folders, as the settings say. */
export async function chooseVolumes(
  { storage, files, dotfiles }: Config,
  credentials: CredentialProvider | undefined,
): Promise<Volumes> {
  if (storage !== null) return inBucket(storage, credentials)
  return {
    /** The folder of the setting for `main`, else beside the database. */
    async open({ name, home, database }) {
      const own = name === 'main' ? files : null
      if (own !== null) refuseMissing(own)
      // A folder of somebody's own has secrets of programs in it that nobody thought of.
      const options = {
        showHidden: dotfiles === null ? own === null : dotfiles === 'show',
        paths: chosenPaths(),
      }
      const folder = own ?? (home && join(home, 'files'))
      const place = await (folder === null ? openPassing(options) : openLocked(folder, options))
      return diskVolume({ database, ...place })
    },
    close: async () => {},
  }
}

/** It is somebody's own: made here, one that was mistyped would only look empty. */
function refuseMissing(files: string): void {
  if (existsSync(files)) return
  throw new AppError('not_found', `There is no folder ${files}; make it, or name another.`)
}

/** By the id of the database, not by its name: another one of that name has other files. */
async function inBucket(url: string, given: CredentialProvider | undefined): Promise<Volumes> {
  // Loaded where it is used, as PostgreSQL is.
  const [{ parseS3Address }, { credentialSource, findCredentials }, { openS3 }, { regionOf }] =
    await Promise.all([
      import('./engines/s3/address.ts'),
      import('./engines/s3/credential-source.ts'),
      import('./engines/s3/object-store.ts'),
      import('./engines/s3/profile-credentials.ts'),
    ])
  const told = processEnvironment()
  const credentials = credentialSource(given ?? (() => findCredentials(told)))
  const address = addressOf(() => parseS3Address(url, regionOf(told)))
  const stores = openS3(address, credentials)
  let checked: Promise<void> | null = null
  return {
    async open({ database }) {
      checked ??= stores.check()
      await checked.catch((error: unknown) => {
        checked = null
        throw error
      })
      return objectVolume({ database, store: stores.open(database.id) })
    },
    close: () => stores.close(),
  }
}

function addressOf(parse: () => S3Address): S3Address {
  try {
    return parse()
  } catch (error) {
    throw new ConfigError(`storage: ${error instanceof Error ? error.message : String(error)}`)
  }
}

type OpenedFolder = Omit<DiskPlace, 'database'>

/** Whoever opens a drive sweeps what is unfinished there, so no two may have it. */
async function openLocked(root: string, options: FolderOptions): Promise<OpenedFolder> {
  refuseStrange(join(root, ownFolder))
  await mkdir(join(root, ownFolder), { recursive: true })
  const unlock = lockFolder(join(root, ownFolder))
  try {
    const folder = await openSafeFolder(root, options)
    const id = await idOf(join(root, ownFolder, 'id'))
    return { id, storage: { ...folder, close: () => folder.close().finally(unlock) } }
  } catch (error) {
    unlock()
    // Of all else the path says more.
    throw errorCode(error) === 'ENOSPC' ? toAppError(error) : error
  }
}

const ownFiles = ['id', 'lock', 'lock-journal', 'lock-wal', 'lock-shm']

/**
 * The folder may have come out of somebody's archive. Through a link there we would write to wherever it leads,
 * and a pipe would keep us waiting for ever.
 */
function refuseStrange(own: string): void {
  for (const path of [own, join(own, 'hidden')]) refuseUnless(path, 'isDirectory', 'folder')
  for (const name of ownFiles) refuseUnless(join(own, name), 'isFile', 'plain file')
}

function refuseUnless(path: string, is: 'isDirectory' | 'isFile', what: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats || stats[is]()) return
  throw new Error(`${path} is no ${what}, and not of Triptych: move it away.`)
}

async function idOf(path: string): Promise<string> {
  const known = await readFile(path, 'utf8').catch(() => '')
  if (known !== '') return known.trim()
  const made = randomUUID()
  await writeFile(path, `${made}\n`, { flush: true })
  return made
}

/** A workspace in memory still has its files on disk, but only as long as it is open. */
async function openPassing(options: FolderOptions): Promise<OpenedFolder> {
  const root = await mkdtemp(join(tmpdir(), 'triptych-'))
  const folder = await openSafeFolder(root, options)
  async function close(): Promise<void> {
    await folder.close()
    await rm(root, { recursive: true, force: true })
  }
  return { id: null, storage: { ...folder, close } }
}

/** Where browsers reach the bytes of files themselves; `null`: from us alone. */
export const storeOrigin = async ({ storage }: Config): Promise<string | null> =>
  storage === null ? null : (await import('./engines/s3/address.ts')).publicOrigin(storage)
