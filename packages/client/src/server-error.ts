import type { ErrorCode } from '@triptych/contract/errors'

/**
 * Of the list in the server's reference; or `no_answer`, `closed` after `server.close()`, `unreadable` of a file that cannot be
 * sent. A newer server may tell of one that is not listed here yet.
 */
export type ServerErrorCode = ErrorCode | 'no_answer' | 'closed' | 'unreadable'

/** An answer that says no, or none at all. */
export class ServerError extends Error {
  override name = 'ServerError'
  /** `0` when there was no answer. */
  readonly status: number
  readonly code: ServerErrorCode
  readonly details: Record<string, unknown>

  constructor(
    status: number,
    code: ServerErrorCode,
    message: string,
    details: Record<string, unknown> = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

/** A problem as the server tells it, in an answer of its own or at its place in a batch. */
export function errorIn(problem: unknown, status: number): ServerError {
  const isProblem = typeof problem === 'object' && problem !== null
  const details: Record<string, unknown> = isProblem ? { ...problem } : {}
  const { code = 'internal', error = `The server answered ${status}.` } = details
  return new ServerError(status, String(code) as ServerErrorCode, String(error), details)
}

/** What an answer says; throws what it says where that is a no. */
export function answerIn(text: string, status: number): unknown {
  let answer: unknown = null
  try {
    answer = JSON.parse(text)
  } catch {
    // Somebody else on the way has answered.
  }
  if (status < 200 || status > 299) throw errorIn(answer, status)
  return answer
}

export function noAnswer(cause: unknown): ServerError {
  const error = new ServerError(0, 'no_answer', 'The server cannot be reached.')
  error.cause = cause
  return error
}

/** Whether the same request may well succeed a little later. */
export function isPassing({ status, code }: ServerError): boolean {
  return code !== 'closed' && [0, 429, 502, 503, 504].includes(status)
}
