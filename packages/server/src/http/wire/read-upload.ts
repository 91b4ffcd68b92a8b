import { AppError } from '../../errors.ts'
import { bodyPieces } from './incoming-body.ts'
import { readMultipart } from './multipart.ts'
import type { Part } from './multipart.ts'
import type { Call } from '../call.ts'

export interface Upload<T> {
  received: T
  /** As the client sent it, not checked, and empty where it sent none. */
  name: string
}

export interface UploadSteps<T> {
  /** Takes the bytes of the file and the name it came with; the bytes throw when there are too many or the client goes away. */
  receive: (pieces: AsyncIterable<Uint8Array>, name: string) => Promise<T>
  /** Undoes `receive`: the form turned out to be wrong after the file had arrived. */
  discard: (received: T) => Promise<void>
}

const formLimits = { parts: 20, headerBytes: 16 * 1024, fieldBytes: 64 * 1024 }
/** What a form may have beside its file. */
export const formBytes = 256 * 1024

/** Reads a form with one file in it; `fileBytes` is the most that file may have. */
export async function readUpload<T>(
  call: Call,
  fileBytes: number,
  { receive, discard }: UploadSteps<T>,
): Promise<Upload<T>> {
  const { headers } = call.request
  if (Number(headers.get('content-length')) > fileBytes + formBytes) throw tooLarge(fileBytes)

  const body = bodyPieces(call)
  let upload: Upload<T> | null = null
  let name = ''
  try {
    for await (const part of readMultipart(body, headers.get('content-type'), formLimits)) {
      if (isFile(part)) {
        if (upload) throw new AppError('body.invalid', 'The form has more than one file.')
        const received = await receive(atMost(fileBytes, part.bytes()), part.filename ?? '')
        upload = { received, name: part.filename ?? '' }
      } else if (part.name === 'name') {
        name = await part.text()
      }
    }
    if (!upload) throw new AppError('body.invalid', 'The form has no file in a field named file.')
    await call.refuseLapsed()
    return name === '' ? upload : { ...upload, name }
  } catch (error) {
    if (upload) await discard(upload.received)
    throw error
  } finally {
    await body.return(undefined)
  }
}

/** The file manager sends `file`, the stand-alone uploader `upload`. */
function isFile(part: Part): boolean {
  return part.name === 'file' || part.name === 'upload'
}

async function* atMost(
  limit: number,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > limit) throw tooLarge(limit)
    yield piece
  }
}

function tooLarge(limit: number): AppError {
  return new AppError('files.too_large', `The file is larger than ${limit} bytes.`, { limit })
}
