import { AppError } from '../../errors.ts'
import type { S3Client } from './client.ts'
import { S3Failure } from './failure.ts'
import { headOf } from './object-head.ts'

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
