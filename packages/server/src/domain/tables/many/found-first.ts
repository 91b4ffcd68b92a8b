import type { Context } from '../../../context.ts'
import type { Stores } from '../../../ports/database.ts'
import type { TableReader, TableState } from '../../../ports/table-store.ts'
import { findTable } from '../find-row.ts'

/** What is needed to change rows of a table. It is asked more than once, so it may only read. */
export type Look<F> = (tables: TableReader, state: TableState) => Promise<F>

/**
 * Changes rows that take long to find: they are looked for beside the writer, and once more in the
 * transaction only where the table has changed in between.
 */
export async function foundFirst<F, T>(
  ctx: Context,
  name: string,
  look: Look<F>,
  write: (stores: Stores, state: TableState, found: F) => Promise<T>,
): Promise<T> {
  const early = await foundAside(ctx, name, async (tables, state) => ({
    revision: state.revision,
    found: await look(tables, state),
  }))
  return ctx.workspace.database.transact(async (stores) => {
    const state = await findTable(stores.tables, name)
    const isSame = state.revision === early.revision
    return write(stores, state, isSame ? early.found : await look(stores.tables, state))
  }, ctx.budget)
}

/** Looks without waiting for writers and without holding them up. */
export function foundAside<F>(ctx: Context, name: string, look: Look<F>): Promise<F> {
  return ctx.workspace.database.readLong(
    async ({ tables }) => look(tables, await findTable(tables, name)),
    ctx.asker,
  )
}
