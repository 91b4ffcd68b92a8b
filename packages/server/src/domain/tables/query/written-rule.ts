import type { Comparison, TextPart } from '../../../ports/row-query.ts'
import { badQuery } from './bad-query.ts'
import type { Predicate } from './filter-rule.ts'

/** A rule of SVAR's filter set, checked as far as that is possible without its column. */
export interface WrittenRule {
  field: string
  /** Empty when the rule has none. */
  type: string
  /** `null` where there is none of that name; it counts unless there are `includes`. */
  operator: Operator | null
  predicate: Predicate | null
  value: unknown
  includes: readonly unknown[]
}

/** What compares one value with another, as SVAR's filters do. */
export type ComparingOperator =
  | { kind: 'compare'; operator: Exclude<Comparison, '='> }
  | { kind: 'equal' | 'between'; negated: boolean }
  | { kind: 'match'; part: TextPart; negated: boolean }

export type Operator =
  | ComparingOperator
  /** Of a column of several choices. */
  | { kind: 'has'; which: 'any' | 'all'; negated: boolean }
  | { kind: 'empty'; negated: boolean }
  /** Of a date, as seen from today. */
  | { kind: 'within' }

export const operators: ReadonlyMap<unknown, Operator> = new Map<unknown, Operator>([
  ['greater', { kind: 'compare', operator: '>' }],
  ['less', { kind: 'compare', operator: '<' }],
  ['greaterOrEqual', { kind: 'compare', operator: '>=' }],
  ['lessOrEqual', { kind: 'compare', operator: '<=' }],
  ['equal', { kind: 'equal', negated: false }],
  ['notEqual', { kind: 'equal', negated: true }],
  ['contains', { kind: 'match', part: 'anywhere', negated: false }],
  ['notContains', { kind: 'match', part: 'anywhere', negated: true }],
  ['beginsWith', { kind: 'match', part: 'start', negated: false }],
  ['notBeginsWith', { kind: 'match', part: 'start', negated: true }],
  ['endsWith', { kind: 'match', part: 'end', negated: false }],
  ['notEndsWith', { kind: 'match', part: 'end', negated: true }],
  ['between', { kind: 'between', negated: false }],
  ['notBetween', { kind: 'between', negated: true }],
  ['anyOf', { kind: 'has', which: 'any', negated: false }],
  ['allOf', { kind: 'has', which: 'all', negated: false }],
  ['noneOf', { kind: 'has', which: 'any', negated: true }],
  ['isEmpty', { kind: 'empty', negated: false }],
  ['isNotEmpty', { kind: 'empty', negated: true }],
  ['within', { kind: 'within' }],
])

export const operatorNames: readonly string[] = [...operators.keys()].map(String)

const predicates = new Set<unknown>(['date', 'month', 'year', 'yearMonth'])

/** `null` for a rule that asks nothing, such as one that is just being made. */
export function readWrittenRule(rule: Record<string, unknown>): WrittenRule | null {
  const { field, type, filter, value, predicate } = rule
  const includes = rule['includes'] ?? []
  if (!Array.isArray(includes)) throw badQuery('filter', 'The includes of a rule are a list.')
  if (includes.length === 0 && !filter) return null
  if (typeof field !== 'string') throw badQuery('filter', 'A rule names its field.')
  if (type && typeof type !== 'string') throw badQuery('filter', 'The type of a rule is text.')
  if (predicate && !predicates.has(predicate)) {
    throw badQuery('filter', 'A predicate is date, month, year or yearMonth.')
  }
  return {
    field,
    type: typeof type === 'string' ? type : '',
    operator: operators.get(filter) ?? null,
    predicate: predicate ? (predicate as Predicate) : null,
    value,
    includes,
  }
}
