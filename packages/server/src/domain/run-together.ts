import type { Context } from '../context.ts'
import type { Stores } from '../ports/database.ts'
import { planTogether } from './gantt/plan-together.ts'
import { logTogether } from './log-together.ts'

/**
 * Runs several use-cases in one transaction: what `work` does with the context it is given is kept
 * as a whole, or not at all. A use-case that fails on the way leaves nothing of itself.
 */
export function runTogether<T>(ctx: Context, work: (joined: Context) => Promise<T>): Promise<T> {
  const { workspace } = ctx
  return workspace.database.transact(async (given) => {
    const { stores, attempt, finish } = joinedStores(given)
    const database = {
      ...workspace.database,
      read: <R>(read: (from: Stores) => Promise<R>) => read(stores),
      readLong: <R>(read: (from: Stores) => Promise<R>) => read(stores),
      stream: <R>(read: (from: Stores) => AsyncIterable<R>) => iterated(read(stores)),
      transact: <R>(change: (to: Stores) => Promise<R>) => attempt(() => change(stores)),
      // Nothing that is seen in here is there for others yet.
      commits: () => null,
    }
    const joined = { ...ctx, workspace: { ...workspace, database }, drives: noDrives(ctx) }
    const value = await work(joined)
    await finish()
    return value
  })
}

/** A drive has transactions of its own, and would wait here for the end of this one. */
function noDrives({ drives }: Context): Context['drives'] {
  return {
    ...drives,
    of() {
      throw new Error('What uses the disk is not part of a transaction.')
    },
  }
}

/** What many changes would each write anew is held back, and written when all of them are made. */
function joinedStores(given: Stores) {
  const log = logTogether(given.changes)
  const plan = planTogether(given.plan)
  let isInside = false

  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    if (isInside) return undoing(work)
    await log.writeSome()
    isInside = true
    try {
      return await undoing(work)
    } finally {
      isInside = false
    }
  }

  async function undoing<T>(work: () => Promise<T>): Promise<T> {
    const entries = log.waiting()
    const ofPlan = plan.unwritten()
    try {
      return await given.attempt(work)
    } catch (error) {
      log.keepFirst(entries)
      plan.undo(ofPlan)
      throw error
    }
  }

  const stores: Stores = { ...given, changes: log.log, plan: plan.plan, attempt }
  async function finish(): Promise<void> {
    await log.writeAll()
    await plan.write()
  }
  return { stores, attempt, finish }
}

async function* iterated<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  yield* items
}
