import type { Share, ShareAccess } from '@triptych/contract/shares'
import type { Permission } from '../../auth/principal.ts'
import { AppError } from '../../errors.ts'
import type { ReadStores } from '../../ports/database.ts'
import type { Path } from '../../ports/storage.ts'
import type { StoredShare } from '../../ports/shares.ts'
import { idOf } from '../files/path.ts'
import { filesIn } from '../files/seen-files.ts'
import { accessTo, sightOf } from '../files/sight.ts'
import type { Bound } from '../rules/reach.ts'

/** What somebody needs to give this away, and needs still whenever it is used. */
export function permissionFor(access: ShareAccess): Permission {
  return access === 'read' ? 'files.read' : 'files.write'
}

/** Where the entry of a share is; `null` where whoever asks may not do with it what the share is for. */
export async function placeSeen(
  bound: Bound,
  stores: Pick<ReadStores, 'files' | 'rules'>,
  { entry, access }: Pick<StoredShare, 'entry' | 'access'>,
): Promise<Path | null> {
  const sight = await sightOf(bound, stores)
  const files = sight ? filesIn(sight, stores.files) : stores.files
  const node = sight && access === 'upload' ? await files.node(entry) : null
  if (node && sight && (await accessTo(sight, stores.files, node)) !== 'write') return null
  return files.pathOf(entry)
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

/** As it stands in the log: without what would open it. */
export function loggedShare(share: StoredShare, path: Path | null): Record<string, unknown> {
  const { access, name, sharer, password, downloads, expiresAt } = share
  return {
    id: path && idOf(path),
    access,
    name,
    sharer,
    hasPassword: password !== null,
    downloads,
    expiresAt: expiresAt && new Date(expiresAt).toISOString(),
  }
}
