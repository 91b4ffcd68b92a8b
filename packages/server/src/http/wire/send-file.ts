import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { fileTime } from '../../iso-time.ts'
import type { OpenFile } from '../../ports/storage.ts'
import { byteRanges, contentRange, parseRange, rangeLength } from './range.ts'
import type { ByteRange, ByteRanges } from './range.ts'
import { ifRangeHolds, isNotModified } from './conditional.ts'
import { contentDisposition } from './content-disposition.ts'
import { IfNoneMatch } from './etag.ts'
import { problemReply } from './error-response.ts'
import type { Call } from '../call.ts'
import { notModified, replyBody } from './reply.ts'
import type { Reply } from './reply.ts'
import { sendPieces } from './send-pieces.ts'

export interface SentAs {
  /** What the file is called where it is saved. */
  name: string
  /** A media type, with its charset if it is a text. */
  type: string
  disposition: 'inline' | 'attachment'
}

/** What a route that sends a file declares of it. */
export const fileSent = {
  headers: {
    Range: z.string().optional().meta({ description: 'Parts of the file, at most 16.' }),
    'If-Range': z
      .string()
      .optional()
      .meta({ description: 'The ETag or date for which Range is meant.' }),
    'If-None-Match': IfNoneMatch,
  },
  answer: { type: 'application/octet-stream', description: 'The bytes.' },
  answerHeaders: {
    ETag: 'The version of the bytes.',
    'Last-Modified': 'When they were written.',
    'Content-Disposition': 'The name to save it under.',
    'Accept-Ranges': '`bytes`.',
  },
  otherStatuses: {
    206: 'Parts of the file.',
    307: 'Where the store has the bytes, for some minutes: of large files in a bucket that browsers reach.',
  },
}

/** Answers with the file or the part of it that was asked for, and closes it in any case. */
export async function sendFile(call: Call, file: OpenFile, as: SentAs): Promise<Reply<never>> {
  const answer = answerFor(call, file, as)
  if (!('bytes' in answer)) {
    await file.close()
    return answer
  }
  if (call.request.method === 'HEAD') {
    await file.close()
    return replyBody(null, answer)
  }
  const elsewhere = await bytesElsewhere(call, file, answer).catch(closing(file))
  if (elsewhere) {
    await file.close()
    return elsewhere
  }
  const { takeBack } = file
  const body = sendPieces(call, {
    pieces: answer.bytes(),
    close: () => file.close(),
    ...(takeBack && { release: takeBack }),
  })
  return replyBody(body, answer)
}

/** Of less than this a second request costs more than it spares. */
const leastElsewhere = 1024 * 1024

/** Where the client or a proxy in front of us gets the bytes itself; `null`: from us. */
async function bytesElsewhere(
  { request: { headers }, accel }: Call,
  { elsewhere, diskPath, entry }: OpenFile,
  answer: FileAnswer,
): Promise<Reply<never> | null> {
  // It names a version that nobody else knows.
  if (headers.has('if-range')) return null
  if (accel !== null && diskPath) return fromDisk(`${accel}${diskPath()}`, answer)
  if (!elsewhere || entry.size < leastElsewhere) return null
  // What a page fetches or shows it may have from us only.
  if (!['navigate', null].includes(headers.get('sec-fetch-mode'))) return null
  const location = await elsewhere.address({
    contentType: answer.headers['content-type'] ?? '',
    contentDisposition: answer.headers['content-disposition'] ?? '',
  })
  return replyBody(null, { status: 307, headers: { location } })
}

/** Which part is sent of how many bytes is for the proxy to say: https://nginx.org/en/docs/http/ngx_http_proxy_module.html */
function fromDisk(address: string, { headers }: FileAnswer): Reply<never> {
  const others = Object.entries(headers).filter(([name]) => !ofTheBytes.includes(name))
  return replyBody(null, {
    headers: { ...Object.fromEntries(others), 'x-accel-redirect': address },
  })
}

const ofTheBytes = ['content-length', 'content-range', 'accept-ranges']

function closing(file: OpenFile): (error: unknown) => Promise<never> {
  return async (error) => {
    await file.close()
    throw error
  }
}

interface FileAnswer {
  status: number
  headers: Record<string, string>
  bytes: () => AsyncGenerator<Uint8Array>
}

function answerFor({ request }: Call, file: OpenFile, as: SentAs): FileAnswer | Reply<never> {
  const { size, modified } = file.entry
  const validators = { etag: `"${file.version}"`, modified: new Date(fileTime(modified)) }
  const always = fileHeaders(validators, as)
  if (isNotModified(request.headers, validators)) return notModified(always)

  const heeded = ifRangeHolds(request.headers.get('if-range'), validators)
  const ranges = parseRange(heeded ? request.headers.get('range') : null, size)
  if (ranges === 'unsatisfiable') return noSuchRange(size)
  if (ranges === 'whole') {
    const length = { 'content-length': String(size) }
    return { status: 200, headers: { ...always, ...length }, bytes: () => file.read(0, size) }
  }
  if (ranges.length > 1) {
    const body = byteRanges(ranges, { size, type: as.type }, randomUUID())
    const length = {
      'content-type': body.contentType,
      'content-length': String(body.contentLength),
    }
    return { status: 206, headers: { ...always, ...length }, bytes: () => several(file, body) }
  }
  return { status: 206, ...oneRange(always, file, ranges[0]!) }
}

function noSuchRange(size: number): Reply<never> {
  const message = `The file has ${size} bytes, and at most 16 parts of it can be asked for.`
  const error = new AppError('files.bad_range', message)
  return problemReply(error, { 'content-range': contentRange(null, size) })
}

function oneRange(
  headers: Record<string, string>,
  file: OpenFile,
  range: ByteRange,
): Omit<FileAnswer, 'status'> {
  return {
    headers: {
      ...headers,
      'content-range': contentRange(range, file.entry.size),
      'content-length': String(rangeLength(range)),
    },
    bytes: () => file.read(range.start, range.end + 1),
  }
}

async function* several(file: OpenFile, { parts, tail }: ByteRanges): AsyncGenerator<Uint8Array> {
  for (const { head, range } of parts) {
    yield head
    yield* file.read(range.start, range.end + 1)
  }
  yield tail
}

function fileHeaders(
  { etag, modified }: { etag: string; modified: Date },
  { name, type, disposition }: SentAs,
): Record<string, string> {
  return {
    'content-type': type,
    'content-disposition': contentDisposition(disposition, name),
    'content-security-policy': /^(audio|video)\//.test(type) ? mediaPolicy : filePolicy,
    'accept-ranges': 'bytes',
    etag,
    'last-modified': modified.toUTCString(),
    'cache-control': 'private, no-cache',
  }
}

/**
 * A file may be a page with scripts in it, and must not act in our name: it has no origin, runs
 * nothing and loads nothing. A picture that is opened by itself loads itself.
 */
const filePolicy = [
  'sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self'",
  // A document may be shown in a page of the same origin, and in nobody else's.
  "frame-ancestors 'self'",
].join('; ')

/** A player asks for the recording once more, and without an origin it would be a stranger to us. */
const mediaPolicy = filePolicy.replace('sandbox', 'sandbox allow-same-origin')
