import type { Database } from '../../ports/database.ts'
import type { StoredTask } from '../../ports/gantt-store.ts'
import type { KeptPlan } from './kept-plan.ts'
import type { PlanWrites, Touched } from './plan-writes.ts'

/** A plan in memory, and how far it is known to be what is stored. */
export interface ShelvedPlan {
  plan: KeptPlan
  /** That of the last transaction of which it is known that it was committed. */
  revision: number
  /** What was written since by transactions of which that is not known: it is read again. */
  doubt: Touched
  /** The transaction that looked at it last. */
  last: object | null
}

/** The place of one workspace's plan. Whoever changes it takes it away, and puts it back when it is whole again. */
export interface PlanShelf {
  isEmpty(): boolean
  take(): ShelvedPlan | null
  put(shelved: ShelvedPlan): void
}

/** What a transaction does with the plan, until it is known whether it was committed. */
export interface Settling {
  shelf: PlanShelf
  writes: PlanWrites
  /** For one that is not meant to be kept. */
  looked?: Looked
}

/** What a transaction that is only looked at has made of the plan. */
export interface Looked {
  /** The tasks that it wrote, as they were; `null`: they were not there. */
  before: Map<number, StoredTask | null>
  /** The plan in memory as it is then, to be put back; `null` where it was made anew. */
  shelved: ShelvedPlan | null
}

/** The plans of all workspaces of a server that schedule themselves, as far as there is room. */
export interface KeptPlans {
  shelfOf(database: Database): PlanShelf
}

/** More or less, as measured by `npm run bench schedule -- --only product`. */
const bytesOf = { task: 550, link: 170, assignment: 60 }

/** One that nobody has changed for so long is thrown away. */
const usualIdleMs = 10 * 60_000

/** A plan that alone needs more than `maxBytes` is never kept. */
export function keptPlans(maxBytes: number, idleMs = usualIdleMs): KeptPlans {
  const shelves = new WeakMap<Database, PlanShelf>()
  /** Those that are kept, the one that was used least lately first. */
  const kept = new Map<PlanShelf, { shelved: ShelvedPlan; bytes: number; usedAt: number }>()
  let bytes = 0
  let timer: NodeJS.Timeout | null = null

  function drop(shelf: PlanShelf): ShelvedPlan | null {
    const found = kept.get(shelf)
    if (!found) return null
    kept.delete(shelf)
    bytes -= found.bytes
    return found.shelved
  }

  function dropUnused(): void {
    timer = null
    for (const [shelf, { usedAt }] of kept) {
      if (performance.now() - usedAt >= idleMs) drop(shelf)
    }
    watch()
  }

  function watch(): void {
    if (kept.size > 0) timer ??= setTimeout(dropUnused, idleMs).unref()
  }

  function newShelf(): PlanShelf {
    const shelf: PlanShelf = {
      isEmpty: () => !kept.has(shelf),
      take: () => drop(shelf),
      put(shelved) {
        drop(shelf)
        const size = sizeOf(shelved.plan)
        if (size > maxBytes) return
        kept.set(shelf, { shelved, bytes: size, usedAt: performance.now() })
        bytes += size
        for (const oldest of kept.keys()) {
          if (bytes <= maxBytes) break
          drop(oldest)
        }
        watch()
      },
    }
    return shelf
  }

  return {
    shelfOf(database) {
      const shelf = shelves.get(database) ?? newShelf()
      shelves.set(database, shelf)
      return shelf
    },
  }
}

function sizeOf({ tasks, links, edited: { plan } }: KeptPlan): number {
  const assignments = plan.tasks.reduce((sum, one) => sum + one.assignments.length, 0)
  return (
    tasks.ids.length * bytesOf.task +
    links.ids.length * bytesOf.link +
    assignments * bytesOf.assignment
  )
}
