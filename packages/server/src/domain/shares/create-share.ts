import type { NewShare, Share } from '@triptych/contract/shares'
import { hashPassword } from '../../auth/password.ts'
import { authorise } from '../../auth/principal.ts'
import { hashSecret, newSecret } from '../../auth/secrets.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { StoredShare } from '../../ports/shares.ts'
import { folderToFill } from '../files/entries-to-change.ts'
import { pathOf } from '../files/path.ts'
import { notFound } from '../files/read-index.ts'
import { recordChange } from '../record-change.ts'
import { loggedShare, permissionFor, placeSeen, shareView } from './share.ts'
import { refuseUnshareable } from './shareable.ts'
import { driveFor } from '../files/seen-drive.ts'

/** In one workspace. */
export const mostShares = 1000

/** What is over is listed for a while, so that its sharer sees what became of it. */
const listedMs = 30 * 24 * 60 * 60 * 1000

const dayMs = 24 * 60 * 60 * 1000

/** The secret is told here, and kept nowhere. */
export async function createShare(
  ctx: Context,
  input: NewShare,
): Promise<{ share: Share; secret: string }> {
  authorise(ctx.principal, 'shares.create')
  authorise(ctx.principal, permissionFor(input.access))
  if (input.access === 'upload' && input.downloads !== null) {
    const message = 'Where one may only upload, there are no downloads to count.'
    throw new AppError('body.invalid', message, { path: 'downloads' })
  }
  const drive = await driveFor(ctx)
  const entry = await drive.find(pathOf(input.id))
  refuseUnshareable(entry, input.access)
  if (input.access === 'upload') {
    await ctx.workspace.database.read((stores) => folderToFill(ctx, stores, pathOf(input.id)))
  }

  const secret = newSecret()
  const now = ctx.now().getTime()
  const share: StoredShare = {
    id: ctx.newId(),
    hash: hashSecret(secret),
    entry: entry.id,
    access: input.access,
    name: input.name,
    sharer: ctx.principal.id,
    password: input.password === null ? null : await hashPassword(input.password),
    downloads: input.downloads,
    downloaded: 0,
    createdAt: now,
    expiresAt: input.expiresInDays === null ? null : now + input.expiresInDays * dayMs,
  }
  const path = await ctx.workspace.database.transact(async (stores) => {
    const { shares } = stores
    const path = await placeSeen(ctx, stores, share)
    if (!path) throw notFound()
    await shares.removeStale(now - listedMs)
    if ((await shares.count()) >= mostShares) {
      const message = `There are ${mostShares} shares, and no more may be made: end some.`
      throw new AppError('shares.too_many', message, { limit: mostShares })
    }
    await shares.add(share)
    await recordChange(ctx, stores, {
      area: 'access',
      operation: 'share-added',
      entity: `shares/${share.id}`,
      before: null,
      after: loggedShare(share, path),
    })
    return path
  })
  return { share: shareView(share, entry.kind, path), secret }
}
