import { webcrypto } from 'node:crypto'
import type { S3Client } from './client.ts'
import { S3Failure } from './failure.ts'
import { headOf, markHeader } from './object-head.ts'
import type { PartBuffer } from './part-buffer.ts'
import { persistently } from './patience.ts'
import { isTaken, isUnknownCondition, onlyIfFree, refuseTaken, taken } from './free-key.ts'
import { escaped, textOf } from './xml.ts'

export interface MultipartUpload {
  parts(): number
  /** Answers when the next part may be sent; throws when one before has failed. Releases the part. */
  send(part: PartBuffer): Promise<void>
  /** Waits for all parts, and makes them one object. */
  finish(): Promise<void>
  /** Ends what is under way, and leaves nothing if the store can be asked. */
  abort(): Promise<void>
}

/** What failed has failed for long enough: nobody waits much longer for the traces to go. */
export const tidyingMs = 2000

export interface UploadOptions {
  mark: string
  parallel: number
}

export async function openUpload(
  client: S3Client,
  key: string,
  { mark, parallel }: UploadOptions,
): Promise<MultipartUpload> {
  // Most stores do not look at the end of an upload whether the key is free.
  await refuseTaken(client, key, mark)
  const started = await client.ask({
    method: 'POST',
    key,
    query: { uploads: '' },
    headers: { [markHeader]: mark },
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
      await complete(client, key, { uploadId, mark, tags })
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

async function complete(
  client: S3Client,
  key: string,
  { uploadId, mark, tags }: { uploadId: string; mark: string; tags: string[] },
): Promise<void> {
  const parts = tags.map(
    (tag, n) => `<Part><PartNumber>${n + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
  )
  const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/'
  const body = Buffer.from(
    `<CompleteMultipartUpload xmlns="${namespace}">${parts.join('')}</CompleteMultipartUpload>`,
  )
  const call = { method: 'POST', key, query: { uploadId }, body } as const
  await persistently(async (failures) => {
    try {
      await client.askOnce({ ...call, headers: onlyIfFree(client) })
    } catch (error) {
      if (isUnknownCondition(client, error)) {
        await client.askOnce(call)
        return
      }
      // The answer to an attempt before may have been lost.
      const isOver = isTaken(error) || (error instanceof S3Failure && error.status === 404)
      if (isOver && failures > 0 && (await headOf(client, key))?.mark === mark) return
      throw isTaken(error) ? taken() : error
    }
  }, client.retryForMs)
}
