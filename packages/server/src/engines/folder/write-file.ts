import { constants, fstatSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import type { Entry } from '../../ports/storage.ts'
import { entryOf, pathIn } from './folder.ts'
import type { Folder } from './folder.ts'
import { toAppError } from './map-errors.ts'
import { removeEntry } from './remove-entry.ts'
import type { Segments } from './segment.ts'
import { inParent } from './walk.ts'

const asNewFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

/** A new file with these bytes under a name nobody has, on the disk for good; or nothing at all. */
export async function writeFile(
  root: Folder,
  segments: Segments,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Entry> {
  const file = await inParent(root, segments, (parent, name) =>
    open(pathIn(parent, name), asNewFile),
  )
  try {
    await writeAll(file, bytes)
    return entryOf(fstatSync(file.fd, { bigint: true }))
  } catch (error) {
    // What cannot be removed now is still hidden, and swept up later.
    await inParent(root, segments, removeEntry).catch(() => {})
    throw error
  } finally {
    await file.close()
  }
}

/**
 * One batch is written while the next one comes in, so twice this is held for each upload. Larger
 * ones save a little work, but keep everybody else waiting for longer.
 */
const batchBytes = 64 * 1024
/** As many as the kernel takes in one call. */
const batchChunks = 1024

/** Writes everything in few large calls, then waits until it is on the disk. */
export async function writeAll(file: FileHandle, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  let batch: Uint8Array[] = []
  let size = 0
  let writing = Promise.resolve()
  try {
    for await (const chunk of bytes) {
      batch.push(chunk)
      size += chunk.byteLength
      if (size < batchBytes && batch.length < batchChunks) continue
      await writing
      writing = writeBatch(file, batch, size)
      // Heard of at the next batch; until then nobody waits for it.
      writing.catch(() => {})
      batch = []
      size = 0
    }
    await writing
    await writeBatch(file, batch, size)
  } finally {
    await writing.catch(() => {})
  }
  await file.datasync().catch(rethrow)
}

async function writeBatch(file: FileHandle, batch: Uint8Array[], size: number): Promise<void> {
  let left = batch
  for (let missing = size; missing > 0;) {
    const { bytesWritten } = await file.writev(left).catch(rethrow)
    missing -= bytesWritten
    if (missing > 0) left = without(left, bytesWritten)
  }
}

/** Only a disk that is nearly full writes less than it was given. */
function without(chunks: Uint8Array[], written: number): Uint8Array[] {
  const rest = Buffer.concat(chunks)
  return [rest.subarray(written)]
}

function rethrow(error: unknown): never {
  throw toAppError(error)
}
