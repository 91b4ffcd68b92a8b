import type { Cell } from '../../../ports/row-query.ts'
import { oneOf, textMatch } from './cell-tests.ts'
import type { CellTests } from './cell-tests.ts'
import { nothing } from './conditions.ts'
import { equalNumber } from './filter-rule.ts'

export function numberCell(cell: Cell): CellTests {
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
