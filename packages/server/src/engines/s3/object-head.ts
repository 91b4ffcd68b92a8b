import type { IncomingHttpHeaders } from 'node:http'
import type { S3Client } from './client.ts'
import { isMissing } from './failure.ts'

export interface ObjectHead {
  size: number
  modified: number
  /** Who wrote it, if it was one of us. */
  mark: string | null
}

/** The name of the header that tells who wrote an object. */
export const markHeader = 'x-amz-meta-triptych-upload'

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
  const mark = headers[markHeader]
  return {
    size: Number(headers['content-length']),
    modified: Date.parse(headers['last-modified'] ?? ''),
    mark: typeof mark === 'string' ? mark : null,
  }
}
