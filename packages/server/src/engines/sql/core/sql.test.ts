import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { identifier, sql } from './sql.ts'
import type { Sql, SqlValue } from './sql.ts'

/** One template for whatever it is given. */
function where(name: string, value: SqlValue | Sql): Sql {
  return sql`select ${identifier(name)} from t where ${value} = ${name}`
}

describe('sql', () => {
  it('makes values parameters, quotes names and splices pieces in', () => {
    assert.deepEqual(where('a"b', sql`c + ${1}`), {
      text: 'select "a""b" from t where c + ? = ?',
      values: [1, 'a"b'],
    })
  })

  it('makes its text anew when a template is given something else', () => {
    const made = [
      where('a', 1),
      where('a', null),
      where('b', 2),
      where('b', sql`c`),
      where('b', sql`c + ${3}`),
      where('b', sql`d + ${4}`),
      where('a', 5),
    ]
    assert.deepEqual(
      made.map(({ text, values }) => [text.slice('select '.length), ...values]),
      [
        ['"a" from t where ? = ?', 1, 'a'],
        ['"a" from t where ? = ?', null, 'a'],
        ['"b" from t where ? = ?', 2, 'b'],
        ['"b" from t where c = ?', 'b'],
        ['"b" from t where c + ? = ?', 3, 'b'],
        ['"b" from t where d + ? = ?', 4, 'b'],
        ['"a" from t where ? = ?', 5, 'a'],
      ],
    )
  })
})
