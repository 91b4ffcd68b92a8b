import { authorise } from '../../auth/principal.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { findTable } from './find-table.ts'
import { columnNamed } from './row-values.ts'

export interface MoveOrder {
  operation: 'move' | 'copy'
  target: unknown
  mode: 'before' | 'after'
}

/** What a body asks to be done with a row. `null`: it is a row, maybe of a table with such columns. */
export async function moveOrderIn(
  ctx: Context,
  name: string,
  body: Record<string, unknown>,
): Promise<MoveOrder | null> {
  authorise(ctx.principal, 'tables.write')
  const { operation, target, mode = 'after', ...others } = body
  if (operation !== 'move' && operation !== 'copy') return null
  if (Object.keys(others).length > 0) return null
  const { table } = await ctx.workspace.database.read((stores) => findTable(ctx, stores, name))
  if (Object.keys(body).every((key) => columnNamed(table, key))) return null
  if (mode === 'before' || mode === 'after') return { operation, target, mode }
  throw new AppError('body.invalid', 'mode is before or after.', { path: 'mode' })
}
