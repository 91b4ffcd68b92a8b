import { mapError } from '../../errors.ts'
import type { Told } from '../../errors.ts'

/** What the store answered instead of what was asked for. Its words are not for clients. */
export class S3Failure extends Error {
  override name = 'S3Failure'
  readonly status: number
  /** As the store spells it: `NoSuchKey`, `SlowDown` … */
  readonly code: string
  /** When it was answered, by the clock of the store. */
  readonly date: number
  /** Where the bucket really is, if the store says so. */
  readonly region: string | null

  constructor(status: number, code: string, more: { date?: number; region?: string | null } = {}) {
    super(`The store answered ${status} ${code}.`)
    this.status = status
    this.code = code
    this.date = more.date ?? Number.NaN
    this.region = more.region ?? null
  }
}

/** No answer within the time it may take. */
export class S3Timeout extends Error {
  override name = 'S3Timeout'
}

/** Bytes that are not those that were asked for; to ask again does not help. */
export class S3Mismatch extends Error {
  override name = 'S3Mismatch'
}

/** The one who gave us bytes has failed, with this cause: not the store, and not our business. */
export class SourceFailure extends Error {
  override name = 'SourceFailure'
}

const passingStatuses = new Set([408, 429, 500, 502, 503, 504])
const passingCodes = new Set([
  'RequestTimeout',
  'SlowDown',
  'InternalError',
  'ServiceUnavailable',
  'OperationAborted',
  'ConditionalRequestConflict',
  // The bytes were damaged on their way.
  'BadDigest',
  'XAmzContentSHA256Mismatch',
  'IncompleteBody',
])
const outdated = new Set(['ExpiredToken', 'ExpiredTokenException', 'TokenRefreshRequired'])

/** Whether the same may well succeed a little later. */
export function isPassing(error: unknown): boolean {
  if (error instanceof S3Failure) {
    return passingStatuses.has(error.status) || passingCodes.has(error.code) || isOutdated(error)
  }
  return error instanceof S3Timeout || isLost(error)
}

/** Whether newer credentials are needed. */
export function isOutdated(error: unknown): boolean {
  if (!(error instanceof S3Failure)) return false
  // The answer to HEAD has no room for a word.
  return outdated.has(error.code) || (error.status === 400 && error.code === '')
}

export function isMissing(error: unknown): boolean {
  return error instanceof S3Failure && error.status === 404 && error.code !== 'NoSuchBucket'
}

/** Whether the way to the store broke: errors of the operating system, of TLS and of HTTP. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string')
    return false
  return /^E(?!RR_)[A-Z_]+$|^HPE_|^ERR_(SSL|TLS|STREAM_PREMATURE)|CERT/.test(error.code)
}

/** What people are told. Bytes that are not what they were, and mistakes of ours, stay what they are. */
export function toAppError(error: unknown): unknown {
  return error instanceof SourceFailure ? error.cause : mapError(error, toldOf(error))
}

function toldOf(error: unknown): Told | undefined {
  if (isMissing(error)) return ['files.not_found', 'The bytes of this file are gone.']
  if (error instanceof S3Timeout || isLost(error)) {
    return ['unavailable', 'The storage cannot be reached; try again.']
  }
  if (!(error instanceof S3Failure)) return undefined
  if (error.status === 507 || full.has(error.code)) {
    return ['storage_full', 'The storage is full; nothing was changed.']
  }
  if (error.code === 'EntityTooLarge') {
    return ['files.too_large', 'The file is larger than the storage takes.']
  }
  if (error.code === 'KeyTooLongError') {
    return ['files.bad_name', 'The storage takes no key of this length.']
  }
  if (error.code === 'NoSuchBucket') return ['storage_lost', 'The bucket is gone.']
  if (error.status === 403) return ['unavailable', 'The storage does not let the server in.']
  return ['unavailable', 'The storage cannot do this now; try again.']
}

const full = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage', 'StorageFull'])
