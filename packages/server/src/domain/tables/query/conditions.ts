import type { Condition, Cell, Comparison, TextPart } from '../../../ports/row-query.ts'
import type { Given } from './filter-rule.ts'

export const everything: Condition = { kind: 'all', of: [] }
export const nothing: Condition = { kind: 'any', of: [] }

export function all(conditions: readonly Condition[]): Condition {
  if (conditions.some(isNothing)) return nothing
  const rest = conditions.filter((each) => !isEverything(each))
  return rest.length === 1 ? rest[0]! : { kind: 'all', of: rest }
}

export function any(conditions: readonly Condition[]): Condition {
  if (conditions.some(isEverything)) return everything
  const rest = conditions.filter((each) => !isNothing(each))
  return rest.length === 1 ? rest[0]! : { kind: 'any', of: rest }
}

export function not(condition: Condition): Condition {
  if (isNothing(condition)) return everything
  return isEverything(condition) ? nothing : { kind: 'not', of: condition }
}

export function isEverything(condition: Condition): boolean {
  return condition.kind === 'all' && condition.of.length === 0
}

function isNothing(condition: Condition): boolean {
  return condition.kind === 'any' && condition.of.length === 0
}

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
