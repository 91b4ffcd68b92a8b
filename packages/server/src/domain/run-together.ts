import type { Context } from '../context.ts'
import type { Stores } from '../ports/database.ts'

/**
 * Runs several use-cases in one transaction: what `work` does with the context it is given is kept
 * as a whole, or not at all. A use-case that fails on the way leaves nothing of itself.
 */
export function runTogether<T>(ctx: Context, work: (joined: Context) => Promise<T>): Promise<T> {
  const { workspace } = ctx
  return workspace.database.transact(async (given) => {
    const touching = touchingOnce(given)
    const { stores } = touching
    const database = {
      ...workspace.database,
      read: <R>(read: (from: Stores) => Promise<R>) => read(stores),
      readLong: <R>(read: (from: Stores) => Promise<R>) => read(stores),
      stream: <R>(read: (from: Stores) => AsyncIterable<R>) => iterated(read(stores)),
      transact: <R>(change: (to: Stores) => Promise<R>) => touching.attempt(() => change(stores)),
      // Nothing that is seen in here is there for others yet.
      commits: () => null,
    }
    const joined = { ...ctx, workspace: { ...workspace, database }, drives: noDrives(ctx) }
    const value = await work(joined)
    await touching.touchPlan()
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

/** Many changes to the plan, and its revision is written once, when all of them are made. */
function touchingOnce(given: Stores) {
  let revision: number | null = null
  const stores: Stores = {
    ...given,
    plan: {
      ...given.plan,
      revision: async () => revision ?? given.plan.revision(),
      touch: async (last) => {
        revision = last
      },
    },
  }
  return {
    stores,
    async attempt<T>(work: () => Promise<T>): Promise<T> {
      const before = revision
      try {
        return await given.attempt(work)
      } catch (error) {
        revision = before
        throw error
      }
    },
    async touchPlan(): Promise<void> {
      if (revision !== null) await given.plan.touch(revision)
    },
  }
}

async function* iterated<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  yield* items
}
