import type { Cell } from '../../../ports/row-query.ts'
import { oneOf, textMatch } from './cell-tests.ts'
import type { CellTests } from './cell-tests.ts'
import { numberCell } from './number-cell.ts'

/** JavaScript compares a text with a text as text, and with anything else as a number. */
export function textCell(cell: Cell): CellTests {
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
