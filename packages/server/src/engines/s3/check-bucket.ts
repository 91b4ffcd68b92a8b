import { AppError } from '../../errors.ts'
import type { S3Client } from './client.ts'
import { isLost, S3Failure, S3Timeout } from './failure.ts'

/** Asks for something small; what goes wrong is said in words for the one who runs the server. */
export async function checkBucket(client: S3Client): Promise<void> {
  const { bucket, prefix } = client.address
  const query = { 'list-type': '2', 'max-keys': '1', prefix }
  try {
    await client.ask({ method: 'GET', key: '', query })
  } catch (error) {
    const problem = problemOf(error)
    throw problem ? new AppError('unavailable', `The bucket ${bucket} ${problem}.`) : error
  }
}

function problemOf(error: unknown): string | null {
  if (error instanceof S3Timeout || isLost(error)) return 'cannot be reached at its endpoint'
  if (!(error instanceof S3Failure)) return null
  const { code, region, status, date } = error
  if (region && status !== 403) return `is in the region ${region}, not in that of its address`
  if (code === 'NoSuchBucket' || status === 404) return 'does not exist'
  if (code === 'InvalidAccessKeyId') return 'does not know the access key'
  if (code === 'SignatureDoesNotMatch') return 'refuses the secret key: it is wrong'
  if (code === 'RequestTimeTooSkewed') return `cannot be used: ${skew(date)}`
  if (status === 403) return 'may not be listed with these credentials'
  return `cannot be used: its store answers ${status} ${code}`.trimEnd()
}

function skew(date: number): string {
  const minutes = Math.round(Math.abs(Date.now() - date) / 60_000)
  const by = Number.isNaN(minutes) ? '' : ` by ${minutes} minutes`
  return `the clock of this machine differs from that of the store${by}`
}
