import { AppError, codeOf, mapError } from '../../errors.ts'
import type { Told } from '../../errors.ts'

/** What PostgreSQL and the way to it say. */
export function toAppError(error: unknown): unknown {
  return mapError(error, toldOf(error))
}

function toldOf(error: unknown): Told | undefined {
  if (isLost(error)) return unreachable
  return isOurTableGone(error) ? gone : told[codeOf(error)]
}

/** Tables of people can be dropped by others at any time; those of ours begin with a line. */
function isOurTableGone(error: unknown): boolean {
  return codeOf(error) === '42P01' && error instanceof Error && error.message.includes(' "_')
}

const unreachable: Told = ['unavailable', 'The database cannot be reached; try again.']
const gone: Told = ['storage_lost', 'The database is gone; bring it back from a backup.']
const damaged: Told = ['storage_lost', 'The database is damaged; bring it back from a backup.']

const lockTimeout = '55P03'

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const told: Record<string, Told> = {
  '53100': ['storage_full', 'The disk of the database is full; nothing was changed.'],
  '3F000': gone,
  XX001: damaged,
  XX002: damaged,
  '54000': [
    'body.too_large',
    'This is larger than the database can hold, or too long for an index.',
  ],
  '57014': [
    'tables.query_too_large',
    'This takes too long; ask for less, or give the table an index.',
  ],
  [lockTimeout]: ['unavailable', 'Somebody reads the table that is to be changed; try again.'],
  // What whoever runs the server has to set right.
  '28000': ['unavailable', 'The database does not let this user in.'],
  '28P01': ['unavailable', 'The database does not know this user, or not with this password.'],
  '3D000': ['unavailable', 'The server of the database has no database of this name.'],
  '42501': [
    'unavailable',
    'The user of the database may not do this; it has to be allowed to create in it.',
  ],
}

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

/**
 * Whether a table was reshaped between what a reader has learned of it and its rows: a snapshot holds rows,
 * and PostgreSQL names no column as it was.
 */
export function isReshaped(error: unknown): boolean {
  return ['42703', '42P01'].includes(codeOf(error))
}

/** Whether the same may well succeed when it is done again from the beginning. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error)
  const isOutdatedPlan =
    code === '0A000' && error instanceof Error && /cached plan/.test(error.message)
  return isOutdatedPlan || code === '40001' || code === '40P01' || isLost(error)
}
