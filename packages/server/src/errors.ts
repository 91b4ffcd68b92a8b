import type { ErrorCode } from '@triptych/contract/errors'

/** The only error thrown on purpose. `details` goes to the client: never `id`, `result`, SQL or a path. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly details: Record<string, unknown>

  constructor(code: ErrorCode, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}

/** What people are told of an error from below: of a database, a disk, a store. */
export type Told = readonly [code: ErrorCode, message: string]

/** An engine's error as ours, where there are words for it. It goes along as the cause, for logs alone. */
export function mapError(error: unknown, told: Told | undefined): unknown {
  if (error instanceof AppError || told === undefined) return error
  return Object.assign(new AppError(...told), { cause: error })
}

/** The code that a library or the system gave an error; empty where there is none. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
