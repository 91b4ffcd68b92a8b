import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CellValue, Column, ColumnType } from '@triptych/contract/tables'
import { convertValue } from './convert-value.ts'

function column(type: ColumnType, more: Partial<Column> = {}): Column {
  const plain = { nullable: true, unique: false, default: null, options: null, reference: null }
  return { name: 'c', type, ...plain, ...more }
}

type Case = [from: ColumnType, to: ColumnType, value: CellValue, converted: CellValue]

describe('a value of one type as a value of another', () => {
  it('is the same value where both types have it', () => {
    const cases: Case[] = [
      ['integer', 'text', 5, '5'],
      ['integer', 'text', -(2 ** 53) + 1, '-9007199254740991'],
      ['number', 'text', 1e21, '1e+21'],
      ['boolean', 'text', true, 'true'],
      ['date', 'text', '2026-04-05', '2026-04-05'],
      ['datetime', 'text', '2026-04-05T08:30:00.000Z', '2026-04-05T08:30:00.000Z'],
      ['json', 'text', { a: [1, 'x'] }, '{"a":[1,"x"]}'],
      ['json', 'text', 'x', '"x"'],
      ['text', 'integer', ' +05 ', 5],
      ['text', 'number', '1e3', 1000],
      ['text', 'boolean', '0', false],
      ['text', 'date', '2026-04-05', '2026-04-05'],
      ['text', 'datetime', '2026-04-05 10:00+02:00', '2026-04-05T08:00:00.000Z'],
      ['text', 'json', '{"a":[1,"x"]}', { a: [1, 'x'] }],
      ['text', 'json', '"x"', 'x'],
      ['text', 'integer', '', null],
      ['integer', 'number', 5, 5],
      ['number', 'integer', 5, 5],
      ['integer', 'boolean', 1, true],
      ['number', 'boolean', 0, false],
      ['boolean', 'integer', true, 1],
      ['boolean', 'number', false, 0],
      ['date', 'datetime', '2026-04-05', '2026-04-05T00:00:00.000Z'],
      ['datetime', 'date', '2026-04-05T00:00:00.000Z', '2026-04-05'],
      ['integer', 'json', 5, 5],
      ['boolean', 'json', false, false],
      ['date', 'json', '2026-04-05', '2026-04-05'],
      ['json', 'integer', 5, 5],
      ['json', 'integer', '5', 5],
      ['json', 'boolean', true, true],
      ['json', 'number', true, 1],
      ['json', 'json', '', ''],
      ['text', 'text', '', ''],
    ]
    for (const [from, to, value, expected] of cases) {
      const what = `${from} → ${to}: ${JSON.stringify(value)}`
      assert.deepEqual(convertValue(column(from), column(to), value), expected, what)
      assert.equal(convertValue(column(from), column(to), null), null)
    }
  })

  it('is refused where it would not be the same', () => {
    const cases: [from: ColumnType, to: ColumnType, value: CellValue][] = [
      ['text', 'integer', '5.5'],
      ['text', 'integer', '9007199254740993'],
      ['text', 'date', '2026-02-30'],
      ['text', 'json', 'x'],
      ['number', 'integer', 5.5],
      ['number', 'integer', 2 ** 53],
      ['integer', 'boolean', 2],
      ['integer', 'date', 5],
      ['boolean', 'date', true],
      ['datetime', 'date', '2026-04-05T22:00:00.000Z'],
      ['date', 'integer', '2026-04-05'],
      ['json', 'integer', [5]],
      ['json', 'boolean', 'yes'],
    ]
    for (const [from, to, value] of cases) {
      const what = `${from} → ${to}: ${JSON.stringify(value)}`
      const refusal = { code: 'tables.wrong_type', details: { column: 'c' } }
      assert.throws(() => convertValue(column(from), column(to), value), refusal, what)
    }
  })

  it('must be one of the options of the new column', () => {
    const to = (type: ColumnType, options: (string | number)[]) => column(type, { options })

    assert.equal(convertValue(column('text'), to('integer', [5]), '5'), 5)
    assert.deepEqual(convertValue(column('text'), to('json', ['a', 'b']), 'b,a'), ['b', 'a'])
    assert.deepEqual(convertValue(column('integer'), to('json', [5]), 5), [5])
    assert.equal(convertValue(column('text'), to('text', ['a']), 'a'), 'a')
    for (const other of [to('text', ['a']), to('integer', [4]), to('json', ['a'])]) {
      const refusal = { code: 'tables.not_an_option' }
      assert.throws(() => convertValue(column('text'), other, '5'), refusal, other.type)
    }
    const list = to('json', ['a'])
    assert.throws(() => convertValue(column('json'), list, ''), { code: 'tables.wrong_type' })
  })

  it('must be there where the new column asks for one', () => {
    const required = { code: 'tables.value_required' }

    for (const type of ['text', 'json'] as const) {
      const to = column(type, { nullable: false, options: ['a'] })
      assert.throws(() => convertValue(column(type), to, null), required)
    }
    const to = column('integer', { nullable: false })
    assert.throws(() => convertValue(column('text'), to, ''), required)
  })
})
