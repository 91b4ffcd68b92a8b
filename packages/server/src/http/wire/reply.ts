import type { Packing } from '../../ports/body-cache.ts'
import type { Call } from '../call.ts'
import { chooseEncoding } from './accept-encoding.ts'
import { etagOf } from './etag.ts'
import { streamBody } from './stream-body.ts'

type HeaderValues = Record<string, string>

/** Something that is sent as it is; `null` where there is nothing to send. */
export type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null

const isReply = Symbol('reply')

/** What a route answers where a value alone does not say it. */
export interface Reply<out T = unknown> {
  readonly [isReply]: true
  status: number
  headers: HeaderValues
  /** What is sent as JSON; else `body` is there. */
  value?: T
  body?: Body
}

interface ReplyOptions {
  status?: number
  headers?: HeaderValues
}

export const jsonType = { 'content-type': 'application/json; charset=utf-8' }

/** What every answer carries, whatever became of its request. */
export function standardHeaders(requestId: string): HeaderValues {
  return {
    'api-version': '1',
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    // No address of ours is told to others: there may be a name in it, or more.
    'referrer-policy': 'no-referrer',
    // Nobody's page has ours in a frame, or a hand on its window. Files say for themselves what they may.
    'content-security-policy': "frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  }
}

/** A value, with headers of its own or another status. */
export function reply<T>(value: T, { status = 200, headers = {} }: ReplyOptions = {}): Reply<T> {
  return { [isReply]: true, status, headers, value }
}

/** What is no JSON; its type is one of the headers. */
export function replyBody(body: Body, { status = 200, headers = {} }: ReplyOptions): Reply<never> {
  return { [isReply]: true, status, headers, body }
}

/** JSON that is made already. */
export function replyJson(json: Exclude<Body, null>, headers: HeaderValues = {}): Reply<never> {
  return replyBody(json, { headers: { ...jsonType, ...headers } })
}

/** The client has it already. */
export function notModified(headers: HeaderValues): Reply<never> {
  return replyBody(null, { status: 304, headers })
}

/** A JSON array: whole, or in pieces when it is long; `null` when the client has it already. */
type ListBody = string | Uint8Array<ArrayBuffer> | AsyncIterableIterator<Uint8Array> | null

/** Unlike other answers a list may be kept, if it is asked for every time whether it still holds. */
export function replyList(
  call: Call,
  { version, body }: { version: number | string; body: ListBody },
  more: HeaderValues = {},
): Reply<never> {
  const etag = etagOf(call.context, version)
  const headers = {
    ...more,
    etag,
    'cache-control': 'private, no-cache',
    vary: 'Accept-Encoding',
  }
  if (body === null) return notModified(headers)
  if (typeof body === 'string') return replyJson(body, headers)
  if (!(body instanceof Uint8Array)) return replyJson(streamBody(call, body), headers)
  const packed = packedFor(call, body)
  // The same list, but not the same bytes: that is what a weak tag says.
  const own = packed && { 'content-encoding': packed.packing, etag: `W/${etag}` }
  return replyJson(packed ? packed.bytes : body, { ...headers, ...own })
}

function packedFor(
  { context, request }: Call,
  body: Uint8Array,
): { packing: Packing; bytes: Uint8Array<ArrayBuffer> } | null {
  const accepted = request.headers.get('accept-encoding')
  const { bodies } = context
  const packing =
    accepted === null ? 'identity' : chooseEncoding(accepted, [...bodies.packings, 'identity'])
  const bytes = packing === 'identity' ? null : bodies.packed(body, packing)
  return packing === 'identity' || !bytes ? null : { packing, bytes }
}

/** What a route has answered, whichever way it said it. */
export function asReply(answered: unknown): Reply {
  const isOne = typeof answered === 'object' && answered !== null && isReply in answered
  return isOne ? (answered as Reply) : reply(answered)
}

/** What is sent, whichever way: every header and every byte of it. */
export interface Answer {
  status: number
  headers: HeaderValues
  body: Body
}

/** `headers` are those of every answer, and belong to this one. */
export function answerOf(
  { status, headers: own, value, body }: Reply,
  headers: HeaderValues,
): Answer {
  const vary = headers['vary'] && own['vary'] && `${headers['vary']}, ${own['vary']}`
  Object.assign(headers, body === undefined && jsonType, own, vary && { vary })
  return { status, headers, body: body === undefined ? JSON.stringify(value) : body }
}

/** For those who speak the web's own words. */
export function webResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers })
}
