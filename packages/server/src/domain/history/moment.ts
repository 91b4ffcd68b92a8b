import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { LaterEntry, LaterOf } from '../../ports/change-log.ts'
import type { ReadStores } from '../../ports/database.ts'
import { reachOf } from '../rules/reach.ts'
import type { Moment } from '@triptych/contract/moment'

/**
 * The revision that is meant. Whom rules bind is told nothing from before they were what they are, as with the log: what
 * was hidden then nobody knows.
 */
export async function revisionOf(
  ctx: Context,
  stores: Pick<ReadStores, 'changes' | 'history' | 'rules'>,
  at: Moment,
): Promise<number> {
  authorise(ctx.principal, 'changes.read')
  const isBound = (await reachOf(ctx, stores)) !== null
  return wholeRevisionOf(stores, at, isBound ? await stores.rules.horizon() : 0)
}

/** The same for those who see everything; nothing is told from before `first`. */
export async function wholeRevisionOf(
  { changes, history }: Pick<ReadStores, 'changes' | 'history'>,
  at: Moment,
  first = 0,
): Promise<number> {
  const revision = typeof at === 'number' ? at : await history.revisionAt(at.toISOString())
  const head = await changes.head()
  if (revision > head) {
    throw new AppError('history.not_found', 'There is no such revision yet.')
  }
  const { revision: cut } = await history.cut()
  if (revision < Math.min(head, Math.max(first, cut))) throw notKeptThen()
  return revision
}

/** So many are read before others get their turn. */
const entriesAtOnce = 2000

/** All that became of something since a revision, the newest first; page by page, as there may be very many. */
export async function* changedLater(
  { changes }: Pick<ReadStores, 'changes'>,
  of: LaterOf,
  after: number,
  before = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<readonly LaterEntry[]> {
  for (let last = before; ;) {
    const page = await changes.later(of, after, last, entriesAtOnce)
    yield page
    const oldest = page.at(-1)
    if (!oldest) return
    last = oldest.revision
  }
}

function notKeptThen(): AppError {
  return new AppError('history.not_kept', 'How it was then was not kept.')
}
