import type { Share } from '@triptych/contract/shares'
import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { shareView } from './share.ts'

/** One's own, or for those who manage shares all of them. Those of entries that are gone are gone, too. */
export async function listShares({ principal, workspace }: Context): Promise<Share[]> {
  authorise(principal, 'files.read')
  const isManager = principal.can('shares.manage')
  return workspace.database.read(async ({ shares, files }) => {
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
