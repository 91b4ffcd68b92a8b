import { AppError } from '../../errors.ts'
import { isLost, isMissing, S3Failure, S3Timeout, SourceFailure } from './failure.ts'

/** What people are told. Bytes that are not what they were, and mistakes of ours, stay what they are. */
export function inOurWords(error: unknown): unknown {
  if (error instanceof SourceFailure) return error.cause
  if (isMissing(error)) return new AppError('files.not_found', 'The bytes of this file are gone.')
  if (error instanceof S3Timeout || isLost(error)) {
    return withCause('unavailable', 'The storage cannot be reached; try again.', error)
  }
  if (!(error instanceof S3Failure)) return error
  if (error.status === 507 || full.has(error.code)) {
    return withCause('storage_full', 'The storage is full; nothing was changed.', error)
  }
  if (error.code === 'EntityTooLarge') {
    return withCause('files.too_large', 'The file is larger than the storage takes.', error)
  }
  if (error.code === 'KeyTooLongError') {
    return withCause('files.bad_name', 'The storage takes no key of this length.', error)
  }
  if (error.status === 403) {
    return withCause('unavailable', 'The storage does not let the server in.', error)
  }
  return withCause('unavailable', 'The storage cannot do this now; try again.', error)
}

const full = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage', 'StorageFull'])

/** The cause is for logs. It holds neither secrets nor bytes, but may name a host. */
function withCause(
  code: ConstructorParameters<typeof AppError>[0],
  message: string,
  cause: unknown,
): AppError {
  const error = new AppError(code, message)
  error.cause = cause
  return error
}
