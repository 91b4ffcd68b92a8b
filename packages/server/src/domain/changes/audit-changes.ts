import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { KeptEntry } from '../../ports/log-chain.ts'
import { refuseFuture } from './list-changes.ts'

/** As `listChanges`, with everything that is kept of the entries. */
export async function auditChanges(
  ctx: Context,
  input: { since: number; limit: number },
): Promise<{ entries: KeptEntry[]; head: number }> {
  authorise(ctx.principal, 'changes.audit')
  return ctx.workspace.database.read(async ({ changes }) => {
    const head = await changes.head()
    refuseFuture(input.since, head)
    return { entries: await changes.keptSince(input.since, input.limit), head }
  })
}
