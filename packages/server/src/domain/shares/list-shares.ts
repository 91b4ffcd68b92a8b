import type { Share } from '@triptych/contract/shares'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { seenFiles } from '../files/seen-files.ts'
import { shareView } from './share.ts'

/** One's own, or for those who manage shares all of them. Those of entries that are gone are gone, too. */
export async function listShares(ctx: Context): Promise<Share[]> {
  const { principal, workspace } = ctx
  authorise(principal, 'files.read')
  const isManager = principal.can('shares.manage')
  return workspace.database.read(async (stores) => {
    const { shares } = stores
    const files = await seenFiles(ctx, stores)
    const views: Share[] = []
    for (const share of await shares.all()) {
      if (!isManager && share.sharer !== principal.id) continue
      const path = await files.pathOf(share.entry)
      const entry = path && (await files.node(share.entry))
      if (entry) views.push(shareView(share, entry.kind, path))
    }
    return views
  })
}
