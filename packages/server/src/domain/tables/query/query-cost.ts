import type { Condition } from '../../../ports/row-query.ts'
import type { RowQuery } from '../../../ports/table-query.ts'
import type { TableState } from '../../../ports/table-store.ts'

/** What is assumed of a text where nobody knows how long they are. */
const unknownText = 10_000
const shortText = 50
/** So much is looked through in a few milliseconds. */
const cheap = 1_000_000

/** How many bytes a row has at most, roughly. */
export function rowBytes({ table, widest }: TableState): number {
  const texts = table.columns.filter(({ type }) => type === 'text' || type === 'json').length
  return texts * (widest ?? unknownText) + table.columns.length * shortText
}

/** Whether a query looks through more than can be looked through in passing. */
export function isCostly(state: TableState, { where, sort }: RowQuery): boolean {
  const looks = (where ? conditionsIn(where) : 0) + sort.length
  return state.nextId * looks * Math.max(shortText, state.widest ?? unknownText) > cheap
}

function conditionsIn(condition: Condition): number {
  if (condition.kind === 'not') return conditionsIn(condition.of)
  if (condition.kind !== 'all' && condition.kind !== 'any') return 1
  return condition.of.reduce((count, one) => count + conditionsIn(one), 0)
}
