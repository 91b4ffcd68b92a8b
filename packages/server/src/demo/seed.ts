import type { NewTable } from '@triptych/contract/tables'
import type { Context } from '../context.ts'
import { addTable, tableFrom } from '../domain/tables/create-table.ts'
import { wholeSight } from '../domain/tables/find-table.ts'
import { insertRow } from '../domain/tables/insert-row.ts'
import { completeRow, valuesFromRow } from '../domain/tables/row-values.ts'
import { newStepId } from '../step-id.ts'
import { seedFiles } from './files.ts'
import { films, filmsTable } from './films.ts'
import { seedPlan } from './gantt.ts'
import { screenings, screeningsTable } from './screenings.ts'

/** Fills a new workspace with something to look at, all of it or nothing. */
export async function seedDemo(ctx: Context, { withFiles }: { withFiles: boolean }): Promise<void> {
  // The history tells each by itself.
  const part = () => ({ ...ctx, step: newStepId(ctx.now()) })
  if (withFiles) await seedFiles(part())
  await seedPlan(part())
  await seedTable(part(), filmsTable, films)
  await seedTable(part(), screeningsTable, screenings(ctx.now()))
}

async function seedTable(ctx: Context, made: NewTable, rows: readonly object[]): Promise<void> {
  const table = tableFrom(made)
  await ctx.workspace.database.transact(async (stores) => {
    await addTable(ctx, stores, table)
    for (const row of rows) {
      const values = completeRow(table, valuesFromRow(table, { ...row }, null))
      await insertRow(ctx, stores, wholeSight(table), { id: null, values, anchor: null })
    }
  })
}
