import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../record-change.ts'
import { loggedShare, noShare } from './share.ts'

/** From now on its link leads nowhere. */
export async function revokeShare(ctx: Context, id: string): Promise<void> {
  const { principal, workspace } = ctx
  authorise(principal, 'files.read')
  await workspace.database.transact(async (stores) => {
    const { shares, files } = stores
    const share = await shares.find(id)
    const isTheirs = share?.sharer === principal.id || principal.can('shares.manage')
    if (!share || !isTheirs) throw noShare()
    await shares.remove(id)
    await recordChange(ctx, stores, {
      area: 'access',
      operation: 'share-ended',
      entity: `shares/${id}`,
      before: loggedShare(share, await files.pathOf(share.entry)),
      after: null,
    })
  })
}
