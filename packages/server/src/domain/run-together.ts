import type { Context } from '../context.ts'

/**
 * Runs several use-cases in one transaction: what `work` does with the context it is given is kept
 * as a whole, or not at all. A use-case that fails on the way leaves nothing of itself.
 */
export function runTogether<T>(ctx: Context, work: (joined: Context) => Promise<T>): Promise<T> {
  const { workspace } = ctx
  return workspace.database.transact((stores) => {
    const database = {
      ...workspace.database,
      read: <R>(read: (from: typeof stores) => Promise<R>) => read(stores),
      transact: <R>(change: (to: typeof stores) => Promise<R>) =>
        stores.attempt(() => change(stores)),
      // Nothing that is seen in here is there for others yet.
      commits: () => null,
    }
    return work({ ...ctx, workspace: { ...workspace, database } })
  })
}
