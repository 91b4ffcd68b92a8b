import type { Condition } from '../../../ports/row-query.ts'

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
