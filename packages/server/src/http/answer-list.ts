import { answerText, answerUnchanged } from './answer.ts'
import { etagOf } from './etag.ts'
import type { Call } from './route.ts'
import { streamBody } from './stream-body.ts'

/** A JSON array: whole, or in pieces when it is long; `null` when the client has it already. */
export type ListBody = string | Uint8Array<ArrayBuffer> | AsyncIterableIterator<Uint8Array> | null

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
