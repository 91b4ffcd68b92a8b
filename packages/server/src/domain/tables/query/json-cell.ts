import type { Cell, Comparison, Condition } from '../../../ports/row-query.ts'
import { oneOf, textMatch } from './cell-tests.ts'
import type { CellTests } from './cell-tests.ts'
import { all, any, nothing, not } from './conditions.ts'
import type { Given } from './filter-rule.ts'
import { numberCell } from './number-cell.ts'

/** A text, list or object in JSON is compared as text, a number, true and false as a number. */
export function jsonCell(cell: Cell): CellTests {
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
