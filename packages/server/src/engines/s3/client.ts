import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { AppError } from '../../errors.ts'
import { targetOf } from './address.ts'
import type { S3Address } from './address.ts'
import type { CredentialSource } from './credential-source.ts'
import { openConnections, textOfAnswer } from './exchange.ts'
import { isOutdated, S3Failure } from './failure.ts'
import { withRetries } from './retry.ts'
import {
  amzDate,
  authorization,
  queryString,
  sha256,
  signedQuery,
  unsignedBody,
} from './signature.ts'
import { textOf } from './xml.ts'

export interface Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** As the bucket knows it; empty for the bucket itself. */
  key: string
  query?: Record<string, string>
  /** Names in small letters. */
  headers?: Record<string, string>
  body?: Uint8Array
  /** Of the body, where it is known already: SHA-256 in hexadecimal digits. */
  bodyHash?: string
  signal?: AbortSignal | undefined
  /** Where it is not worth as many retries as usual. */
  retryForMs?: number
}

export interface Answer {
  headers: IncomingHttpHeaders
  text: string
}

export interface RetryOptions {
  /** How long there may be no sign of life from the store. */
  idleMs: number
  /** How long the store is asked again after its first failure. */
  retryForMs: number
}

/** Asks one bucket, with signed requests. Everything else but success is an `S3Failure`. */
export interface S3Client extends RetryOptions {
  address: S3Address
  /** Whether the store takes `If-None-Match`; some answer that they do not. */
  conditions: { areKnown: boolean }
  /** Where anybody can ask this for so long, without keys of their own; a body only if its hash is given, and then no other. */
  addressFor(
    call: Pick<Call, 'method' | 'key' | 'query' | 'bodyHash'>,
    endpoint: URL,
    seconds: number,
  ): Promise<string>
  /** Asks once; the body of the answer has to be read or destroyed. */
  attempt(call: Call): Promise<IncomingMessage>
  /** Asks once, and reads the answer. */
  askOnce(call: Call): Promise<Answer>
  /** Asks until there is an answer, as long as there is any hope for one. */
  ask(call: Call): Promise<Answer>
  close(): void
}

/** Of the body, in hexadecimal digits: the store takes no other. */
export const bodyHashHeader = 'x-amz-content-sha256'

const emptyHash = sha256('')

export function s3Client(
  address: S3Address,
  credentials: CredentialSource,
  { idleMs, retryForMs }: RetryOptions,
): S3Client {
  const connections = openConnections(address.endpoint.protocol, idleMs)

  let isClosed = false

  async function attempt(call: Call): Promise<IncomingMessage> {
    if (isClosed) throw closed()
    const { method, query = {}, body, signal } = call
    const { host, path } = targetOf(address, call.key)
    const bodyHash = call.bodyHash ?? (body ? sha256(body) : emptyHash)
    const current = await credentials.get()
    const headers: Record<string, string> = {
      ...call.headers,
      host,
      'x-amz-date': amzDate(new Date()),
      [bodyHashHeader]: bodyHash,
    }
    if (current.sessionToken) headers['x-amz-security-token'] = current.sessionToken
    const scope = { region: address.region, service: 's3' }
    const signed = authorization({ method, path, query, headers, bodyHash }, current, scope)
    const asked = queryString(query)
    const answer = await connections.exchange(host, {
      method,
      path: asked ? `${path}?${asked}` : path,
      headers: { ...headers, authorization: signed },
      body: body ?? (method === 'GET' || method === 'HEAD' ? undefined : new Uint8Array()),
      signal,
    })
    if ((answer.statusCode ?? 0) < 300) return answer
    const failure = failureOf(answer, await textOfAnswer(answer, idleMs))
    if (isOutdated(failure)) credentials.forget()
    throw failure
  }

  const addressFor: S3Client['addressFor'] = async (call, endpoint, seconds) => {
    const { method, key, query = {}, bodyHash } = call
    const { host, path } = targetOf({ ...address, endpoint }, key)
    const headers = { host, ...(bodyHash !== undefined && { [bodyHashHeader]: bodyHash }) }
    const scope = { region: address.region, service: 's3' }
    const signed = signedQuery(
      { method, path, query, headers, bodyHash: bodyHash ?? unsignedBody },
      await credentials.get(),
      scope,
      { at: new Date(), seconds },
    )
    return `${endpoint.protocol}//${host}${path}?${signed}`
  }

  async function askOnce(call: Call): Promise<Answer> {
    const answer = await attempt(call)
    const text = await textOfAnswer(answer, idleMs)
    // Long work is answered 200 before its end is known.
    if (/<Error>/.test(text) && !/<(Delete|List)\w*Result/.test(text)) throw failureOf(answer, text)
    return { headers: answer.headers, text }
  }

  return {
    address,
    conditions: { areKnown: true },
    idleMs,
    retryForMs,
    addressFor,
    attempt,
    askOnce,
    ask: (call) => withRetries(() => askOnce(call), call.retryForMs ?? retryForMs, call.signal),
    close() {
      isClosed = true
      connections.close()
    },
  }
}

export function closed(): AppError {
  return new AppError('unavailable', 'The storage has been closed.')
}

function failureOf({ statusCode = 0, headers }: IncomingMessage, text: string): S3Failure {
  const region = headers['x-amz-bucket-region'] ?? textOf(text, 'Region')
  return new S3Failure(statusCode < 300 ? 500 : statusCode, textOf(text, 'Code') ?? '', {
    date: Date.parse(headers.date ?? ''),
    region: typeof region === 'string' ? region : null,
  })
}
