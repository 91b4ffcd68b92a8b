import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { LogEntry } from '../../ports/change-log.ts'
import type { ReadStores } from '../../ports/database.ts'
import { toldEntries, viewOfLog } from './told-entries.ts'

export interface ChangePage {
  entries: LogEntry[]
  /** The newest revision there is, which may lie beyond this page. */
  head: number
}

export async function listChanges(
  ctx: Context,
  input: { since: number | null; limit: number },
): Promise<ChangePage> {
  authorise(ctx.principal, 'changes.read')
  return ctx.workspace.database.read(async (stores) => {
    const { changes } = stores
    const head = await changes.head()
    const since = await knownRevision(stores, input.since, head)
    const view = await viewOfLog(ctx, stores)
    const entries = await changes.since(since, input.limit)
    return { entries: await toldEntries(view, stores, entries), head }
  })
}

/**
 * Where to go on; `null`: at the first entry that is kept. A reader from the future has seen another log: it must load
 * everything anew, not wait. So must one from before what is kept.
 */
export async function knownRevision(
  { history }: Pick<ReadStores, 'history'>,
  since: number | null,
  head: number,
): Promise<number> {
  const { revision: start } = await history.cut()
  if (since === null) return start
  if (since >= start && since <= head) return since
  const message =
    since > head
      ? `The log ends at revision ${head}; load the data anew.`
      : `The log begins behind revision ${start}; load the data anew.`
  throw new AppError('changes.unknown_revision', message, { head })
}
