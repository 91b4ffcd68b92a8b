import type { Call } from './route.ts'

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
