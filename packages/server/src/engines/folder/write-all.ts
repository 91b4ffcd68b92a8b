import type { FileHandle } from 'node:fs/promises'
import { asFolderError } from './folder-error.ts'

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
  throw asFolderError(error)
}
