import { AppError } from '../../errors.ts'
import type { FileNode } from '../../ports/file-index.ts'

export function notFound(): AppError {
  return new AppError('files.not_found', 'There is nothing at this path.')
}

/** Only a folder can hold anything; a link may lead to one, but nobody goes there. */
export function refuseOthers({ kind }: FileNode): void {
  if (kind === 'folder') return
  if (kind === 'link') throw new AppError('files.link', 'Symbolic links are not followed.')
  throw new AppError('files.not_a_folder', 'This is not a folder.')
}
