import type { Call } from '../route.ts'
import { etagOf } from './etag.ts'
import { streamBody } from './stream-body.ts'

type Headers = Record<string, string>

/** What every answer carries, whatever became of its request. */
export function standardHeaders(requestId: string): Headers {
  return {
    'api-version': '1',
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  }
}

export const jsonType = { 'content-type': 'application/json; charset=utf-8' }

const taken = new Response(null)

export function answerJson(call: Call, value: unknown, headers: Headers = {}): Response {
  if (call.take) {
    call.take(value, headers)
    return taken
  }
  return answerText(call, JSON.stringify(value), headers)
}

/** `json` is JSON already. */
export function answerText(
  call: Call,
  json: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  headers: Headers = {},
): Response {
  return new Response(json, {
    // The headers belong to this one answer, so nothing has to be copied.
    headers: Object.assign(call.headers, jsonType, headers),
  })
}

export function answerUnchanged(call: Call, headers: Headers): Response {
  return new Response(null, { status: 304, headers: { ...call.headers, ...headers } })
}

/** A JSON array: whole, or in pieces when it is long; `null` when the client has it already. */
type ListBody = string | Uint8Array<ArrayBuffer> | AsyncIterableIterator<Uint8Array> | null

/** Unlike other answers a list may be kept, if it is asked for every time whether it still holds. */
export function answerList(
  call: Call,
  { version, body }: { version: number | string; body: ListBody },
  more: Record<string, string> = {},
): Response {
  const headers = { ...more, etag: etagOf(call, version), 'cache-control': 'private, no-cache' }
  if (body === null) return answerUnchanged(call, headers)
  const isWhole = typeof body === 'string' || body instanceof Uint8Array
  return answerText(call, isWhole ? body : streamBody(call, body), headers)
}
