import type { Condition, Cell, Comparison } from '../../../ports/row-query.ts'
import { startOfDay } from '../../../zone-time.ts'
import { all, any, everything, not, nothing, oneOf, textMatch } from './conditions.ts'
import type { CellTests } from './conditions.ts'
import { dateCell } from './date-cell.ts'
import { equalNumber } from './filter-rule.ts'
import type { Rule, Test, Given } from './filter-rule.ts'
import type { QueryColumn } from './query-columns.ts'

export function ruleCondition(column: QueryColumn, rule: Rule): Condition {
  const { name } = column
  const noValue: Condition = { kind: 'noValue', column: name }
  const hasValue: Condition = { kind: 'hasValue', column: name }
  const takesEmpty = column.nullable && passesRule(rule, null)

  // A value among two is found by trying both.
  const condition =
    column.type === 'boolean'
      ? any(
          [true, false]
            .filter((value) => passesRule(rule, value))
            .map((value) => ({
              kind: 'compare',
              cell: { column: name, read: 'value' },
              operator: '=',
              value,
            })),
        )
      : testCondition(testsOf(column, rule), rule.test)

  if (!rule.negated || column.type === 'boolean') {
    return takesEmpty ? any([condition, noValue]) : condition
  }
  return takesEmpty || !column.nullable ? not(condition) : all([hasValue, not(condition)])
}

function testsOf(column: QueryColumn, { predicate, clock }: Rule): CellTests {
  const cell = { column: column.name, read: 'value' } as const
  if (predicate !== null && predicate !== 'date') {
    return numberCell({ column: column.name, read: predicate, zone: clock.zone })
  }
  if (column.type === 'text') return textCell(cell)
  if (column.type === 'json') return jsonCell(cell)
  if (column.type === 'date' || column.type === 'datetime') {
    return dateCell(column.name, column.type, predicate === 'date', clock)
  }
  return numberCell(cell)
}

function testCondition(cell: CellTests, test: Test): Condition {
  if (test.kind === 'oneOf') return cell.oneOf(test.values)
  if (test.kind === 'compare') return cell.compare(test.operator, test.value)
  if (test.kind === 'equal') return cell.equal(test.value, test.strict)
  if (test.kind === 'match') return cell.match(test.part, test.text)
  const { start, end } = test
  if (test.kind === 'inside') {
    return all([
      start === undefined ? everything : cell.compare('>', start),
      end === undefined ? everything : cell.compare('<', end),
    ])
  }
  if (start === undefined || end === undefined) return everything
  return any([cell.compare('<=', start), cell.compare('>=', end)])
}

/** JavaScript compares a text with a text as text, and with anything else as a number. */
function textCell(cell: Cell): CellTests {
  const asNumber = numberCell({ column: cell.column, read: 'number' })
  return {
    compare: (operator, value) =>
      typeof value === 'string'
        ? { kind: 'compare', cell, operator, value }
        : asNumber.compare(operator, value),
    equal: (value) =>
      typeof value === 'string'
        ? { kind: 'compare', cell, operator: '=', value }
        : asNumber.equal(value, false),
    match: (part, text) => textMatch(cell, part, text),
    oneOf: (values) =>
      oneOf(
        cell,
        values.filter((value) => typeof value === 'string'),
      ),
  }
}

/** A text, list or object in JSON is compared as text, a number, true and false as a number. */
function jsonCell(cell: Cell): CellTests {
  const asNumber = numberCell({ column: cell.column, read: 'number' })
  const string: Cell = { column: cell.column, read: 'string' }
  const isText: Condition = { kind: 'compare', cell: string, operator: '>=', value: '' }

  function compared(operator: Comparison, value: Given, number: Condition): Condition {
    if (typeof value !== 'string') return number
    const text: Condition = { kind: 'compare', cell: string, operator, value }
    return number === nothing ? text : any([text, all([not(isText), number])])
  }

  return {
    compare: (operator, value) => compared(operator, value, asNumber.compare(operator, value)),
    equal: (value) => compared('=', value, asNumber.equal(value, false)),
    match: (part, text) => textMatch(cell, part, text),
    // Lists and objects are equal only to themselves: what is looked for is none of those in the cells.
    oneOf: (values) =>
      oneOf(
        cell,
        values.filter(isPlain).map((value) => JSON.stringify(value)),
      ),
  }
}

function isPlain(value: Given): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function numberCell(cell: Cell): CellTests {
  return {
    compare(operator, value) {
      const number = Number(value)
      return Number.isNaN(number) ? nothing : { kind: 'compare', cell, operator, value: number }
    },
    equal(value, strict) {
      const number = equalNumber(value, strict)
      return number === null ? nothing : { kind: 'compare', cell, operator: '=', value: number }
    },
    match: (part, text) => textMatch(cell, part, text),
    oneOf: (values) =>
      oneOf(
        cell,
        values.filter((value) => typeof value === 'number'),
      ),
  }
}

/** Whether a rule lets a cell pass that is empty or holds true or false. */
function passesRule(rule: Rule, value: boolean | null): boolean {
  const read = rule.predicate === null ? value : emptyDate(rule)
  return passes(rule.test, read) !== rule.negated
}

/**
 * `new Date(null)` is the beginning of 1970, and so an empty date is where dates are compared. It
 * has no month and no year, and is not written.
 */
function emptyDate({ predicate, clock, test }: Rule): number | undefined {
  return predicate === 'date' && test.kind !== 'match' ? startOfDay(clock, 0) : undefined
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
