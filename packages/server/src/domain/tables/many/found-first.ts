import type { Context } from '../../../context.ts'
import type { Stores } from '../../../ports/database.ts'
import type { TableReader } from '../../../ports/table-store.ts'
import { findTable } from '../find-table.ts'
import type { SeenTable } from '../find-table.ts'

/** What is needed to change rows of a table. It is asked more than once, so it may only read. */
export type Look<F> = (tables: TableReader, state: SeenTable) => Promise<F>

/**
 * Changes rows that take long to find: they are looked for beside the writer, and once more in the
 * transaction only where the table has changed in between.
 */
export async function foundFirst<F, T>(
  ctx: Context,
  name: string,
  look: Look<F>,
  write: (stores: Stores, state: SeenTable, found: F) => Promise<T>,
): Promise<T> {
  const early = await foundAside(ctx, name, async (tables, state) => ({
    revision: state.revision,
    reach: state.reach,
    found: await look(tables, state),
  }))
  return ctx.workspace.database.transact(async (stores) => {
    const state = await findTable(ctx, stores, name)
    const isSame = state.revision === early.revision && state.reach === early.reach
    return write(stores, state, isSame ? early.found : await look(stores.tables, state))
  }, ctx.budget)
}

/** Looks without waiting for writers and without holding them up. */
export function foundAside<F>(ctx: Context, name: string, look: Look<F>): Promise<F> {
  return ctx.workspace.database.readLong(
    async (stores) => look(stores.tables, await findTable(ctx, stores, name)),
    ctx.asker,
  )
}
