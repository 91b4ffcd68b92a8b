import { mkdirSync, fstatSync } from 'node:fs'
import type { BigIntStats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { ErrorCode } from '@triptych/contract/errors'
import { inFlight } from '../../concurrency/in-flight.ts'
import type { InFlight } from '../../concurrency/in-flight.ts'
import { AppError, mapError } from '../../errors.ts'
import type { NamedEntry, Storage, Entry, OpenFile } from '../../ports/storage.ts'
import { entryOf } from './entry-of.ts'
import { FolderError } from './folder-error.ts'
import type { FolderErrorKind } from './folder-error.ts'
import { openSafeFolder } from './safe-folder.ts'
import type { SafeFolder } from './safe-folder.ts'
import type { Segments } from './segment.ts'
import { hiddenFolder, isKey, ownFolder, spotsOf } from './spots.ts'
import type { Spots } from './spots.ts'
import { writeAll } from './write-all.ts'

export interface FolderOptions {
  /** Whether names that begin with a dot can be seen and used. */
  showHidden: boolean
}

/** A drive that is a folder of this machine, with people's files at their own paths. */
export async function openFolderStorage(root: string, options: FolderOptions): Promise<Storage> {
  mkdirSync(root, { recursive: true })
  const folder = openSafeFolder(root)
  try {
    await makeOwnFolders(folder)
    // Where case makes no difference there may be more spellings than can be told by looking.
    const folds = folder.isSame([ownFolder.toUpperCase()], [ownFolder])
    const spots = spotsOf(
      options.showHidden,
      (top) => top === ownFolder || (folds && folder.isSame([top], [ownFolder])),
    )
    return storageOf(folder, spots)
  } catch (error) {
    folder.close()
    throw toAppError(error)
  }
}

function storageOf(folder: SafeFolder, spots: Spots): Storage {
  const operations = inFlight(() => new AppError('unavailable', 'The drive has been closed.'))
  const run: InFlight['run'] = (operation) =>
    operations.run(operation).catch((error: unknown) => {
      throw toAppError(error)
    })
  const hidden = (key: string) => spots.coming({ area: 'hidden', path: [key] })

  return {
    id: null,
    receive: (key, bytes) => run(() => receiveFile(folder, hidden(key), bytes)),
    copy: (from, key) =>
      run(() => folder.copy(spots.existing({ area: 'drive', path: from }), hidden(key))),
    makeFolder: (spot) => run(() => folder.makeFolder(spots.coming(spot))),
    move: (from, to) => run(() => folder.move(spots.existing(from), spots.coming(to, from))),
    sync: (folders) =>
      run(async () => {
        const paths = new Map(folders.map((spot) => [JSON.stringify(spot), spots.existing(spot)]))
        await Promise.all(Array.from(paths.values(), (path) => folder.syncFolder(path)))
      }),
    stat: (spot) => run(() => ifThere(async () => folder.stat(spots.existing(spot)))),
    open: (path, area = 'drive') =>
      run(async () => openedFile(await folder.openFile(spots.existing({ area, path })))),
    setModified: (spot, modified) => run(() => folder.setModified(spots.existing(spot), modified)),

    hidden: () => run(async () => (await folder.names(hiddenFolder)).filter(isKey)),
    removeHidden: (key) =>
      run(async () => {
        const path = hidden(key)
        await ifThere(() => folder.remove(path))
      }),
    removeLeftover: (path) =>
      run(() => folder.removeLeftover(spots.existing({ area: 'drive', path }))),

    space: () => run(() => folder.space()),
    outside: {
      fingerprint: (spot) => run(() => folder.fingerprint(spots.existing(spot))),
      list: (spot) =>
        run(async () => {
          const { fingerprint, entries } = await folder.list(spots.existing(spot))
          const shown: NamedEntry[] = []
          for (const entry of entries) {
            const name = spots.shown(spot, entry.name)
            if (name !== null) shown.push({ ...entry, name })
          }
          return { fingerprint, entries: shown }
        }),
      watch: (spot, changed) => run(() => folder.watch(spots.existing(spot), changed)),
    },
    async close() {
      await operations.end()
      folder.close()
    },
  }
}

async function makeOwnFolders(folder: SafeFolder): Promise<void> {
  const paths: Segments[] = [[ownFolder], hiddenFolder]
  for (const path of paths) {
    await folder.makeFolder(path).catch((error: unknown) => {
      if (!(error instanceof FolderError && error.kind === 'taken')) throw error
    })
  }
  for (const path of [[], [ownFolder], hiddenFolder]) await folder.syncFolder(path)
}

const absences = ['missing', 'not-a-folder', 'link']

async function ifThere<T>(look: () => Promise<T>): Promise<T | null> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof FolderError && absences.includes(error.kind)) return null
    throw error
  }
}

/** What people are told; anything that is no refusal of the disk stays what it is. */
function toAppError(error: unknown): unknown {
  const isOfDisk = error instanceof FolderError
  return mapError(error, isOfDisk ? [codes[error.kind], error.message] : undefined)
}

const codes: Record<FolderErrorKind, ErrorCode> = {
  missing: 'files.not_found',
  taken: 'files.name_taken',
  'not-a-folder': 'files.not_a_folder',
  'not-a-file': 'files.not_a_file',
  'into-itself': 'files.into_itself',
  'other-device': 'files.denied',
  link: 'files.link',
  special: 'files.special',
  'bad-name': 'files.bad_name',
  full: 'storage_full',
  denied: 'files.denied',
}

/** A new file with these bytes, on the disk for good; or nothing at all. */
async function receiveFile(
  folder: SafeFolder,
  path: Segments,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Entry> {
  const file = await folder.createDraft(path)
  try {
    await writeAll(file, bytes)
    return entryOf(fstatSync(file.fd))
  } catch (error) {
    // What cannot be removed now is still hidden, and swept up later.
    await folder.remove(path).catch(() => {})
    throw error
  } finally {
    await file.close()
  }
}

const blockBytes = 1024 * 1024

function openedFile(file: FileHandle): OpenFile {
  return {
    entry: entryOf(fstatSync(file.fd)),
    version: versionOf(fstatSync(file.fd, { bigint: true })),
    read: (start, end) => readBlocks(file, start, end),
    close: () => file.close(),
  }
}

/** The time of the inode moves with every write, even when somebody sets the other one back. */
function versionOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [ino, size, mtimeNs, ctimeNs].map((part) => part.toString(36)).join('-')
}

/** Reads the next block while the one before is on its way. */
async function* readBlocks(
  file: FileHandle,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  let next = start < end ? readBlock(file, start, end) : null
  try {
    for (let at = start; next;) {
      const block: Uint8Array = await next
      at += block.byteLength
      next = at < end ? readBlock(file, at, end) : null
      // Heard of when its turn comes; the receiver may be slow, or never come back.
      next?.catch(() => {})
      yield block
    }
  } finally {
    await next?.catch(() => {})
  }
}

async function readBlock(file: FileHandle, start: number, end: number): Promise<Uint8Array> {
  // Never from a pool, and never used again: a socket may hold it for as long as it likes.
  const block = Buffer.allocUnsafeSlow(Math.min(blockBytes, end - start))
  const { bytesRead } = await file.read(block, 0, block.byteLength, start)
  if (bytesRead === 0) throw new Error('The file has become shorter while it was read.')
  return block.subarray(0, bytesRead)
}
