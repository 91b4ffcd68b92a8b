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
