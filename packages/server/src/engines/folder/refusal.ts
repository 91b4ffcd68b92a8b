import type { ErrorCode } from '@triptych/contract/errors'
import { AppError } from '../../errors.ts'
import { FolderError, type FolderErrorKind } from './folder-error.ts'

/** What people are told; anything that is no refusal of the disk stays what it is. */
export function asRefusal(error: unknown): unknown {
  return error instanceof FolderError ? new AppError(codes[error.kind], error.message) : error
}

const codes: Record<FolderErrorKind, ErrorCode> = {
  missing: 'files.not_found',
  taken: 'files.name_taken',
  'not-a-folder': 'files.not_a_folder',
  'not-a-file': 'files.not_a_file',
  'into-itself': 'files.into_itself',
  'other-device': 'files.denied',
  link: 'files.link',
  special: 'files.special',
  'bad-name': 'files.bad_name',
  full: 'storage_full',
  denied: 'files.denied',
}
