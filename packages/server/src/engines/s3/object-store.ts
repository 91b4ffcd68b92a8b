import { AppError } from '../../errors.ts'
import type { ListedObject, ObjectStore, ObjectStores } from '../../ports/object-store.ts'
import type { S3Address } from './address.ts'
import { checkBucket } from './check-bucket.ts'
import { closed, s3Client } from './client.ts'
import type { S3Client } from './client.ts'
import type { CredentialSource } from './credential-source.ts'
import { inOurWords } from './in-our-words.ts'
import { listObjects } from './list-objects.ts'
import { headOf } from './object-head.ts'
import { partMemory } from './part-memory.ts'
import { putObject } from './put-object.ts'
import type { PutOptions } from './put-object.ts'
import { readObject } from './read-object.ts'
import { removeObjects } from './remove-objects.ts'
import { sweepUploads } from './sweep-uploads.ts'

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
  const { partBytes, parallel, memoryBytes, ...patient } = { ...usual, ...options }
  const client = s3Client(address, credentials, patient)
  const memory = partMemory(memoryBytes)
  const underWay = new Set<Promise<unknown>>()
  let isClosed = false

  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (isClosed) throw closed()
    const running = work()
    underWay.add(running)
    try {
      return await running
    } catch (error) {
      throw inOurWords(error)
    } finally {
      underWay.delete(running)
    }
  }

  return {
    open: (name) => storeOf(client, name, { memory, partBytes, parallel }, run),
    check: () => run(() => checkBucket(client)),
    async close() {
      isClosed = true
      await Promise.allSettled(underWay)
      client.close()
    },
  }
}

type Run = <T>(work: () => Promise<T>) => Promise<T>

function storeOf(client: S3Client, name: string, options: PutOptions, run: Run): ObjectStore {
  const prefix = `${client.address.prefix}${name}/`
  const inBucket = (key: string): string => prefix + checked(key)
  const withoutPrefix = (found: ListedObject): ListedObject => ({
    ...found,
    key: found.key.slice(prefix.length),
  })

  return {
    kind: 'objects',
    put: (key, bytes, expectedSize = 0) =>
      run(async () => {
        const stored = await putObject(client, inBucket(key), bytes, { ...options, expectedSize })
        return { ...stored, key }
      }),
    read: (object, start, end) =>
      readObject(client, { ...object, key: inBucket(object.key) }, start, end),
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
        throw inOurWords(error)
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
