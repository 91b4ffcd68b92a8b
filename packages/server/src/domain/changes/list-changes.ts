import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { LogEntry } from '../../ports/change-log.ts'
import { toldEntries, viewOfLog } from './told-entries.ts'

export interface ChangePage {
  entries: LogEntry[]
  /** The newest revision there is, which may lie beyond this page. */
  head: number
}

export async function listChanges(
  ctx: Context,
  input: { since: number; limit: number },
): Promise<ChangePage> {
  authorise(ctx.principal, 'changes.read')
  return ctx.workspace.database.read(async (stores) => {
    const { changes } = stores
    const head = await changes.head()
    refuseFuture(input.since, head)
    const view = await viewOfLog(ctx, stores)
    const entries = await changes.since(input.since, input.limit)
    return { entries: await toldEntries(view, stores, entries), head }
  })
}

/** A reader from the future has seen another log: it must load everything anew, not wait. */
export function refuseFuture(since: number, head: number): void {
  if (since <= head) return
  const message = `The log ends at revision ${head}; load the data anew.`
  throw new AppError('changes.unknown_revision', message, { head })
}
