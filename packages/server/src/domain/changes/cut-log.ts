import { endComments } from '../comments/end-comments.ts'
import type { Database, ReadStores } from '../../ports/database.ts'

/** How much of the log is kept; 0: all of it. */
export interface Retention {
  days: number
  bytes: number
}

/** So many entries are taken away at once, so that nobody has to wait. */
const entriesAtOnce = 500

const dayMs = 24 * 60 * 60 * 1000

/** Who follows the log is never so far behind, and what was just done can be taken back in any case. */
const leastMs = 60 * 60 * 1000

/** Takes away what is too old or too much, the oldest first; answers how many entries that were. */
export async function cutLog(
  database: Database,
  retention: Retention,
  now: Date,
  isWanted: () => boolean = () => true,
): Promise<number> {
  if (retention.days === 0 && retention.bytes === 0) return 0
  const last = await database.readLong((stores) => lastToGo(stores, retention, now))
  let count = 0
  while (isWanted()) {
    const gone = await database.transact(async (stores) => {
      const { revision: start } = await stores.history.cut()
      if (start >= last) return 0
      const upTo = await endOfSteps(stores, start, Math.min(start + entriesAtOnce, last))
      const deleted = await stores.history.deletedIn(start, upTo)
      await stores.history.cutOff(upTo)
      await endComments(stores, deleted)
      return upTo - start
    })
    if (gone === 0) break
    count += gone
  }
  while (isWanted() && (await database.transact(({ history }) => history.clearImages()))) continue
  return count
}

async function lastToGo(
  { changes, history }: ReadStores,
  { days, bytes }: Retention,
  now: Date,
): Promise<number> {
  const before = (ms: number): Promise<number> =>
    history.revisionAt(new Date(now.getTime() - ms).toISOString())
  const tooOld = days === 0 ? 0 : await before(days * dayMs)
  const tooMuch = bytes === 0 ? 0 : await history.beyond(bytes)
  return Math.min(Math.max(tooOld, tooMuch), await before(leastMs), (await changes.head()) - 1)
}

/** Nobody can take back half a step: what has begun goes as a whole. */
async function endOfSteps(stores: ReadStores, after: number, upTo: number): Promise<number> {
  const { history, changes } = stores
  const newest = (await changes.head()) - 1
  for (let end = upTo; ;) {
    const steps = await history.stepsIn(after, end)
    const lasts = [...(await history.ends(steps)).values()].map(({ last }) => last)
    const reached = Math.min(Math.max(end, ...lasts), newest)
    if (reached === end) return end
    ;[after, end] = [end, reached]
  }
}
