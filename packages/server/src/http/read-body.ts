import { AppError } from '../errors.ts'
import { decodeUtf8, parseJson } from '../domain/strict-json.ts'

/** Reads a body as JSON whatever its content type says: the widgets send `text/plain` as well. */
export async function readJsonBody(
  request: Request,
  limits: { body: number; depth: number },
): Promise<unknown> {
  return parseJson(decodeUtf8(await readBytes(request, limits.body)), limits)
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const length = request.headers.get('content-length')
  if (length !== null && Number(length) > limit) throw tooLarge(limit)
  try {
    // With a length, a connection holds the sender to it; a caller in this process it does not.
    const bytes =
      length === null
        ? await readCounted(request, limit)
        : new Uint8Array(await request.arrayBuffer())
    if (bytes.length > limit) throw tooLarge(limit)
    return bytes
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('body.malformed', 'The body did not arrive whole.')
  }
}

async function readCounted(request: Request, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length
    if (bytes > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function tooLarge(limit: number): AppError {
  return new AppError('body.too_large', `The body is longer than ${limit} bytes.`, { limit })
}
