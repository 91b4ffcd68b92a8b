import { randomUUID } from 'node:crypto'
import { AppError } from '../../errors.ts'
import { fileTime } from '../../iso-time.ts'
import type { OpenFile } from '../../ports/storage.ts'
import { byteRanges } from './range.ts'
import type { ByteRanges } from './range.ts'
import { ifRangeHolds, isNotModified } from './conditional.ts'
import { contentDisposition } from './content-disposition.ts'
import { errorResponse } from './error-response.ts'
import { contentRange, parseRange, rangeLength } from './range.ts'
import type { ByteRange } from './range.ts'
import type { Call } from '../route.ts'
import { sendPieces } from './send-pieces.ts'

export interface SentAs {
  /** What the file is called where it is saved. */
  name: string
  /** A media type, with its charset if it is a text. */
  type: string
  disposition: 'inline' | 'attachment'
}

/** Answers with the file or the part of it that was asked for, and closes it in any case. */
export async function sendFile(call: Call, file: OpenFile, as: SentAs): Promise<Response> {
  const answer = answerFor(call, file, as)
  if (answer instanceof Response) {
    await file.close()
    return answer
  }
  const isHead = call.request.method === 'HEAD'
  if (!answer.bytes || isHead) {
    await file.close()
    return new Response(null, answer)
  }
  const body = sendPieces(call, { pieces: answer.bytes(), close: () => file.close() })
  return new Response(body, answer)
}

interface FileAnswer {
  status: number
  headers: Record<string, string>
  /** Not there where the answer has no body. */
  bytes?: () => AsyncGenerator<Uint8Array>
}

function answerFor({ request, headers }: Call, file: OpenFile, as: SentAs): FileAnswer | Response {
  const { size, modified } = file.entry
  const validators = { etag: `"${file.version}"`, modified: new Date(fileTime(modified)) }
  const always = { ...headers, ...fileHeaders(validators, as) }
  if (isNotModified(request.headers, validators)) return { status: 304, headers: always }

  const heeded = ifRangeHolds(request.headers.get('if-range'), validators)
  const ranges = parseRange(heeded ? request.headers.get('range') : null, size)
  if (ranges === 'unsatisfiable') return noSuchRange(headers, size)
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

function noSuchRange(headers: Record<string, string>, size: number): Response {
  const message = `The file has ${size} bytes, and at most 16 parts of it can be asked for.`
  const error = new AppError('files.bad_range', message)
  return errorResponse(error, { ...headers, 'content-range': contentRange(null, size) })
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
    'content-security-policy': sandbox,
    'accept-ranges': 'bytes',
    etag,
    'last-modified': modified.toUTCString(),
    'cache-control': 'private, no-cache',
  }
}

/**
 * A file may be a page with scripts in it, and must not act in our name: it has no origin, runs
 * nothing and loads nothing. Pictures and films that are opened by themselves load themselves.
 */
const sandbox = [
  'sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self'",
].join('; ')
