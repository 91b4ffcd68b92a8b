import type { ErrorCode } from '@triptych/contract/errors'
import { AppError, codeOf, mapError } from '../../errors.ts'
import type { Told } from '../../errors.ts'

/**
 * What people are told when the disk refuses something. The native error, with its path, is the
 * `cause` and must not reach a client. Errors nobody can answer for (EIO, EMFILE …) stay what they are.
 */
export function toAppError(error: unknown): unknown {
  return mapError(error, refusals.get(errorCode(error)))
}

export function errorCode(error: unknown): string {
  // libuv has no name for EDQUOT and says "Unknown system error -122".
  if (error instanceof Error && 'errno' in error && error.errno === -122) return 'EDQUOT'
  return codeOf(error)
}

/** Whether there is nothing at a place: no such name, or something in the way that is no folder. */
export function isAbsent(error: unknown): boolean {
  return error instanceof AppError && absences.includes(error.code)
}

const absences: ErrorCode[] = ['files.not_found', 'files.not_a_folder', 'files.link']

const taken: Told = ['files.name_taken', 'The name is taken.']
const badName: Told = ['files.bad_name', 'That name is not possible here.']
const full: Told = ['storage_full', 'There is no space left.']
const denied: Told = ['files.denied', 'The operating system does not allow it.']

const refusals = new Map<string, Told>([
  ['ENOENT', ['files.not_found', 'There is nothing of that name.']],
  ['EEXIST', taken],
  // Somebody filled the folder between our claim, or our sweep, and the call.
  ['ENOTEMPTY', taken],
  ['ENOTDIR', ['files.not_a_folder', 'That is not a folder.']],
  ['EISDIR', ['files.not_a_file', 'That is not a file.']],
  ['EXDEV', ['files.denied', 'The two places lie on different devices.']],
  ['ELOOP', ['files.link', 'Symbolic links are not followed.']],
  ['ENXIO', ['files.special', 'That is neither a file nor a folder.']],
  ['ENAMETOOLONG', badName],
  // File systems with narrower names than ours (vfat, case-folding ext4) refuse so.
  ['EILSEQ', badName],
  ['EINVAL', badName],
  ['ENOSPC', full],
  ['EDQUOT', full],
  ['EMLINK', full],
  ['EACCES', denied],
  ['EPERM', denied],
  ['EROFS', denied],
  // A mount point can be neither removed nor moved.
  ['EBUSY', denied],
])
