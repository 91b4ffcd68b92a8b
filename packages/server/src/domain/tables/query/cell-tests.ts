import type { Cell, Comparison, Condition, TextPart } from '../../../ports/row-query.ts'
import { nothing } from './conditions.ts'
import type { Given } from './filter-rule.ts'

/** How JavaScript compares the values of a column; none of them is empty. */
export interface CellTests {
  compare(operator: Exclude<Comparison, '='>, value: Given): Condition
  equal(value: Given, strict: boolean): Condition
  match(part: TextPart, text: string): Condition
  oneOf(values: readonly Given[]): Condition
}

/** Every text has the empty one in it. */
export function textMatch(cell: Cell, part: TextPart, text: string): Condition {
  if (text === '' && part !== 'whole') return { kind: 'hasValue', column: cell.column }
  return { kind: 'match', cell, part, text }
}

export function oneOf(cell: Cell, values: readonly (string | number)[]): Condition {
  return values.length === 0 ? nothing : { kind: 'oneOf', cell, values }
}
