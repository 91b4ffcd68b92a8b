import { createHash, createHmac } from 'node:crypto'
import type { Credentials } from '../../ports/credentials.ts'
import { encoded } from './address.ts'

export interface SignedRequest {
  method: string
  /** Encoded already. */
  path: string
  query: Record<string, string>
  /** Names in small letters, `host` and `x-amz-date` among them; all are signed. */
  headers: Record<string, string>
  /** SHA-256 of the body in hexadecimal digits. */
  bodyHash: string
}

export interface Scope {
  region: string
  service: string
}

/**
 * The value of `Authorization` by AWS Signature Version 4:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function authorization(
  request: SignedRequest,
  { accessKeyId, secretAccessKey }: Credentials,
  { region, service }: Scope,
): string {
  const time = request.headers['x-amz-date'] ?? ''
  const day = time.slice(0, 8)
  const scope = `${day}/${region}/${service}/aws4_request`
  const names = Object.keys(request.headers).toSorted().join(';')
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical(request, names))].join('\n')

  const steps = [day, region, service, 'aws4_request']
  const key = steps.reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  const signature = hmac(key, toSign).toString('hex')
  return `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`
}

function canonical(request: SignedRequest, names: string): string {
  const headers = names
    .split(';')
    .map((name) => `${name}:${(request.headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}\n`)
  return [
    request.method,
    request.path,
    queryString(request.query),
    headers.join(''),
    names,
    request.bodyHash,
  ].join('\n')
}

/** Sorted as the signature wants it, which is as good as any other order. */
export function queryString(query: Record<string, string>): string {
  return Object.entries(query)
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/** `20130524T000000Z` */
export function amzDate(time: Date): string {
  return time.toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
