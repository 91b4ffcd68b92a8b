import { AppError } from '../../errors.ts'

/** What PostgreSQL and the way to it say; https://www.postgresql.org/docs/current/errcodes-appendix.html */
export function toAppError(error: unknown): unknown {
  if (error instanceof AppError) return error
  const code = codeOf(error)
  if (code === '53100') {
    return new AppError('storage_full', 'The disk of the database is full; nothing was changed.')
  }
  if (code === '54000') {
    const message = 'This is larger than the database can hold, or too long for an index.'
    return new AppError('body.too_large', message)
  }
  if (code === '57014') {
    const message = 'This takes too long; ask for less, or give the table an index.'
    return new AppError('tables.query_too_large', message)
  }
  if (code === lockTimeout) {
    const message = 'Somebody reads the table that is to be changed; try again.'
    return Object.assign(new AppError('unavailable', message), { cause: error })
  }
  const refusal = refusals[code]
  if (refusal !== undefined) return new AppError('unavailable', refusal)
  if (isLost(error)) {
    return new AppError('unavailable', 'The database cannot be reached; try again.')
  }
  return error
}

/** What whoever runs the server has to set right. */
const refusals: Record<string, string> = {
  '28000': 'The database does not let this user in.',
  '28P01': 'The database does not know this user, or not with this password.',
  '3D000': 'The server of the database has no database of this name.',
  '42501': 'The user of the database may not do this; it has to be allowed to create in it.',
}

const lockTimeout = '55P03'

/** Whether a table could not be had because others read it. */
export function isTaken(error: unknown): boolean {
  return error instanceof AppError && codeOf(error.cause) === lockTimeout
}

/** Whether the connection is gone, or could not be had. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error)
  // The classes: connection, too many of them, and a server that stops or starts.
  if (/^(08|53300|57P0[123])/.test(code)) return true
  if (/^E[A-Z]{4,}$/.test(code)) return true
  return error instanceof Error && code === '' && /connect|connection|client/i.test(error.message)
}

/** Whether the same may well succeed when it is done again from the beginning. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error)
  const isOutdatedPlan =
    code === '0A000' && error instanceof Error && /cached plan/.test(error.message)
  return isOutdatedPlan || code === '40001' || code === '40P01' || isLost(error)
}

export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
