import { randomUUID } from 'node:crypto'
import type { InFlight } from '../../concurrency/in-flight.ts'
import { AppError } from '../../errors.ts'
import type { DirectUploads } from '../../ports/object-store.ts'
import { listParts, unlessMissing } from './bucket.ts'
import { joinedChecksum } from './checksum.ts'
import { bodyHashHeader } from './client.ts'
import type { S3Client } from './client.ts'
import { headOf, writerTokenHeader } from './object-head.ts'
import { completeUpload } from './put-object.ts'
import { sha256 } from './signature.ts'
import { textOf } from './xml.ts'

/** Uploads of clients that reach the store at `endpoint`. Each part has an address under which the store takes its bytes only. */
export function directUploads(
  client: S3Client,
  endpoint: URL,
  inBucket: (key: string) => string,
  run: InFlight['run'],
): DirectUploads {
  let possible: Promise<boolean> | null = null

  return {
    isPossible() {
      possible ??= run(() => refusesOtherBytes(client, inBucket(`probe-${randomUUID()}`))).catch(
        () => {
          // It may be reached later.
          possible = null
          return false
        },
      )
      return possible
    },

    begin: ({ key, size, partBytes, parts }, seconds) =>
      run(async () => {
        const uploadId = await openDirect(client, inBucket(key), key)
        const addresses = await Promise.all(
          parts.map(async (bodyHash, n) => ({
            url: await partAddress(
              client,
              { key: inBucket(key), uploadId, n, bodyHash },
              endpoint,
              seconds,
            ),
            headers: { [bodyHashHeader]: bodyHash },
          })),
        )
        const object = { key, size, checksum: joinedChecksum(parts, partBytes) }
        return { object, uploadId, parts: addresses }
      }),

    complete: ({ key, size, checksum }, uploadId) =>
      run(async () => {
        const partBytes = Number(checksum.split('-')[1])
        const parts = await listParts(client, inBucket(key), uploadId).catch(unlessMissing)
        if (parts) {
          if (!areAll(parts, size, partBytes)) throw incomplete()
          const tags = parts.map(({ tag }) => tag)
          await completeUpload(client, inBucket(key), { uploadId, writerToken: key, tags })
        }
        // Also where there is no such upload any more: it may be complete already.
        const head = await headOf(client, inBucket(key))
        if (head?.writerToken !== key || head.size !== size) throw notThere()
      }),

    abandon: (key, uploadId) =>
      run(async () => {
        const query = { uploadId }
        await client.ask({ method: 'DELETE', key: inBucket(key), query }).catch(unlessMissing)
      }),
  }
}

/** The key is never used twice, so it tells as well who wrote the object. */
async function openDirect(client: S3Client, key: string, writerToken: string): Promise<string> {
  const headers = { [writerTokenHeader]: writerToken }
  const started = await client.ask({ method: 'POST', key, query: { uploads: '' }, headers })
  return textOf(started.text, 'UploadId') ?? ''
}

interface Part {
  key: string
  uploadId: string
  /** From 0 on. */
  n: number
  bodyHash: string
}

function partAddress(
  client: S3Client,
  { key, uploadId, n, bodyHash }: Part,
  endpoint: URL,
  seconds: number,
): Promise<string> {
  const query = { uploadId, partNumber: String(n + 1) }
  return client.addressFor({ method: 'PUT', key, query, bodyHash }, endpoint, seconds)
}

function areAll(
  parts: { number: number; size: number }[],
  size: number,
  partBytes: number,
): boolean {
  const count = Math.ceil(size / partBytes)
  return (
    parts.length === count &&
    parts.every(
      (part, n) => part.number === n + 1 && part.size === Math.min(partBytes, size - n * partBytes),
    )
  )
}

/**
 * Not every store looks at the hash that an address is signed with. So it is sent other bytes, in an upload that is given
 * up, at our own way to it: those must be refused, and the right ones taken.
 */
async function refusesOtherBytes(client: S3Client, key: string): Promise<boolean> {
  const uploadId = await openDirect(client, key, key)
  try {
    const bodyHash = sha256('right')
    const part = { key, uploadId, n: 0, bodyHash }
    const url = await partAddress(client, part, client.address.endpoint, probeSeconds)
    const put = async (body: string, headers: Record<string, string>): Promise<number> => {
      const answer = await fetch(url, { method: 'PUT', body, headers })
      await answer.arrayBuffer()
      if (answer.status >= 500) throw new Error(`The store answered ${answer.status}.`)
      return answer.status
    }
    const right = await put('right', { [bodyHashHeader]: bodyHash })
    const wrong = [
      await put('wrong', { [bodyHashHeader]: bodyHash }),
      await put('wrong', { [bodyHashHeader]: sha256('wrong') }),
      await put('wrong', {}),
    ]
    return right < 300 && wrong.every((status) => status >= 400)
  } finally {
    await client.ask({ method: 'DELETE', key, query: { uploadId } }).catch(unlessMissing)
  }
}

const probeSeconds = 60

function incomplete(): AppError {
  return new AppError('files.upload_incomplete', 'Not all parts of the upload have come.')
}

function notThere(): AppError {
  return new AppError('files.upload_not_found', 'There is no such upload: it is over.')
}
