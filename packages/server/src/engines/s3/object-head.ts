import type { IncomingHttpHeaders } from 'node:http'
import type { S3Client } from './client.ts'
import { isMissing } from './failure.ts'

export interface ObjectHead {
  size: number
  modified: number
  /** Who wrote it, if it was one of us. */
  writerToken: string | null
}

/** The name of the header that tells who wrote an object. */
export const writerTokenHeader = 'x-amz-meta-triptych-upload'

export async function headOf(
  client: S3Client,
  key: string,
  retryForMs = client.retryForMs,
): Promise<ObjectHead | null> {
  try {
    return readHead((await client.ask({ method: 'HEAD', key, retryForMs })).headers)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function readHead(headers: IncomingHttpHeaders): ObjectHead {
  const writerToken = headers[writerTokenHeader]
  return {
    size: Number(headers['content-length']),
    modified: Date.parse(headers['last-modified'] ?? ''),
    writerToken: typeof writerToken === 'string' ? writerToken : null,
  }
}
