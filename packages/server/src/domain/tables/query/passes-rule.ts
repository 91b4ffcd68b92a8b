import { startOfDay } from '../../../ports/zone-time.ts'
import { equalNumber } from './filter-rule.ts'
import type { Given, Rule, Test } from './filter-rule.ts'

/** Whether a rule lets a cell pass that is empty or holds true or false. */
export function passesRule(rule: Rule, value: boolean | null): boolean {
  const read = rule.predicate === null ? value : emptyDate(rule)
  return passes(rule.test, read) !== rule.negated
}

/**
 * `new Date(null)` is the beginning of 1970, and so an empty date is where dates are compared. It
 * has no month and no year, and is not written.
 */
function emptyDate({ predicate, zone, test }: Rule): number | undefined {
  return predicate === 'date' && test.kind !== 'match' ? startOfDay(zone, 0) : undefined
}

function passes(test: Test, value: boolean | number | null | undefined): boolean {
  const isEmpty = value === null || value === undefined
  if (test.kind === 'oneOf') return test.values.includes(value)
  if (test.kind === 'compare') return compares(value, test.operator, test.value)
  if (test.kind === 'match') return !isEmpty && matches(String(value), test.part, test.text)
  if (test.kind === 'equal') {
    if (!isEmpty) return equalNumber(test.value, test.strict) === Number(value)
    return !test.strict && (test.value === null || test.value === undefined)
  }
  const { start, end } = test
  if (test.kind === 'inside') {
    return (
      (start === undefined || compares(value, '>', start)) &&
      (end === undefined || compares(value, '<', end))
    )
  }
  if (start === undefined || end === undefined) return true
  return compares(value, '<=', start) || compares(value, '>=', end)
}

/** The value is no text, so JavaScript compares both as numbers. */
function compares(
  value: boolean | number | null | undefined,
  operator: '<' | '<=' | '>' | '>=',
  other: Given,
): boolean {
  const [one, two] = [Number(value), Number(other)]
  if (operator === '<') return one < two
  if (operator === '<=') return one <= two
  return operator === '>' ? one > two : one >= two
}

function matches(
  value: string,
  part: 'whole' | 'start' | 'end' | 'anywhere',
  text: string,
): boolean {
  if (part === 'whole') return value === text
  if (part === 'start') return value.startsWith(text)
  return part === 'end' ? value.endsWith(text) : value.includes(text)
}
