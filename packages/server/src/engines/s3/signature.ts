import { createHash, createHmac } from 'node:crypto'
import type { Credentials } from '../../ports/credentials.ts'
import { encoded } from './address.ts'

export interface SignedRequest {
  method: string
  /** Encoded already. */
  path: string
  query: Record<string, string>
  /** Names in small letters, `host` among them; all are signed. */
  headers: Record<string, string>
  /** SHA-256 of the body in hexadecimal digits, or `unsignedBody`. */
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
  const scope = scopeText(time, { region, service })
  const names = Object.keys(request.headers).toSorted().join(';')
  const signature = signatureOf(request, names, time, secretAccessKey, { region, service })
  return `${algorithm} Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`
}

/**
 * The parameters of an address that anybody may ask until it ends, with these headers and whatever others:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export function signedQuery(
  { headers, query, ...about }: SignedRequest,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  scope: Scope,
  { at, seconds }: { at: Date; seconds: number },
): string {
  const time = amzDate(at)
  const names = Object.keys(headers).toSorted().join(';')
  const asked = {
    ...query,
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': `${accessKeyId}/${scopeText(time, scope)}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': names,
    ...(sessionToken && { 'X-Amz-Security-Token': sessionToken }),
  }
  const signature = signatureOf(
    { ...about, headers, query: asked },
    names,
    time,
    secretAccessKey,
    scope,
  )
  return `${queryString(asked)}&X-Amz-Signature=${signature}`
}

/** In place of a hash: any body will do. */
export const unsignedBody = 'UNSIGNED-PAYLOAD'

const algorithm = 'AWS4-HMAC-SHA256'

function scopeText(time: string, { region, service }: Scope): string {
  return `${time.slice(0, 8)}/${region}/${service}/aws4_request`
}

function signatureOf(
  request: SignedRequest,
  names: string,
  time: string,
  secretAccessKey: string,
  scope: Scope,
): string {
  const hash = sha256(canonical(request, names))
  const toSign = [algorithm, time, scopeText(time, scope), hash].join('\n')
  const steps = scopeText(time, scope).split('/')
  const key = steps.reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  return hmac(key, toSign).toString('hex')
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
