import type { Share, ShareAccess } from '@triptych/contract/shares'
import type { Permission } from '../../auth/principal.ts'
import { AppError } from '../../errors.ts'
import type { Path } from '../../ports/storage.ts'
import type { StoredShare } from '../../ports/shares.ts'
import { idOf } from '../files/path.ts'

/** What somebody needs to give this away, and needs still whenever it is used. */
export function permissionFor(access: ShareAccess): Permission {
  return access === 'read' ? 'files.read' : 'files.write'
}

/** As its sharer sees it. */
export function shareView(share: StoredShare, kind: string, path: Path): Share {
  const { id, access, name, sharer, password, downloads, downloaded } = share
  return {
    id,
    file: idOf(path),
    type: kind === 'folder' ? 'folder' : 'file',
    access,
    name,
    sharer,
    hasPassword: password !== null,
    downloads,
    downloaded,
    createdAt: new Date(share.createdAt).toISOString(),
    expiresAt: share.expiresAt === null ? null : new Date(share.expiresAt).toISOString(),
  }
}

/** The same for whatever reason: nobody is to learn that there was something. */
export function noShare(): AppError {
  return new AppError('shares.not_found', 'This link leads nowhere, or not any more.')
}
