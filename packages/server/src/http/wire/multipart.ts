import { decodeUtf8 } from '../../codecs/text/utf8.ts'
import { AppError } from '../../errors.ts'
import { parseParameters } from './header-parameters.ts'
import { multipartSource, tooLong } from './multipart-source.ts'
import type { MultipartSource } from './multipart-source.ts'

/**
 * Can be read once, and only until the next part is asked for. What is not read is skipped, as long
 * as it is no longer than a field may be.
 */
export interface Part extends PartHead {
  /** As fast as the reader takes them, and without a limit: the reader counts. */
  bytes(): AsyncGenerator<Buffer>
  /** The whole content as UTF-8; longer than `fieldBytes` is refused. */
  text(): Promise<string>
}

export interface MultipartLimits {
  parts: number
  headerBytes: number
  fieldBytes: number
}

/**
 * The parts of a `multipart/form-data` body, in the order they come. A reader who stops early leaves
 * the stream as it is: whoever opened it decides what becomes of it.
 */
export async function* readMultipart(
  stream: AsyncIterable<Uint8Array>,
  contentType: string | null,
  limits: MultipartLimits,
): AsyncGenerator<Part> {
  const source = multipartSource(stream, boundaryOf(contentType))
  await skip(source, 'What precedes the form', limits.headerBytes)

  for (let parts = 1; !(await source.takes('--')); parts++) {
    if (parts > limits.parts) {
      const message = `The form has more than ${limits.parts} parts.`
      throw new AppError('body.too_large', message, { limit: limits.parts })
    }
    const head = readPartHead(await source.textUntil('\r\n\r\n', limits.headerBytes))
    // Kept outside the generators, so that breaking off does not lose where the part ends.
    const content = { ended: false }
    const bytes = (): AsyncGenerator<Buffer> => piecesOf(source, content)
    yield { ...head, bytes, text: () => textOf(bytes(), limits.fieldBytes) }
    if (!content.ended) await skip(source, 'A part that nobody reads', limits.fieldBytes)
    content.ended = true
  }
  await source.finish(limits.headerBytes)
}

function boundaryOf(contentType: string | null): string {
  const type = parseParameters(contentType ?? '')
  if (type?.value !== 'multipart/form-data') {
    throw new AppError('bad_request', 'The content type must be multipart/form-data.')
  }
  const boundary = type.parameters.get('boundary') ?? ''
  if (!/^[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]$/.test(boundary)) {
    throw new AppError('bad_request', 'The content type has no usable boundary.')
  }
  return boundary
}

async function* piecesOf(
  source: MultipartSource,
  content: { ended: boolean },
): AsyncGenerator<Buffer> {
  while (!content.ended) {
    const piece = await source.nextPiece()
    if (piece) yield piece
    else content.ended = true
  }
}

async function skip(source: MultipartSource, what: string, limit: number): Promise<void> {
  let bytes = 0
  for (let piece = await source.nextPiece(); piece; piece = await source.nextPiece()) {
    bytes += piece.length
    if (bytes > limit) throw tooLong(what, limit)
  }
}

async function textOf(pieces: AsyncIterable<Buffer>, limit: number): Promise<string> {
  const held: Buffer[] = []
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > limit) throw tooLong('A field', limit)
    held.push(piece)
  }
  return decodeUtf8(Buffer.concat(held), 'A field')
}

interface PartHead {
  name: string
  /** As the client sent it, perhaps with a path: never a name to write to without a check. */
  filename: string | null
  type: string | null
}

/** Reads the lines between a boundary and the content of its part. */
function readPartHead(bytes: Uint8Array): PartHead {
  const [padding, ...lines] = decodeUtf8(bytes, 'The head of a part').split('\r\n')
  if (!/^[ \t]*$/.test(padding!)) throw malformed('A boundary is followed by something else.')

  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase()
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) throw malformed('A part has a malformed header.')
    if (headers.has(name)) throw malformed('A part has the same header twice.')
    headers.set(name, line.slice(colon + 1).trim())
  }

  const disposition = parseParameters(headers.get('content-disposition') ?? '')
  const name = unescaped(disposition?.parameters.get('name') ?? '')
  if (disposition?.value !== 'form-data' || name === '') throw malformed('A part has no name.')
  return {
    name,
    filename: filenameOf(disposition.parameters),
    type: headers.get('content-type') ?? null,
  }
}

function filenameOf(parameters: Map<string, string>): string | null {
  const extended = extendedValue(parameters.get('filename*') ?? '')
  const plain = parameters.get('filename')
  return extended ?? (plain === undefined ? null : unescaped(plain))
}

/** RFC 8187, `UTF-8'en'na%C3%AFve.txt`; `null` when it is not understood. */
function extendedValue(text: string): string | null {
  const [, encoded] = /^utf-8'[^']*'([^']*)$/i.exec(text) ?? []
  if (encoded === undefined) return null
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}

/** The three characters that a browser escapes, https://html.spec.whatwg.org/#multipart-form-data */
function unescaped(text: string): string {
  return text.replace(/%(?:22|0D|0A)/gi, decodeURIComponent)
}

function malformed(message: string): AppError {
  return new AppError('body.malformed', message)
}
