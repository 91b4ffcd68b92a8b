import type { MayStill } from '../../auth/may-still.ts'
import type { Principal } from '../../auth/principal.ts'
import { hashSecret } from '../../auth/secrets.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Path } from '../../ports/storage.ts'
import type { StoredShare } from '../../ports/shares.ts'
import { idOf, pathOf } from '../files/path.ts'
import { notFound } from '../files/read-index.ts'
import { noShare, permissionFor, placeSeen } from './share.ts'
import { isTicket } from './share-password.ts'

/** A share that is being used. */
export interface UsedShare {
  share: StoredShare
  kind: 'file' | 'folder'
  /** Where its entry is now. */
  path: Path
  /** May do what the share is for, and nothing else. */
  context: Context
}

/** What is shown of a share: the secret in its link, and what was given for its password. */
export interface Shown {
  secret: string
  ticket: string | null
}

/** The share of a link, as long as it is good; whether its password was given is not asked here. */
export async function findShare(
  ctx: Context,
  secret: string,
  mayStill: MayStill,
): Promise<UsedShare> {
  const { workspace } = ctx
  const found = await workspace.database.read(async ({ shares, files }) => {
    const share = await shares.byHash(hashSecret(secret))
    if (!share || isOver(share, ctx.now().getTime())) return null
    const path = await files.pathOf(share.entry)
    if (!path) return null
    const kind = (await files.node(share.entry))?.kind
    return kind === 'file' || kind === 'folder' ? { share, path, kind } : null
  })
  if (!found) throw noShare()
  const { share } = found
  const permission = permissionFor(share.access)
  const sharer = await mayStill(share.sharer, permission, workspace.name)
  if (!sharer) throw noShare()
  const principal: Principal = {
    id: null,
    name: `share ${share.id}`,
    subjects: sharer.subjects,
    can: (asked) => asked === permission,
  }
  const context = { ...ctx, principal }
  const path = await workspace.database.read((stores) => placeSeen(context, stores, share))
  if (!path) throw noShare()
  return { ...found, path, context }
}

/** The same for whoever has given its password, if it has one. */
export async function useShare(
  ctx: Context,
  { secret, ticket }: Shown,
  mayStill: MayStill,
): Promise<UsedShare> {
  const used = await findShare(ctx, secret, mayStill)
  if (isTicket(ctx, used.share, ticket)) return used
  throw new AppError('shares.password_required', 'This share has a password: enter it first.')
}

function isOver({ downloads, downloaded, expiresAt }: StoredShare, now: number): boolean {
  if (expiresAt !== null && expiresAt <= now) return true
  return downloads !== null && downloaded >= downloads
}

/** The place of something in a share, which speaks of it as if its own entry was the root. */
export function placeIn({ kind, path }: UsedShare, id: string): string {
  const below = pathOf(id)
  if (kind === 'file' && below.length > 0) throw notFound()
  return idOf([...path, ...below])
}

/**
 * Others may have moved the entry, and put something else in its place, since its place was looked up: then what was
 * found there is not what was shared.
 */
export async function refuseMoved({ context, share, path }: UsedShare): Promise<void> {
  const entry = await context.workspace.database.read(({ files }) => files.find(path))
  if (entry?.id !== share.entry) throw noShare()
}
