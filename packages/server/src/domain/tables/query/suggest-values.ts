import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import type { Condition } from '../../../ports/row-query.ts'
import type { Suggestion } from '../../../ports/table-query.ts'
import { findTable } from '../find-table.ts'
import { badQuery } from './bad-query.ts'
import { all } from './conditions.ts'
import { queryColumns } from './query-columns.ts'
import { filterLimits } from './filter-limits.ts'
import { conditionIn } from './read-query.ts'
import type { QueryInput } from './read-query.ts'
import { checkSearchText } from './search-condition.ts'

export interface SuggestInput {
  table: string
  column: string
  /** Only values with this text in them, in any letter case. */
  part: string
  limit: number
  query: Pick<QueryInput, 'filter' | 'tz'>
}

function partCondition(column: string, part: string): Condition | null {
  if (part === '') return null
  checkSearchText(part)
  const cell = { column, read: 'value' } as const
  return { kind: 'match', cell, part: 'anywhere', text: part.toLowerCase() }
}

/** The values that a filter of a column can offer. */
export async function suggestValues(ctx: Context, input: SuggestInput): Promise<Suggestion[]> {
  authorise(ctx.principal, 'tables.read')
  const { column, limit } = input
  return ctx.workspace.database.readLong(async (stores) => {
    const { table } = await findTable(ctx, stores, input.table)
    if (!queryColumns(table).has(column)) {
      throw badQuery('field', 'The table has no such column.')
    }
    const conditions = [partCondition(column, input.part), conditionIn(table, input.query)]
    const where = all(conditions.filter((condition) => condition !== null))
    // No filter could ask for a longer one.
    const longest = filterLimits.textLength
    return stores.tables.suggestions(table, column, { where, limit, longest })
  }, ctx.asker)
}
