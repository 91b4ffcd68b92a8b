import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import type { KeptEntry } from '../../ports/log-chain.ts'
import { knownRevision } from './list-changes.ts'

/** As `listChanges`, with everything that is kept of the entries. */
export async function auditChanges(
  ctx: Context,
  input: { since: number | null; limit: number },
): Promise<{ entries: KeptEntry[]; head: number }> {
  authorise(ctx.principal, 'changes.audit')
  return ctx.workspace.database.read(async (stores) => {
    const { changes } = stores
    const head = await changes.head()
    const since = await knownRevision(stores, input.since, head)
    return { entries: await changes.keptSince(since, input.limit), head }
  })
}
