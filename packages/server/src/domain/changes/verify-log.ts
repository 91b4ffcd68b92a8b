import { authorise } from '../../auth/principal.ts'
import { entryHash } from '../../ports/log-chain.ts'
import type { KeptEntry, LogEnd } from '../../ports/log-chain.ts'
import { readLog } from './read-log.ts'
import type { LogContext } from './read-log.ts'

export type LogState =
  /** `unhashed`: so many at the beginning are from a version that made no hashes. */
  /** `cut`: the log begins behind this revision, where it is not kept as a whole. */
  | { isWhole: true; end: LogEnd; unhashed: number; cut?: number }
  /** The first that does not fit. */
  | { isWhole: false; revision: number; why: Flaw }

/**
 * `missing`: it is not there. `unhashed`: it has no hash, but one before it has. `changed`: its hash is not that of what
 * it says, bound to the one before. `replaced`: it fits, but is not the one that was noted.
 */
export type Flaw = 'missing' | 'unhashed' | 'changed' | 'replaced'

/**
 * Goes through the whole log. Whoever can write to the database can also make a whole new chain, or take away the last
 * entries: so that is seen only by `noted`, what an earlier look has answered as `end`.
 */
export async function verifyLog(ctx: LogContext, noted: LogEnd | null = null): Promise<LogState> {
  authorise(ctx.principal, 'changes.audit')
  // What was cut off is known by its hash.
  const cut = await ctx.workspace.database.read(({ history }) => history.cut())
  if (cut.revision > 0 && cut.revision === noted?.revision && cut.hash !== noted.hash) {
    return { isWhole: false, revision: cut.revision, why: 'replaced' }
  }
  let end = cut
  let unhashed = 0
  for await (const page of readLog(ctx)) {
    for (const entry of page) {
      const why = flawOf(entry, end, noted)
      if (why !== null) {
        return {
          isWhole: false,
          revision: why === 'missing' ? end.revision + 1 : entry.revision,
          why,
        }
      }
      if (entry.hash === null) unhashed++
      end = { revision: entry.revision, hash: entry.hash }
    }
  }
  if (noted && noted.revision > end.revision) {
    return { isWhole: false, revision: end.revision + 1, why: 'missing' }
  }
  return { isWhole: true, end, unhashed, ...(cut.revision > 0 && { cut: cut.revision }) }
}

function flawOf(entry: KeptEntry, { revision, hash }: LogEnd, noted: LogEnd | null): Flaw | null {
  if (entry.revision !== revision + 1) return 'missing'
  if (entry.hash === null && hash !== null) return 'unhashed'
  if (entry.hash !== null && entry.hash !== entryHash(hash, entry)) return 'changed'
  if (entry.revision === noted?.revision && entry.hash !== noted.hash) return 'replaced'
  return null
}
