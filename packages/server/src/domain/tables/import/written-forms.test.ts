import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ColumnType } from '@triptych/contract/tables'
import { provedWays, writtenForm } from './written-forms.ts'
import type { WaysOfWriting } from './written-forms.ts'

function read(texts: string[], ways: WaysOfWriting = {}, type: ColumnType | null = null) {
  const form = writtenForm(texts, ways, type)
  return form && [form.type, ...texts.map(form.plain)]
}

describe('numbers as people write them', () => {
  it('have a decimal comma where they can have nothing else', () => {
    assert.deepEqual(read(['5692,04', '1.234', '-3,5']), ['number', '5692.04', '1234', '-3.5'])
    assert.deepEqual(read(['5.692,04 €', '12 €']), ['number', '5692.04', '12'])
    assert.deepEqual(read(["1'234.50", '0.5']), ['number', '1234.50', '0.5'])
    assert.deepEqual(read(['1 234,5', '1\u00a0234\u00a0567']), ['number', '1234.5', '1234567'])
    assert.deepEqual(read(['EUR 3,5', 'EUR 1.000,00']), ['number', '3.5', '1000.00'])
    assert.deepEqual(read(['$1,234.50', '$3']), ['number', '1234.50', '3'])
    assert.deepEqual(read(['1,234,567', '12']), ['integer', '1234567', '12'])
    assert.deepEqual(read(['−5,25', '1,5']), ['number', '-5.25', '1.5'])
  })

  it('stay as they are where they have two meanings, unless it is said which', () => {
    assert.equal(read(['1,234', '12,500']), null)
    assert.deepEqual(read(['1,234', '12,500'], { decimal: '.' }), ['integer', '1234', '12500'])
    assert.deepEqual(read(['1,234', '12,500'], { decimal: ',' }), ['number', '1.234', '12.500'])
    assert.deepEqual(read(['1.234', '12.500'], { decimal: ',' }), ['integer', '1234', '12500'])
    assert.equal(read(['1.234', '12.500']), null)
  })

  it('are no numbers with another currency, a zero in front or more digits than can be kept', () => {
    for (const texts of [
      ['3,5 €', '3,5 $'],
      ['3,5 €', '3,5'],
      ['007,5'],
      ['3,5', 'n/a'],
      ['3,5,2', '1'],
      ['1.23.456,5'],
      ['1234567890123,456'],
      ['3,5 ABC'],
      ['+3,5'],
      ['3,'],
      ['€ 3,5 €'],
      ['2,5', '3.75'],
    ]) {
      assert.equal(read(texts), null, texts.join(' | '))
    }
  })

  it('are names of things where all are whole, in groups and of one length, unless it is said otherwise', () => {
    assert.equal(read(['732 829 320', '552 100 554']), null)
    assert.equal(read(['732 829 320', '552 100 554'], { decimal: ',' }), null)
    assert.equal(read(['555.123.456']), null)
    assert.deepEqual(read(['732 829 320'], {}, 'integer'), ['integer', '732829320'])
    assert.deepEqual(read(['732 829', '1 552 100']), ['integer', '732829', '1552100'])
  })

  it('in the usual form need no other', () => {
    assert.equal(read(['1', '2.5', '-3']), null)
  })
})

describe('dates as people write them', () => {
  it('are told by dots, by the year in front, and by a day that can be no month', () => {
    assert.deepEqual(read(['02.10.2020', '1.3.2027']), ['date', '2020-10-02', '2027-03-01'])
    assert.deepEqual(read(['2020/10/02']), ['date', '2020-10-02'])
    assert.deepEqual(read(['31/12/2026', '01/02/2026']), ['date', '2026-12-31', '2026-02-01'])
    assert.deepEqual(read(['12/31/2026', '01/02/2026']), ['date', '2026-12-31', '2026-01-02'])
    assert.deepEqual(read(['02.10.2020 14:30', '1.3.2027, 9:05:07']), [
      'datetime',
      '2020-10-02T14:30:00',
      '2027-03-01T09:05:07',
    ])
  })

  it('stay as they are where they have two meanings, unless it is said which', () => {
    assert.equal(read(['12/11/2024', '01/02/2026']), null)
    assert.equal(read(['31/12/2026', '12/31/2026']), null)
    assert.deepEqual(read(['12/11/2024'], { dates: 'dmy' }), ['date', '2024-11-12'])
    assert.deepEqual(read(['12/11/2024'], { dates: 'mdy' }), ['date', '2024-12-11'])
    assert.equal(read(['31.12.26']), null)
    assert.deepEqual(read(['31.12.26', '1.1.71'], { dates: 'dmy' }), [
      'date',
      '2026-12-31',
      '1971-01-01',
    ])
  })

  it('are days that there are', () => {
    assert.equal(read(['30.02.2026', '1.3.2026']), null)
    assert.equal(read(['1.3.2026 25:00']), null)
    assert.equal(read(['1.3.2026', '1.3.2026 10:00']), null)
  })
})

describe('yes and no', () => {
  it('are told by both words, in any letter case', () => {
    assert.deepEqual(read(['ja', 'Nein', 'JA']), ['boolean', 'true', 'false', 'true'])
    assert.deepEqual(read(['TRUE', 'FALSE']), ['boolean', 'true', 'false'])
    assert.deepEqual(read(['sí', 'no']), ['boolean', 'true', 'false'])
    assert.equal(read(['no', 'no']), null)
    assert.equal(read(['ja', 'no']), null)
    assert.equal(read(['yes', 'no', 'maybe']), null)
    assert.equal(read(['true', 'false']), null)
  })

  it('are told by one word where the column holds nothing else', () => {
    assert.deepEqual(read(['no', 'no'], {}, 'boolean'), ['boolean', 'false', 'false'])
    assert.equal(read(['ja', 'nein'], {}, 'text'), null)
  })
})

describe('the ways of writing of a file', () => {
  it('are those that a column proves, and hold for the others', () => {
    assert.deepEqual(provedWays([['1.234'], ['5692,04']]), { decimal: ',', dates: undefined })
    assert.deepEqual(provedWays([['01/02/2026'], ['31/12/2026']]), {
      decimal: undefined,
      dates: 'dmy',
    })
  })

  it('are open where nothing proves them, or both', () => {
    const open = { decimal: undefined, dates: undefined }
    assert.deepEqual(provedWays([['1,234'], ['01/02/2026'], [], ['text 3,5']]), open)
    assert.deepEqual(provedWays([['1.2.2026'], ['1.2.3']]), open)
    assert.deepEqual(provedWays([['1,5'], ['1.5'], ['31/12/2026'], ['12/31/2026']]), open)
  })
})
