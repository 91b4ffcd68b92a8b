import type { Context } from '../../../context.ts'
import type { Database } from '../../../ports/database.ts'
import { knownReach } from '../../rules/reach.ts'
import type { PageFound, PageInput } from './page.ts'
import { asksForPeriod } from './period.ts'

/** Pages as they were answered, each by what was asked; they hold as long as nothing at all is committed. */
interface KeptPages {
  commits: number | null
  byKey: Map<string, PageFound>
}

const nothingKept = (): KeptPages => ({ commits: null, byKey: new Map() })

const mostPages = 32
const mostBytes = 64 * 1024
const longestKey = 1000

/** A place for the page of one request. */
export interface PagePlace {
  /** The page, if somebody has asked for the same since the last commit. */
  kept: PageFound | null
  keep(page: PageFound): void
}

/**
 * To be asked before the page is read, as `commits` is: should a commit come between, what is read is not kept. Who
 * sees other columns, or by a view of their own, asks for other pages, which are not kept.
 */
export function placeFor(ctx: Context, input: PageInput, commits: number | null): PagePlace {
  const { database } = ctx.workspace
  const key = keyOf(input)
  if (commits === null || key === null) return { kept: null, keep() {} }
  const isSeenWhole = () => knownReach(ctx, commits) === null
  return {
    kept: (isSeenWhole() && pagesAt(database, commits)?.get(key)) || null,
    keep(page) {
      const isSmall = page.json !== null && page.json.length <= mostBytes
      const pages = isSmall && isSeenWhole() ? pagesAt(database, commits) : null
      if (!pages) return
      if (pages.size >= mostPages) pages.clear()
      pages.set(key, page)
    },
  }
}

/** `null` where that is how it was before. */
function pagesAt(database: Database, commits: number): Map<string, PageFound> | null {
  if (database.commits() !== commits) return null
  const kept = database.memo(nothingKept)
  if (kept.commits !== commits) kept.byKey.clear()
  kept.commits = commits
  return kept.byKey
}

function keyOf({ table, query, from, limit, count }: PageInput): string | null {
  if (query.view !== undefined || asksForPeriod(query.filter)) return null
  const key = JSON.stringify([table, query, from, limit, count])
  return key.length > longestKey ? null : key
}
