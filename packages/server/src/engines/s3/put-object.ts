import { createHash, randomBytes } from 'node:crypto'
import type { StoredObject } from '../../ports/object-store.ts'
import { AppError } from '../../errors.ts'
import type { S3Client } from './client.ts'
import { SourceFailure } from './failure.ts'
import { putWhole } from './put-whole.ts'
import { headOf } from './object-head.ts'
import { openUpload, tidyingMs } from './multipart-upload.ts'
import type { MultipartUpload } from './multipart-upload.ts'
import { partBuffer } from './part-buffer.ts'
import type { PartMemory } from './part-memory.ts'

export interface PutOptions {
  memory: PartMemory
  partBytes: number
  /** How many parts of one upload are sent at the same time. */
  parallel: number
}

/** What the store allows in one upload. */
const mostParts = 10_000

/** One request when all fits into a part, else as many as there are parts. The key is as in the bucket. */
export async function putObject(
  client: S3Client,
  key: string,
  bytes: AsyncIterable<Uint8Array>,
  { memory, parallel, ...options }: PutOptions & { expectedSize: number },
): Promise<StoredObject> {
  const partBytes = Math.max(options.partBytes, Math.ceil(options.expectedSize / mostParts))
  // Tells what we wrote from what others did, when an answer was lost.
  const mark = randomBytes(16).toString('hex')
  const hash = createHash('sha256')
  let size = 0
  let upload: MultipartUpload | null = null
  let part = partBuffer(partBytes, memory)
  let mayBeThere = false

  try {
    for await (const chunk of fromOutside(bytes)) {
      hash.update(chunk)
      size += chunk.byteLength
      for (let rest = chunk; rest.byteLength > 0;) {
        // Not before there are bytes for the next one: the last may be the only one.
        if (part.isFull()) {
          upload ??= await openUpload(client, key, { mark, parallel })
          if (upload.parts() === mostParts) throw tooLarge()
          await upload.send(part)
          part = partBuffer(partBytes, memory)
        }
        rest = await part.add(rest)
      }
    }
    const checksum = hash.digest('hex')
    mayBeThere = true
    if (upload) {
      await upload.send(part)
      await upload.finish()
    } else {
      await putWhole(client, key, { bytes: part.bytes(), checksum, mark })
    }
    return { key, size, checksum }
  } catch (error) {
    await upload?.abort()
    // What cannot be removed now is seen by a sweeper later.
    if (mayBeThere) await removeOurs(client, key, mark).catch(() => {})
    throw error
  } finally {
    part.release()
  }
}

async function* fromOutside(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (cause) {
    throw new SourceFailure('The bytes to be stored did not all come.', { cause })
  }
}

async function removeOurs(client: S3Client, key: string, mark: string): Promise<void> {
  const head = await headOf(client, key, tidyingMs)
  if (head?.mark === mark) await client.ask({ method: 'DELETE', key, retryForMs: tidyingMs })
}

function tooLarge(): AppError {
  return new AppError('files.too_large', 'The file has more bytes than the storage takes in one.')
}
