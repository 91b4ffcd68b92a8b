export type FolderErrorKind =
  | 'missing'
  | 'taken'
  | 'not-a-folder'
  | 'not-a-file'
  | 'into-itself'
  | 'other-device'
  | 'link'
  | 'special'
  | 'bad-name'
  | 'full'
  | 'denied'

/** What the disk refused. The native error, with its path, is the `cause` and must not reach a client. */
export class FolderError extends Error {
  override name = 'FolderError'
  readonly kind: FolderErrorKind

  constructor(kind: FolderErrorKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

/** Errors nobody can answer for (EIO, EMFILE …) stay what they are. */
export function asFolderError(error: unknown): unknown {
  if (error instanceof FolderError) return error
  const kind = kinds.get(errorCode(error))
  return kind ? new FolderError(kind, messages[kind], error) : error
}

export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  // libuv has no name for EDQUOT and says "Unknown system error -122".
  if ('errno' in error && error.errno === -122) return 'EDQUOT'
  return 'code' in error ? String(error.code) : ''
}

const kinds = new Map<string, FolderErrorKind>([
  ['ENOENT', 'missing'],
  ['EEXIST', 'taken'],
  // Somebody filled the folder between our claim, or our sweep, and the call.
  ['ENOTEMPTY', 'taken'],
  ['ENOTDIR', 'not-a-folder'],
  ['EISDIR', 'not-a-file'],
  ['EXDEV', 'other-device'],
  ['ELOOP', 'link'],
  ['ENXIO', 'special'],
  ['ENAMETOOLONG', 'bad-name'],
  // File systems with narrower names than ours (vfat, case-folding ext4) refuse so.
  ['EILSEQ', 'bad-name'],
  ['EINVAL', 'bad-name'],
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EMLINK', 'full'],
  ['EACCES', 'denied'],
  ['EPERM', 'denied'],
  ['EROFS', 'denied'],
  // A mount point can be neither removed nor moved.
  ['EBUSY', 'denied'],
])

const messages: Record<FolderErrorKind, string> = {
  missing: 'There is nothing of that name.',
  taken: 'The name is taken.',
  'not-a-folder': 'That is not a folder.',
  'not-a-file': 'That is not a file.',
  'into-itself': 'A folder cannot be moved into itself.',
  'other-device': 'The two places lie on different devices.',
  link: 'Symbolic links are not followed.',
  special: 'That is neither a file nor a folder.',
  'bad-name': 'That name is not possible here.',
  full: 'There is no space left.',
  denied: 'The operating system does not allow it.',
}
