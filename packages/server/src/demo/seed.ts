import type { Context } from '../context.ts'
import { addTable, tableFrom } from '../domain/tables/create-table.ts'
import { insertRow } from '../domain/tables/insert-row.ts'
import { completeRow, valuesFromRow } from '../domain/tables/row-values.ts'
import { seedFiles } from './files.ts'
import { films, filmsTable } from './films.ts'
import { seedPlan } from './plan.ts'

/** Fills a new workspace with something to look at, all of it or nothing. */
export async function seedDemo(ctx: Context, { withFiles }: { withFiles: boolean }): Promise<void> {
  if (withFiles) await seedFiles(ctx)
  await seedPlan(ctx)
  const table = tableFrom(filmsTable)
  await ctx.workspace.database.transact(async (stores) => {
    await addTable(ctx, stores, table)
    for (const film of films) {
      const values = completeRow(table, valuesFromRow(table, { ...film }, null))
      await insertRow(ctx, stores, table, { id: null, values, anchor: null })
    }
  })
}
