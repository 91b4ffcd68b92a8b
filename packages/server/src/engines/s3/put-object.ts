import { createHash, randomBytes, webcrypto } from 'node:crypto'
import { escapeAttribute } from '../../codecs/xml/entities.ts'
import { AppError } from '../../errors.ts'
import type { StoredObject } from '../../ports/object-store.ts'
import { partBuffer } from './buffer-pool.ts'
import type { BufferPool, PartBuffer } from './buffer-pool.ts'
import type { S3Client } from './client.ts'
import { SourceFailure, S3Failure } from './failure.ts'
import {
  headOf,
  isTaken,
  isUnknownCondition,
  onlyIfFree,
  refuseTaken,
  taken,
  writerTokenHeader,
} from './object-head.ts'
import { withRetries } from './retry.ts'
import { textOf } from './xml.ts'

export interface PutOptions {
  memory: BufferPool
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
  const writerToken = randomBytes(16).toString('hex')
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
          upload ??= await openUpload(client, key, { writerToken, parallel })
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
      await putWhole(client, key, { bytes: part.bytes(), checksum, writerToken })
    }
    return { key, size, checksum }
  } catch (error) {
    await upload?.abort()
    // What cannot be removed now is seen by a sweeper later.
    if (mayBeThere) await removeOurs(client, key, writerToken).catch(() => {})
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

async function removeOurs(client: S3Client, key: string, writerToken: string): Promise<void> {
  const head = await headOf(client, key, tidyingMs)
  if (head?.writerToken === writerToken)
    await client.ask({ method: 'DELETE', key, retryForMs: tidyingMs })
}

function tooLarge(): AppError {
  return new AppError('files.too_large', 'The file has more bytes than the storage takes in one.')
}

interface WholeObject {
  bytes: Uint8Array
  checksum: string
  writerToken: string
}

/** The store takes it only if it arrives as it was signed, and only if the key is free. */
async function putWhole(
  client: S3Client,
  key: string,
  { bytes, checksum, writerToken }: WholeObject,
): Promise<void> {
  const call = { method: 'PUT', key, body: bytes, bodyHash: checksum } as const
  const headers = { [writerTokenHeader]: writerToken }
  await withRetries(async (failures) => {
    if (!client.conditions.areKnown) await refuseTaken(client, key, writerToken)
    try {
      await client.askOnce({ ...call, headers: { ...headers, ...onlyIfFree(client) } })
    } catch (error) {
      if (isUnknownCondition(client, error)) {
        await refuseTaken(client, key, writerToken)
        await client.askOnce({ ...call, headers })
        return
      }
      if (!isTaken(error)) throw error
      // Perhaps by ourselves: the answer to an attempt before may have been lost.
      if (failures > 0 && (await headOf(client, key))?.writerToken === writerToken) return
      throw taken()
    }
  }, client.retryForMs)
}

interface MultipartUpload {
  parts(): number
  /** Answers when the next part may be sent; throws when one before has failed. Releases the part. */
  send(part: PartBuffer): Promise<void>
  /** Waits for all parts, and makes them one object. */
  finish(): Promise<void>
  /** Ends what is under way, and leaves nothing if the store can be asked. */
  abort(): Promise<void>
}

/** What failed has failed for long enough: nobody waits much longer for the traces to go. */
const tidyingMs = 2000

interface UploadOptions {
  writerToken: string
  parallel: number
}

async function openUpload(
  client: S3Client,
  key: string,
  { writerToken, parallel }: UploadOptions,
): Promise<MultipartUpload> {
  // Most stores do not look at the end of an upload whether the key is free.
  await refuseTaken(client, key, writerToken)
  const started = await client.ask({
    method: 'POST',
    key,
    query: { uploads: '' },
    headers: { [writerTokenHeader]: writerToken },
  })
  const uploadId = textOf(started.text, 'UploadId') ?? ''
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  const tags: string[] = []
  let failure: { error: unknown } | null = null

  async function sendPart(number: number, part: PartBuffer): Promise<void> {
    try {
      const body = part.bytes()
      const { headers } = await client.ask({
        method: 'PUT',
        key,
        query: { uploadId, partNumber: String(number) },
        body,
        bodyHash: await hashAside(body),
        signal: stopping.signal,
      })
      tags[number - 1] = headers.etag ?? ''
    } catch (error) {
      failure ??= { error }
    } finally {
      part.release()
    }
  }

  let sent = 0
  return {
    parts: () => sent,
    async send(part) {
      sent += 1
      const sending: Promise<void> = sendPart(sent, part).finally(() => underWay.delete(sending))
      underWay.add(sending)
      if (underWay.size >= parallel) await Promise.race(underWay)
      if (failure) throw failure.error
    },
    async finish() {
      await Promise.all(underWay)
      if (failure) throw failure.error
      await completeUpload(client, key, { uploadId, writerToken, tags })
    },
    async abort() {
      stopping.abort()
      // A part that arrives after the end would stay behind.
      await Promise.all(underWay)
      // What cannot be ended now is swept up later.
      const retryForMs = tidyingMs
      await client.ask({ method: 'DELETE', key, query: { uploadId }, retryForMs }).catch(() => {})
    },
  }
}

/** Apart from the thread that serves everybody. */
async function hashAside(bytes: Uint8Array): Promise<string> {
  const digest = await webcrypto.subtle.digest('SHA-256', bytes)
  return Buffer.from(digest).toString('hex')
}

/** Makes the parts one object, once, however often it is asked. */
export async function completeUpload(
  client: S3Client,
  key: string,
  { uploadId, writerToken, tags }: { uploadId: string; writerToken: string; tags: string[] },
): Promise<void> {
  const parts = tags.map(
    (tag, n) =>
      `<Part><PartNumber>${n + 1}</PartNumber><ETag>${escapeAttribute(tag)}</ETag></Part>`,
  )
  const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/'
  const body = Buffer.from(
    `<CompleteMultipartUpload xmlns="${namespace}">${parts.join('')}</CompleteMultipartUpload>`,
  )
  const call = { method: 'POST', key, query: { uploadId }, body } as const
  await withRetries(async (failures) => {
    try {
      await client.askOnce({ ...call, headers: onlyIfFree(client) })
    } catch (error) {
      if (isUnknownCondition(client, error)) {
        await client.askOnce(call)
        return
      }
      // The answer to an attempt before may have been lost.
      const isOver = isTaken(error) || (error instanceof S3Failure && error.status === 404)
      if (isOver && failures > 0 && (await headOf(client, key))?.writerToken === writerToken) return
      throw isTaken(error) ? taken() : error
    }
  }, client.retryForMs)
}
