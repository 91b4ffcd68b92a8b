import { closeSync, constants, fdatasync, fstatSync, openSync, writev, writevSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Entry, Release } from '../../ports/storage.ts'
import { entryOf, pathIn } from './folder.ts'
import type { Folder } from './folder.ts'
import { toAppError } from './map-errors.ts'
import { removeEntry } from './remove-entry.ts'
import type { Segments } from './segment.ts'
import { inParent, inParentAtOnce } from './walk.ts'

const asNewFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

/** A new file with these bytes under a name nobody has, on the disk for good; or nothing at all. */
export async function writeFile(
  root: Folder,
  segments: Segments,
  bytes: AsyncIterable<Uint8Array>,
  release?: Release,
): Promise<Entry> {
  // At once, as all that is done to names: in libuv's pool it would wait behind the syncs of others.
  const descriptor = inParentAtOnce(root, segments, (parent, name) =>
    openSync(pathIn(parent, name), asNewFile),
  )
  try {
    await writeAll(fileOf(descriptor), bytes, release)
    return entryOf(fstatSync(descriptor, { bigint: true }))
  } catch (error) {
    // What cannot be removed now is still hidden, and swept up later.
    await inParent(root, segments, removeEntry).catch(() => {})
    throw error
  } finally {
    closeSync(descriptor)
  }
}

/** What is needed of a `FileHandle` here. */
export interface WritableFile {
  writev: (chunks: Uint8Array[]) => Promise<{ bytesWritten: number }>
  datasync: () => Promise<void>
}

const writeChunks = promisify(writev)
const syncData = promisify(fdatasync)

/** So little is in the memory of the system before a thread has heard of it. */
const writtenAtOnce = 64 * 1024

function fileOf(descriptor: number): WritableFile {
  return {
    async writev(chunks) {
      const bytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
      if (bytes > writtenAtOnce) return writeChunks(descriptor, chunks)
      return { bytesWritten: writevSync(descriptor, chunks) }
    },
    datasync: () => syncData(descriptor),
  }
}

/**
 * One batch is written while the next one comes in, so twice this is held for each upload. Larger
 * ones save a little work, but keep everybody else waiting for longer.
 */
const batchBytes = 128 * 1024
/** As many as the kernel takes in one call. */
const batchChunks = 1024

/** Writes everything in few large calls, then waits until it is on the disk. `release` gets each piece that is written. */
export async function writeAll(
  file: WritableFile,
  bytes: AsyncIterable<Uint8Array>,
  release: Release = () => {},
): Promise<void> {
  let batch: Uint8Array[] = []
  let size = 0
  let writing = Promise.resolve()
  try {
    for await (const chunk of bytes) {
      batch.push(chunk)
      size += chunk.byteLength
      if (size < batchBytes && batch.length < batchChunks) continue
      await writing
      writing = writeBatch(file, batch, size, release)
      // Heard of at the next batch; until then nobody waits for it.
      writing.catch(() => {})
      batch = []
      size = 0
    }
    await writing
    await writeBatch(file, batch, size, release)
  } finally {
    await writing.catch(() => {})
  }
  await file.datasync().catch(rethrow)
}

async function writeBatch(
  file: WritableFile,
  batch: Uint8Array[],
  size: number,
  release: Release,
): Promise<void> {
  let left = batch
  for (let missing = size; missing > 0;) {
    const { bytesWritten } = await file.writev(left).catch(rethrow)
    missing -= bytesWritten
    if (missing > 0) left = without(left, bytesWritten)
  }
  for (const piece of batch) release(piece)
}

/** Only a disk that is nearly full writes less than it was given. */
function without(chunks: Uint8Array[], written: number): Uint8Array[] {
  const rest = Buffer.concat(chunks)
  return [rest.subarray(written)]
}

function rethrow(error: unknown): never {
  throw toAppError(error)
}
