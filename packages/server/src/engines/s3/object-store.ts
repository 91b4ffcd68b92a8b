import type { IncomingMessage } from 'node:http'
import { inFlight } from '../../concurrency/in-flight.ts'
import type { InFlight } from '../../concurrency/in-flight.ts'
import { AppError } from '../../errors.ts'
import type {
  ListedObject,
  ObjectStore,
  ObjectStores,
  StoredObject,
} from '../../ports/object-store.ts'
import type { S3Address } from './address.ts'
import { checkBucket, listObjects, removeObjects, sweepUploads } from './bucket.ts'
import { bufferPool } from './buffer-pool.ts'
import { closed, s3Client } from './client.ts'
import type { S3Client } from './client.ts'
import { checksumLike } from './checksum.ts'
import type { CredentialSource } from './credential-source.ts'
import { directUploads } from './direct-upload.ts'
import { chunksOf } from './exchange.ts'
import type { Chunks } from './exchange.ts'
import { S3Failure, S3Mismatch, toAppError } from './failure.ts'
import { headOf } from './object-head.ts'
import { putObject } from './put-object.ts'
import type { PutOptions } from './put-object.ts'
import { backoff } from './retry.ts'

export interface S3Options {
  /** All parts but the last have it, as some stores want; at least 5 MiB for Amazon's. */
  partBytes: number
  /** How many parts of one upload are sent at the same time. */
  parallel: number
  /** For the parts of all uploads together. */
  memoryBytes: number
  /** How long there may be no sign of life from the store. */
  idleMs: number
  /** How long the store is asked again after its first failure. */
  retryForMs: number
}

const mebi = 1024 * 1024

/** Enough to begin with, also where two clocks differ; whoever has begun is not cut off. */
const addressSeconds = 300

const usual: S3Options = {
  partBytes: 8 * mebi,
  parallel: 4,
  memoryBytes: 256 * mebi,
  idleMs: 30_000,
  retryForMs: 30_000,
}

/** A bucket of any store that speaks S3. */
export function openS3(
  address: S3Address,
  credentials: CredentialSource,
  options: Partial<S3Options> = {},
): ObjectStores {
  const { partBytes, parallel, memoryBytes, ...retryOptions } = { ...usual, ...options }
  const client = s3Client(address, credentials, retryOptions)
  const memory = bufferPool(memoryBytes)
  const writes = inFlight(closed)
  const run: InFlight['run'] = (work) => writes.run(work).catch(rethrow)

  return {
    open: (name) => storeOf(client, name, { memory, partBytes, parallel }, run),
    check: () => run(() => checkBucket(client)),
    async close() {
      await writes.end()
      client.close()
    },
  }
}

function storeOf(
  client: S3Client,
  name: string,
  options: PutOptions,
  run: InFlight['run'],
): ObjectStore {
  const prefix = `${client.address.prefix}${name}/`
  const elsewhere = client.address.public
  const inBucket = (key: string): string => prefix + checked(key)
  const withoutPrefix = (found: ListedObject): ListedObject => ({
    ...found,
    key: found.key.slice(prefix.length),
  })

  return {
    put: (key, bytes, expectedSize = 0) =>
      run(async () => {
        const stored = await putObject(client, inBucket(key), bytes, { ...options, expectedSize })
        return { ...stored, key }
      }),
    read: (object, start, end) =>
      readObject(client, { ...object, key: inBucket(object.key) }, start, end),
    ...(elsewhere && {
      address: ({ key }, as) =>
        client.addressFor(
          {
            method: 'GET',
            key: inBucket(key),
            query: {
              'response-content-type': as.contentType,
              'response-content-disposition': as.contentDisposition,
              'response-cache-control': 'private, no-cache',
            },
          },
          elsewhere,
          addressSeconds,
        ),
      direct: directUploads(client, elsewhere, inBucket, run),
    }),
    stat: (key) =>
      run(async () => {
        const head = await headOf(client, inBucket(key))
        return head && { key, size: head.size, modified: head.modified }
      }),
    remove: (keys) => run(async () => removeObjects(client, keys.map(inBucket))),
    async *keys(after) {
      const from = after === null ? null : prefix + after
      try {
        for await (const one of listObjects(client, prefix, from)) yield withoutPrefix(one)
      } catch (error) {
        throw toAppError(error)
      }
    },
    sweep: (olderThanMs) => run(() => sweepUploads(client, prefix, Date.now() - olderThanMs)),
  }
}

/** Stores keep up to 1024 bytes, of which the prefix may need some; XML can carry no control characters. */
function checked(key: string): string {
  const isKey =
    key !== '' && !/\p{Cc}|\p{Cs}|\uFFFE|\uFFFF/u.test(key) && Buffer.byteLength(key) <= 512
  if (!isKey) throw new AppError('files.bad_name', 'Nothing can be stored under this key.')
  return key
}

/** Goes on where it was when the connection breaks. The key is as in the bucket. */
async function* readObject(
  client: S3Client,
  object: StoredObject,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  const isWhole = start === 0 && end === object.size
  const hash = isWhole ? checksumLike(object.checksum) : null
  const { failed, progressed } = backoff(client.retryForMs)
  let tag: string | undefined
  for (let at = start; at < end;) {
    let chunks: Chunks | null = null
    try {
      const answer = await openRange(client, object, { at, end, tag })
      tag ??= answer.headers.etag
      chunks = chunksOf(answer, client.idleMs)
      for (let chunk = await chunks.next(); chunk; chunk = await chunks.next()) {
        at += chunk.byteLength
        hash?.update(chunk)
        if (at > end) throw new S3Mismatch('The store sent more than was asked for.')
        if (at === end && hash && hash.digest() !== object.checksum) {
          throw new S3Mismatch('The object does not hold the bytes that were stored in it.')
        }
        progressed()
        yield chunk
      }
      if (at < end)
        throw Object.assign(new Error('The answer is too short.'), { code: 'ECONNRESET' })
    } catch (error) {
      await failed(error).catch(rethrow)
    } finally {
      chunks?.close()
    }
  }
}

interface Range {
  at: number
  end: number
  tag: string | undefined
}

async function openRange(
  client: S3Client,
  { key, size }: StoredObject,
  { at, end, tag }: Range,
): Promise<IncomingMessage> {
  const isWhole = at === 0 && end === size
  const headers = {
    ...(!isWhole && { range: `bytes=${at}-${end - 1}` }),
    ...(tag !== undefined && { 'if-match': tag }),
  }
  const answer = await client.attempt({ method: 'GET', key, headers }).catch((error: unknown) => {
    const isAnother = error instanceof S3Failure && (error.status === 412 || error.status === 416)
    throw isAnother ? anotherOne() : error
  })
  const length = answer.headers['content-length']
  const expected = isWhole ? String(size) : `bytes ${at}-${end - 1}/${size}`
  if ((isWhole ? length : answer.headers['content-range']) === expected) return answer
  answer.destroy()
  throw anotherOne()
}

function rethrow(error: unknown): never {
  throw toAppError(error)
}

function anotherOne(): S3Mismatch {
  return new S3Mismatch('The object is not as long as the one that was stored, or another one.')
}
