import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CellValue, ColumnType } from '@triptych/contract/tables'
import { columnLetters, columnPlace } from './cell-place.ts'
import { currenciesIn, headerXml, maxCellLength, numberFormats, rowXml } from './row-xml.ts'
import { styles } from './workbook-parts.ts'

describe('rowXml', () => {
  for (const [what, type, value, cell] of [
    ['text', 'text', 'Alien', text('Alien')],
    ['no text', 'text', '', text('')],
    ['markup', 'text', '<a href="x">&amp;</a>', text('&lt;a href="x"&gt;&amp;amp;&lt;/a&gt;')],
    ['what looks like a formula', 'text', '=1+1', text('=1+1')],
    ['space and lines', 'text', ' a\tb\n', text(' a\tb\n')],
    [
      'control characters',
      'text',
      '\0\x0b\r\x1f\uffff',
      text('_x0000__x000B__x000D__x001F__xFFFF_'),
    ],
    ['half a character', 'text', 'a\ud83d', text('a_xD83D_')],
    ['a whole one', 'text', '🎬', text('🎬')],
    ['a text like a code', 'text', '_x0041_', text('_x005F_x0041_')],
    ['a text that a code would complete', 'text', '_x0041\r', text('_x005F_x0041_x000D_')],
    ['a text hardly like a code', 'text', 'user_xid_', text('user_xid_')],
    ['a whole number', 'integer', -42, '<c r="A7"><v>-42</v></c>'],
    ['15 digits', 'integer', 999_999_999_999_999, '<c r="A7"><v>999999999999999</v></c>'],
    ['16 digits', 'integer', -1e15, text('-1000000000000000')],
    ['a fraction', 'number', 0.1 + 0.2, '<c r="A7"><v>0.30000000000000004</v></c>'],
    ['a huge number', 'number', 1.5e300, '<c r="A7"><v>1.5e+300</v></c>'],
    ['yes', 'boolean', true, '<c r="A7" t="b"><v>1</v></c>'],
    ['no', 'boolean', false, '<c r="A7" t="b"><v>0</v></c>'],
    ['a day', 'date', '2026-04-05', '<c r="A7" s="2"><v>46117</v></c>'],
    ['the first sure day', 'date', '1900-03-01', '<c r="A7" s="2"><v>61</v></c>'],
    ['the day before', 'date', '1900-02-28', text('1900-02-28')],
    ['an instant', 'datetime', '2026-04-05T12:00:00.000Z', '<c r="A7" s="3"><v>46117.5</v></c>'],
    ['an early instant', 'datetime', '1066-10-14T09:00:00.000Z', text('1066-10-14T09:00:00.000Z')],
    ['JSON', 'json', { a: ['<'] }, text('{"a":["&lt;"]}')],
    ['JSON that is a text', 'json', 'a', text('"a"')],
    ['JSON that is a number', 'json', 5, text('5')],
    ['nothing', 'text', null, ''],
  ] satisfies [string, ColumnType, CellValue, string][]) {
    it(`writes ${what}`, () => {
      assert.equal(rowXml(7, [{ name: 'a', type }], [value]), `<row r="7">${cell}</row>`)
    })
  }

  it('shows percents and amounts as such, and keeps the numbers', () => {
    const euro = { kind: 'currency', currency: 'EUR' } as const
    const franc = { kind: 'currency', currency: 'CHF' } as const
    const number = { name: 'a', type: 'number' } as const
    const columns = [
      { ...number, format: { kind: 'percent' } as const },
      { ...number, format: euro },
      { ...number, format: franc },
      { ...number, format: euro },
      number,
    ]
    const xml = rowXml(2, columns, [0.125, 1, 2, 3, 4], numberFormats(columns))

    const cells = ['s="4"><v>0.125', 's="5"><v>1', 's="6"><v>2', 's="5"><v>3'].map(
      (cell, at) => `<c r="${'ABCD'[at]}2" ${cell}</v></c>`,
    )
    assert.equal(xml, `<row r="2">${cells.join('')}<c r="E2"><v>4</v></c></row>`)
    const book = styles(currenciesIn(columns))
    assert.match(book, /numFmtId="166" formatCode="#,##0\.00\\ \[\$EUR\]"/)
    assert.match(book, /numFmtId="167" formatCode="#,##0\.00\\ \[\$CHF\]"/)
    assert.equal(book.split('<cellXfs')[1]!.split('</cellXfs>')[0]!.split('<xf ').length - 1, 7)
  })

  it('keeps each value in its column when one before it is missing', () => {
    const columns = (['integer', 'integer', 'integer'] as const).map((type) => ({
      name: 'a',
      type,
    }))
    assert.equal(
      rowXml(2, columns, [1, null, 3]),
      '<row r="2"><c r="A2"><v>1</v></c><c r="C2"><v>3</v></c></row>',
    )
  })

  it('takes as many characters as Excel, and refuses one more by row and column', () => {
    const columns = [{ name: 'story', type: 'text' }] as const
    assert.ok(rowXml(9, columns, ['é'.repeat(maxCellLength)]))
    assert.throws(() => rowXml(9, columns, ['é'.repeat(maxCellLength + 1)]), {
      code: 'tables.export_too_large',
      details: { column: 'story', line: 9, limit: 32_767 },
    })
  })
})

describe('headerXml', () => {
  it('writes the names in bold', () => {
    assert.equal(
      headerXml([{ name: 'a&b' }]),
      '<row r="1"><c r="A1" s="1" t="inlineStr"><is><t xml:space="preserve">a&amp;b</t></is></c></row>',
    )
  })
})

describe('the letters of a column', () => {
  it('are those of Excel, both ways', () => {
    for (const [place, letters] of [
      [0, 'A'],
      [25, 'Z'],
      [26, 'AA'],
      [701, 'ZZ'],
      [702, 'AAA'],
      [16_383, 'XFD'],
    ] as const) {
      assert.equal(columnLetters(place), letters)
      assert.equal(columnPlace(`${letters}12`), place)
      assert.equal(columnPlace(letters.toLowerCase()), place)
    }
  })

  it('are not read from what has none', () => {
    for (const reference of ['', '12', '$A$1', 'ABCD1', '[1', '!']) {
      assert.equal(columnPlace(reference), -1, reference)
    }
  })
})

function text(value: string): string {
  return `<c r="A7" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`
}
