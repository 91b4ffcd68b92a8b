import type { CellValue, Table } from '@triptych/contract/tables'
import { authorise } from '../../../auth/principal.ts'
import type { Context } from '../../../context.ts'
import type { Aggregate, GroupKey } from '../../../ports/table-query.ts'
import { findTable } from '../find-table.ts'
import { checkAggregate, checkGroupKey } from './check-groups.ts'
import type { AskedKey } from './check-groups.ts'
import { badQuery } from './bad-query.ts'
import { queryColumns } from './query-columns.ts'
import { conditionIn, textIn } from './read-query.ts'
import type { QueryInput } from './read-query.ts'
import { readZone } from './read-zone.ts'

export interface GroupInput {
  table: string
  query: QueryInput
  by: readonly AskedKey[]
  aggregates: readonly Aggregate[]
  limit: number
}

/** A row for each group: what it is the group of, and its aggregates under names like `sum(votes)`. */
export async function groupRows(
  ctx: Context,
  input: GroupInput,
): Promise<Record<string, CellValue>[]> {
  authorise(ctx.principal, 'tables.read')
  const { by, aggregates, limit } = input
  return ctx.workspace.database.readLong(async (stores) => {
    const { table } = await findTable(ctx, stores, input.table)
    const zone = readZone(textIn(input.query.tz, 'tz'))
    const keys = by.map((key) => keyIn(table, key, zone))
    for (const aggregate of aggregates) checkAggregate(table, aggregate)
    const names = namesOf(keys, aggregates)
    const where = conditionIn(table, input.query)
    const groups = await stores.tables.groups(table, { where, keys, aggregates, limit })
    return groups.map((values) =>
      Object.fromEntries(values.map((value, index) => [names[index], value])),
    )
  }, ctx.asker)
}

/** What each part of a group is called in an answer. */
function namesOf(keys: readonly GroupKey[], aggregates: readonly Aggregate[]): string[] {
  const ofKeys = keys.map(({ column }) => column)
  if (new Set(ofKeys).size < keys.length) {
    throw badQuery('by', 'A column makes groups only once.')
  }
  const ofAggregates = aggregates.map(nameOf)
  const names = new Set([...ofKeys, ...ofAggregates])
  if (names.size === keys.length + aggregates.length) return [...names]
  throw badQuery('aggregate', 'Two aggregates, or one and a column, would have the same name.')
}

function nameOf({ operator, column }: Aggregate): string {
  return column === null ? operator : `${operator}(${column})`
}

/** A column may be called `added:month` itself. */
function keyIn(table: Table, asked: AskedKey, zone: string): GroupKey {
  const written = `${asked.column}:${asked.unit}`
  const isWhole = asked.unit !== null && queryColumns(table).has(written)
  const key = isWhole ? { column: written, unit: null, zone } : { ...asked, zone }
  checkGroupKey(table, key)
  return key
}
