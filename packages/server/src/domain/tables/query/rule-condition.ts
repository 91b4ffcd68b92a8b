import type { Condition } from '../../../ports/row-query.ts'
import type { CellTests } from './cell-tests.ts'
import { all, any, everything, not } from './conditions.ts'
import { dateCell } from './date-cell.ts'
import type { Rule, Test } from './filter-rule.ts'
import { jsonCell } from './json-cell.ts'
import { numberCell } from './number-cell.ts'
import { passesRule } from './passes-rule.ts'
import type { QueryColumn } from './query-columns.ts'
import { textCell } from './text-cell.ts'

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

function testsOf(column: QueryColumn, { predicate, zone }: Rule): CellTests {
  const cell = { column: column.name, read: 'value' } as const
  if (predicate !== null && predicate !== 'date') {
    return numberCell({ column: column.name, read: predicate, zone })
  }
  if (column.type === 'text') return textCell(cell)
  if (column.type === 'json') return jsonCell(cell)
  if (column.type === 'date' || column.type === 'datetime') {
    return dateCell(column.name, column.type, predicate === 'date', zone)
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
