import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { StoredObject } from '../../ports/object-store.ts'
import type { S3Client } from './client.ts'
import { chunksOf } from './exchange.ts'
import type { Chunks } from './exchange.ts'
import { S3Failure, S3Mismatch } from './failure.ts'
import { inOurWords } from './in-our-words.ts'
import { patience } from './patience.ts'

/** Goes on where it was when the connection breaks. The key is as in the bucket. */
export async function* readObject(
  client: S3Client,
  object: StoredObject,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  const isWhole = start === 0 && end === object.size
  const hash = isWhole ? createHash('sha256') : null
  const { failed, progressed } = patience(client.retryForMs)
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
        if (at === end && hash && hash.digest('hex') !== object.checksum) {
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
  throw inOurWords(error)
}

function anotherOne(): S3Mismatch {
  return new S3Mismatch('The object is not as long as the one that was stored, or another one.')
}
