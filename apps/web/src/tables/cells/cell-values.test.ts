import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Column, ColumnType } from '@triptych/contract/tables'
import { linkOf } from '../columns/formats.ts'
import { readCell, readOwn, textOf } from './cell-values.ts'

function column(type: ColumnType, more: Partial<Column> = {}): Column {
  const plain = { name: 'c', nullable: true, unique: false, default: null }
  return { ...plain, type, options: null, reference: null, ...more }
}

function valueOf(one: Column, text: string, locale = 'de-DE', options?: [number, string][]) {
  const rows = options?.map(([id, label]) => ({ id, label }))
  const read = readCell(one, text, { locale, options: rows })
  return 'value' in read ? read.value : read.reason
}

const reference = column('integer', { reference: { table: 't', onDelete: 'clear' } })

describe('what is typed into a cell with a format', () => {
  const percent = column('number', { format: { kind: 'percent' } })
  const euro = column('number', { format: { kind: 'currency', currency: 'EUR' } })
  const dollar = column('number', { format: { kind: 'currency', currency: 'USD' } })
  const url = column('text', { format: { kind: 'url' } })
  const email = column('text', { format: { kind: 'email' } })

  it('is a percent or an amount as the place writes it', () => {
    for (const text of ['12,5 %', '12,5%', '12,5']) assert.equal(valueOf(percent, text), 0.125)
    assert.equal(valueOf(percent, '7 %'), 0.07)
    assert.equal(valueOf(percent, '-0,1'), -0.001)
    for (const text of ['€ 1.234,50', '1.234,50 €', '1.234,50', 'EUR 1234,5', '1234,50 eur']) {
      assert.equal(valueOf(euro, text), 1234.5, text)
    }
    assert.equal(valueOf(euro, '-5,00 €'), -5)
    assert.equal(valueOf(euro, '-€5.00', 'en-US'), -5)
    assert.equal(valueOf(dollar, '$1,234.50', 'en-US'), 1234.5)
    assert.equal(valueOf(dollar, '1.234,50 $'), 1234.5)
  })

  it('is refused where it is neither', () => {
    assert.equal(valueOf(euro, '$5'), '“$5” is no amount in EUR.')
    assert.equal(valueOf(euro, 'viel'), '“viel” is no amount in EUR.')
    assert.equal(valueOf(percent, '5 €'), '“5 €” is not a number.')
  })

  it('is a page, also without its beginning, or an address', () => {
    assert.equal(valueOf(url, ' example.org/a?b '), 'https://example.org/a?b')
    assert.equal(valueOf(url, 'http://example.org'), 'http://example.org')
    assert.equal(valueOf(url, 'javascript:alert(1)'), 'javascript:alert(1)')
    assert.equal(valueOf(email, 'mailto:anna@example.org'), 'anna@example.org')
    assert.equal(valueOf(email, ''), null)
  })

  it('is a path, which begins at the root', () => {
    const file = column('text', { format: { kind: 'file' } })
    assert.equal(valueOf(file, ' photos/a b.jpg '), '/photos/a b.jpg')
    assert.equal(valueOf(file, '/a.jpg'), '/a.jpg')
    assert.equal(valueOf(file, ''), null)
  })

  it('begins and is copied as what is read again', () => {
    for (const value of [0.125, 0.07, 1.1, -0.003, 1e-9, 0.29]) {
      assert.equal(valueOf(percent, textOf(percent, value, { locale: 'de-DE' })), value)
    }
    assert.equal(textOf(percent, 0.07, { locale: 'de-DE' }), '7 %')
    assert.equal(textOf(euro, 1234.5, { locale: 'de-DE' }), '1234,5')
  })

  it('leads nowhere but to pages and mail', () => {
    assert.equal(linkOf(url, 'https://example.org/a'), 'https://example.org/a')
    assert.equal(linkOf(url, 'javascript:alert(1)'), null)
    assert.equal(linkOf(email, 'a?b&c@example.org'), 'mailto:a%3Fb%26c@example.org')
    assert.equal(linkOf(column('text'), 'https://example.org'), null)
  })
})

describe('what is typed into a cell', () => {
  it('is read as the place writes it', () => {
    assert.equal(valueOf(column('number'), '3,5'), 3.5)
    assert.equal(valueOf(column('number'), '1.234,50'), 1234.5)
    assert.equal(valueOf(column('number'), '1,234.50', 'en-US'), 1234.5)
    assert.equal(valueOf(column('integer'), '1.234'), 1234)
    assert.deepEqual(valueOf(column('date'), '1.3.2027'), new Date(2027, 2, 1))
    assert.deepEqual(valueOf(column('date'), '3/1/2027', 'en-US'), new Date(2027, 2, 1))
    assert.deepEqual(valueOf(column('date'), '2027-03-01 00:00:00'), new Date(2027, 2, 1))
    assert.deepEqual(valueOf(column('datetime'), '1.3.2027 8:30'), new Date(2027, 2, 1, 8, 30))
    const moment = new Date('2027-03-01T08:30:00Z')
    assert.deepEqual(valueOf(column('datetime'), '2027-03-01T08:30:00.000Z'), moment)
    for (const word of ['Ja', 'yes', 'TRUE', 'wahr', 'x', '1'])
      assert.equal(valueOf(column('boolean'), word), true, word)
    for (const word of ['nein', 'No', 'FALSE', '0'])
      assert.equal(valueOf(column('boolean'), word), false, word)
  })

  it('may be one of a list, a row of another table, or JSON', () => {
    assert.equal(valueOf(column('text', { options: ['open', 'done'] }), 'Done'), 'done')
    assert.equal(valueOf(column('integer', { options: [1, 2] }), '2'), 2)
    assert.equal(valueOf(reference, 'Alien', 'en', [[7, 'Alien']]), 7)
    assert.equal(valueOf(reference, '#7', 'en', [[7, 'Alien']]), 7)
    assert.deepEqual(valueOf(column('json'), '{"a": [1]}'), { a: [1] })
    assert.deepEqual(valueOf(column('json', { options: ['a', 'b'] }), 'b, a'), ['b', 'a'])
  })

  it('is nothing where it is empty', () => {
    for (const type of ['integer', 'date', 'boolean', 'json', 'text'] as const)
      assert.equal(valueOf(column(type), ''), null)
    assert.equal(valueOf(column('text', { nullable: false }), ''), '')
  })

  it('is refused with a reason where it is something else', () => {
    assert.match(String(valueOf(column('integer'), '3,5')), /“3,5” is not a whole number/)
    assert.match(String(valueOf(column('number'), 'many')), /not a number/)
    assert.match(String(valueOf(column('date'), '30.2.2027')), /not a date/)
    assert.match(String(valueOf(column('boolean'), 'perhaps')), /neither yes nor no/)
    assert.match(String(valueOf(column('json'), '{a}')), /not JSON/)
    assert.match(String(valueOf(column('text', { options: ['a'] }), 'b')), /not one of: a/)
    const twins: [number, string][] = [
      [1, 'x'],
      [2, 'x'],
    ]
    assert.match(String(valueOf(reference, 'x', 'en', twins)), /Several/)
  })
})

describe('what a cell holds', () => {
  it('is written so that it can be read again', () => {
    const cases: [Column, unknown][] = [
      [column('text'), 'a "word"'],
      [column('integer'), 1234567],
      [column('number'), -1234.5],
      [column('boolean'), false],
      [column('date'), new Date(2027, 2, 1)],
      [column('datetime'), new Date(2027, 2, 1, 8, 30, 15)],
      [column('json'), { a: ['b'] }],
      [column('json', { options: ['a', 'b'] }), ['a', 'b']],
    ]
    for (const locale of ['de-DE', 'en-US', 'en-GB', 'fr-FR']) {
      for (const [one, value] of cases) {
        assert.deepEqual(valueOf(one, textOf(one, value, { locale }), locale), value, one.type)
      }
    }
  })

  it('is taken as it is from a cell of the same kind only', () => {
    assert.deepEqual(readOwn(column('number'), 3.5, {}), { value: 3.5 })
    assert.equal(readOwn(column('integer'), 3.5, {}), null)
    assert.equal(readOwn(column('text'), 3.5, {}), null)
    const day = { value: new Date(2027, 2, 1) }
    assert.deepEqual(readOwn(column('date'), '2027-03-01', {}), day)
    assert.equal(readOwn(column('date'), '2027-03-01T08:30:00Z', {}), null)
    assert.deepEqual(readOwn(column('number'), null, {}), { value: null })
  })
})
