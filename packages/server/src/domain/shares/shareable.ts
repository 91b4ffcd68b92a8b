import type { ShareAccess } from '@triptych/contract/shares'
import { AppError } from '../../errors.ts'
import type { FileNode } from '../../ports/file-index.ts'

/** Only what can be opened can be given away, and only into a folder can something be put. */
export function refuseUnshareable({ kind }: FileNode, access: ShareAccess): void {
  if (kind === 'link') throw new AppError('files.link', 'Symbolic links are not followed.')
  if (kind === 'other') throw new AppError('files.special', 'This is neither file nor folder.')
  if (access === 'upload' && kind !== 'folder') {
    throw new AppError('files.not_a_folder', 'This is not a folder.')
  }
}
