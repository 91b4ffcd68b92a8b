import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../errors.ts'
import type { S3Client } from './client.ts'
import { isMissing, S3Failure } from './failure.ts'

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

/** The condition under which the store may write, as long as it knows of conditions. */
export function onlyIfFree({ conditions }: S3Client): Record<string, string> {
  return conditions.areKnown ? { 'if-none-match': '*' } : {}
}

/** Whether the store does not know the condition; it is not asked so again. */
export function isUnknownCondition({ conditions }: S3Client, error: unknown): boolean {
  const isUnknown = conditions.areKnown && error instanceof S3Failure && error.status === 501
  if (isUnknown) conditions.areKnown = false
  return isUnknown
}

/** Where there are no conditions: almost as good, as keys are never used twice. */
export async function refuseTaken(
  client: S3Client,
  key: string,
  writerToken: string,
): Promise<void> {
  const head = await headOf(client, key)
  if (head && head.writerToken !== writerToken) throw taken()
}

export function isTaken(error: unknown): boolean {
  return error instanceof S3Failure && error.status === 412
}

export function taken(): AppError {
  return new AppError('files.name_taken', 'There is something under this key already.')
}
