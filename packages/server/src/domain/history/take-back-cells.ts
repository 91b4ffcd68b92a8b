import type { CellValue, Column, Table } from '@triptych/contract/tables'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { StepEntry } from '../../ports/change-log.ts'
import type { Stores } from '../../ports/database.ts'
import type { Values } from '../../ports/table-store.ts'
import { sameValue } from '../tables/cell-value.ts'
import { findDefinable } from '../tables/find-table.ts'
import { convertValue } from '../tables/schema/convert-value.ts'
import { withNewNames } from '../tables/schema/option-names.ts'
import type { OptionNames } from '../tables/schema/option-names.ts'
import type { Kept } from './take-back.ts'
import { writeBack } from './take-back-rows.ts'

/** A column as it was, and what became of it; `null`: it was dropped. */
export interface LostColumn {
  column: Column
  now: Column | null
  /** What its options are called since. */
  names: OptionNames
  /** And by what they get back their names. */
  back: OptionNames
}

interface Filling {
  table: string
  lost: readonly LostColumn[]
  keep: (kept: Kept) => void
}

/**
 * Gives cells of columns that are back what they had, in all rows that are still there. What somebody has written since
 * to a column of another type stays as it could be turned back; what names a row that is gone stays away.
 */
export async function fillBack(
  ctx: Context,
  stores: Stores,
  entry: StepEntry,
  { table, lost, keep }: Filling,
): Promise<void> {
  const seen = await findDefinable(ctx, stores, table)
  const columns = await Promise.all(
    lost.map(async (one) => ({
      name: one.column.name,
      turned: one.now ? thereAndBack(one, one.now) : null,
      isThere: await existing(stores, one.column, seen.whole),
    })),
  )
  await writeBack(ctx, stores, seen, entry, async ({ id, before }, row) => {
    const cells: Values = {}
    if (!row) return cells
    for (const { name, turned, isThere } of columns) {
      const value = before?.[name] ?? null
      const current = row.values[name] ?? null
      if (sameValue(current, value)) continue
      const isFree = (!turned || sameValue(current, turned(value))) && (await isThere(value))
      if (isFree) cells[name] = value
      else keep({ entity: `${table}/${id}`, field: name })
    }
    return cells
  })
}

/** What a value is that became one of another type or name, and one of its own again. */
function thereAndBack(
  { column, names, back }: LostColumn,
  now: Column,
): (value: CellValue) => CellValue {
  const again = { ...column, nullable: true, options: null }
  return (value) => {
    try {
      const there = convertValue(column, now, withNewNames(names, value))
      return convertValue(now, again, withNewNames(back, there))
    } catch (error) {
      if (error instanceof AppError) return null
      throw error
    }
  }
}

type IsThere = (value: CellValue) => Promise<boolean>

/** Whether a row is there that a cell names. */
async function existing({ tables }: Stores, { reference }: Column, own: Table): Promise<IsThere> {
  if (!reference) return async () => true
  // It may be itself, under the name it is about to get back.
  const target = (await tables.find(reference.table))?.table ?? own
  const known = new Map<CellValue, boolean>()
  return async (value) => {
    if (typeof value !== 'number') return true
    if (!known.has(value)) known.set(value, await tables.hasRow(target, value))
    return known.get(value) === true
  }
}
