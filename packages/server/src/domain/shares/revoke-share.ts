import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { noShare } from './share.ts'

/** From now on its link leads nowhere. */
export async function revokeShare({ principal, workspace }: Context, id: string): Promise<void> {
  authorise(principal, 'files.read')
  await workspace.database.transact(async ({ shares }) => {
    const share = await shares.find(id)
    const isTheirs = share?.sharer === principal.id || principal.can('shares.manage')
    if (!share || !isTheirs) throw noShare()
    await shares.remove(id)
  })
}
