import { AppError } from '../errors.ts'
import { parseParameters } from './header-parameters.ts'
import { readPartHead, type PartHead } from './multipart-head.ts'
import { multipartSource, tooLong, type MultipartSource } from './multipart-source.ts'

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
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let bytes = 0
  let text = ''
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > limit) throw tooLong('A field', limit)
    text += decode(() => decoder.decode(piece, { stream: true }))
  }
  return text + decode(() => decoder.decode())
}

function decode(decoding: () => string): string {
  try {
    return decoding()
  } catch {
    throw new AppError('body.malformed', 'A field is not valid UTF-8.')
  }
}
