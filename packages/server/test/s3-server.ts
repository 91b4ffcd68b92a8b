import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import { cannotUseS3, startS3 } from '../../../scripts/s3.ts'
import type { S3Server } from '../../../scripts/s3.ts'
import { parseS3Address } from '../src/engines/s3/address.ts'
import type { S3Address } from '../src/engines/s3/address.ts'
import { s3Client } from '../src/engines/s3/client.ts'
import type { S3Client } from '../src/engines/s3/client.ts'
import type { CredentialSource } from '../src/engines/s3/credential-source.ts'
import { S3Failure } from '../src/engines/s3/failure.ts'
import { listObjects } from '../src/engines/s3/list-objects.ts'
import { removeObjects } from '../src/engines/s3/remove-objects.ts'
import { sweepUploads } from '../src/engines/s3/sweep-uploads.ts'

/** Set while all tests run: then they share one server. */
const shared = process.env['TRIPTYCH_TEST_S3']
let own: Promise<S3Server> | null = null
const made: S3Client[] = []

/** Why the tests that need a store cannot run here, or `false`. */
export const noS3: string | false = shared ? false : (cannotUseS3() ?? false)

export interface TestBucket {
  /** `s3://…`, as a server is told; the credentials come beside it. */
  url: string
  address: S3Address
  keys: { accessKey: string; secretKey: string }
  credentials: CredentialSource
  /** To look behind the back of the engine. */
  client: S3Client
}

/** A new bucket, for the tests of this file. */
export async function newBucket(): Promise<TestBucket> {
  own ??= shared ? null : startS3()
  const server = new URL(shared || ((await own)?.url ?? ''))
  const keys = { accessKey: server.username, secretKey: decodeURIComponent(server.password) }
  // Servers of this process look for them there.
  process.env['AWS_ACCESS_KEY_ID'] = keys.accessKey
  process.env['AWS_SECRET_ACCESS_KEY'] = keys.secretKey
  const name = `test-${randomBytes(6).toString('hex')}`
  const url = `s3://${name}/drive?endpoint=${encodeURIComponent(server.origin)}`
  const address = parseS3Address(url)
  const credentials = fixedCredentials(keys)
  const client = s3Client(address, credentials, { idleMs: 30_000, retryForMs: 10_000 })
  await client.ask({ method: 'PUT', key: '' })
  made.push(client)
  return { url, address, keys, credentials, client }
}

export async function newBucketUrl(): Promise<string> {
  return (await newBucket()).url
}

export function fixedCredentials(keys: TestBucket['keys']): CredentialSource {
  return { get: async () => keys, forget() {} }
}

/** The keys of everything in a bucket, and of every upload under way. */
export async function allIn(client: S3Client): Promise<{ keys: string[]; uploads: number }> {
  const keys: string[] = []
  for await (const { key } of listObjects(client, '', null)) keys.push(key)
  const { text } = await client.ask({ method: 'GET', key: '', query: { uploads: '' } })
  return { keys, uploads: text.split('<UploadId>').length - 1 }
}

after(async () => {
  for (const client of made) {
    if (shared) await removeBucket(client)
    client.close()
  }
  await (await own)?.stop()
})

/** Servers that are not closed yet may still put something into it; then it stays behind. */
async function removeBucket(client: S3Client): Promise<void> {
  const { keys } = await allIn(client)
  await removeObjects(client, keys)
  await sweepUploads(client, '', Infinity)
  await client.ask({ method: 'DELETE', key: '' }).catch((error: unknown) => {
    const isFilledAgain = error instanceof S3Failure && error.status === 409
    if (!isFilledAgain) throw error
  })
}
