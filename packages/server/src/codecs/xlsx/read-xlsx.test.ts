import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  bookOf,
  readSheet,
  relation,
  relationships,
  sheetsOf,
  sheetXml,
  sourceOf,
  type BookParts,
} from '../../../test/fixtures/xlsx-samples.ts'
import { readXlsx } from './read-xlsx.ts'

const header = '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row>'
const dateStyles =
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="46"/></cellXfs>'

describe('readXlsx of workbooks by', () => {
  it('Excel: shared strings, rich text, phonetic hints, styles, formulas, errors', async () => {
    const file = await bookOf({
      book: '<fileVersion appName="xl"/><workbookPr defaultThemeVersion="166925"/><mc:AlternateContent xmlns:mc="x"><mc:Choice Requires="x15"><x15ac:absPath xmlns:x15ac="y" url="C:\\"/></mc:Choice></mc:AlternateContent><sheets><sheet name="Films" sheetId="1" r:id="rId1"/></sheets>',
      strings:
        '<si><t>title</t></si><si><t>when</t></si><si><t>sum</t></si><si><r><t>Al</t></r><r><rPr><b/></rPr><t xml:space="preserve">ien </t></r></si><si><t>映画</t><rPh sb="0" eb="2"><t>エイガ</t></rPh><phoneticPr fontId="1"/></si><si><t> a_x000D_\r\nb_x005F_x0041_ </t></si>',
      styles: dateStyles,
      sheet: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="m" xmlns:x14ac="z"><sheetPr/><dimension ref="A1:C9"/><sheetViews><sheetView workbookViewId="0"/></sheetViews><cols><col min="1" max="1"/></cols><sheetData><row r="1" spans="1:3" x14ac:dyDescent="0.25"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row><row r="2" spans="1:3"><c r="A2" t="s"><v>3</v></c><c r="B2" s="1"><v>46117</v></c><c r="C2"><f>SUM(1,2)</f><v>1.1000000000000001</v></c></row><row r="4"><c r="A4" t="s"><v>4</v></c><c r="B4" s="2"><v>46117.354166666664</v></c><c r="C4" t="str"><f>"a"&amp;"b"</f><v>ab</v></c></row><row r="5"><c r="A5" t="s"><v>5</v></c><c r="B5" s="1"/><c r="C5" t="e"><f>1/0</f><v>#DIV/0!</v></c></row><row r="9"><c r="C9" t="b"><v>1</v></c></row></sheetData><mergeCells count="1"><mergeCell ref="A9:B9"/></mergeCells><extLst><ext><x14:row xmlns:x14="q"/></ext></extLst></worksheet>`,
    })

    assert.deepEqual(await readSheet(file), {
      names: ['title', 'when', 'sum'],
      rows: [
        ['Alien ', '2026-04-05', 1.1],
        ['映画', '2026-04-05T08:30:00.000', 'ab'],
        ['a\r\nb_x0041_', null, '#DIV/0!'],
        [null, null, true],
      ],
      lines: [2, 4, 5, 9],
      errors: [],
    })
  })

  it('LibreOffice: space kept everywhere, formats of its own, absolute targets', async () => {
    const file = await bookOf({
      styles:
        '<numFmts count="2"><numFmt numFmtId="164" formatCode="General"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellStyleXfs><xf numFmtId="165"/></cellStyleXfs><cellXfs><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>',
      strings: '<si><t xml:space="preserve">day</t></si><si><t xml:space="preserve">n </t></si>',
      sheet:
        '<row r="1" customFormat="false" ht="12.8"><c r="A1" s="0" t="s"><v>0</v></c><c r="B1" s="0" t="s"><v>1</v></c></row><row r="2"><c r="A2" s="1" t="n"><v>46117</v></c><c r="B2" s="0" t="n"><v>-1.5E-3</v></c></row>',
      parts: {
        'xl/_rels/workbook.xml.rels': relationships(
          relation('rId1', 'worksheet', '/xl/worksheets/sheet1.xml'),
          relation('rId2', 'sharedStrings', '/xl/sharedStrings.xml'),
          relation('rId3', 'styles', '../xl/./styles.xml'),
        ),
      },
    })
    const { names, rows } = await readSheet(file)
    assert.deepEqual([names, rows], [['day', 'n '], [['2026-04-05', -0.0015]]])
  })

  it('Google Sheets: custom formats, empty cells with styles, rows without end', async () => {
    const file = await bookOf({
      styles:
        '<numFmts count="1"><numFmt numFmtId="164" formatCode="M/d/yyyy H:mm:ss"/></numFmts><cellXfs><xf/><xf applyAlignment="1" numFmtId="164"><alignment/></xf></cellXfs>',
      strings: '<si><t>a</t></si>',
      sheet:
        '<row r="1"><c r="A1" s="1" t="s"><v>0</v></c></row><row r="2"><c r="A2" s="1"><v>46117.5</v></c><c r="B2" s="1"/><c r="XFD2" s="1"/></row><row r="1000"/>',
    })
    assert.deepEqual((await readSheet(file)).rows, [['2026-04-05T12:00:00.000']])
  })

  it('others: prefixes, no references, inline strings, ISO dates, other names of parts', async () => {
    const file = await bookOf({
      styles: dateStyles,
      sheet:
        '<?xml version="1.0"?><x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c><x:c/><x:c t="inlineStr"><x:is><x:t>b</x:t></x:is></x:c></x:row><x:row><x:c t="d" s="1"><x:v>2026-04-05T00:00:00</x:v></x:c><x:c/><x:c t="d" s="2"><x:v>2026-04-05T08:30:00</x:v></x:c></x:row><x:row r="7"><x:c r="C7" t="inlineStr"><x:is><x:r><x:t>1</x:t></x:r><x:r><x:t>2</x:t></x:r></x:is></x:c></x:row><x:row><x:c><x:v>3</x:v></x:c></x:row></x:sheetData></x:worksheet>',
      parts: {
        '_rels/.rels': relationships(relation('x', 'officeDocument', 'Other/Book.xml')),
        'xl/workbook.xml': null,
        'xl/_rels/workbook.xml.rels': null,
        'other/book.xml': `<workbook xmlns:q="r"><sheets><sheet name="S" q:id="s1"/></sheets></workbook>`,
        'other/_rels/book.xml.rels': relationships(
          relation('s1', 'worksheet', '../xl/WorkSheets/sheet1.xml'),
          relation('s2', 'styles', '/xl/styles.xml'),
        ),
      },
    })
    assert.deepEqual(await readSheet(file), {
      names: ['a', 'Column 2', 'b'],
      rows: [
        ['2026-04-05', null, '2026-04-05T08:30:00'],
        [null, null, '12'],
        [3, null, null],
      ],
      lines: [2, 7, 8],
      errors: [],
    })
  })
})

describe('readXlsx', () => {
  for (const [what, cell, value] of [
    ['whole numbers', '<c><v>5</v></c>', 5],
    ['fractions', '<c><v>0.30000000000000004</v></c>', 0.30000000000000004],
    [
      'a number that JavaScript cannot keep as text',
      '<c><v>9007199254740993</v></c>',
      '9007199254740993',
    ],
    ['minus zero as zero', '<c><v>-0</v></c>', 0],
    ['booleans', '<c t="b"><v>0</v></c>', false],
    ['durations', '<c s="3"><v>1.25</v></c>', '30:00:00'],
    ['a date without a day as the number it is', '<c s="1"><v>-5</v></c>', -5],
    ['a style that does not exist as none', '<c s="99"><v>5</v></c>', 5],
    [
      'text without its end spaces where they are not kept',
      '<c t="inlineStr"><is><t> a </t></is></c>',
      'a',
    ],
    ['entities', '<c t="str"><v>&lt;&#65;&amp;amp;</v></c>', '<A&amp;'],
    ['empty text as text', '<c t="inlineStr"><is><t/></is></c>', ''],
    ['codes of characters', '<c t="str"><v>_x0041__x005F_x0042_</v></c>', 'A_x0042_'],
  ] as const) {
    it(`reads ${what}`, async () => {
      const sheet = `${header}<row>${cell}</row>`
      assert.deepEqual((await readSheet(await bookOf({ sheet, styles: dateStyles }))).rows, [
        [value],
      ])
    })
  }

  it('counts dates from 1904 where the workbook says so', async () => {
    const book = `<workbookPr date1904="1"/>${sheetsOf('S')}`
    const sheet = `${header}<row><c s="1"><v>44655</v></c></row>`
    const { rows } = await readSheet(await bookOf({ book, sheet, styles: dateStyles }))
    assert.deepEqual(rows, [['2026-04-05']])
  })

  it('takes the first row that has anything for the header', async () => {
    const sheet = `<row r="1"><c r="A1" s="1"/></row>${header.replaceAll('1"', '3"')}<row><c><v>1</v></c></row>`
    const { names, rows, lines } = await readSheet(await bookOf({ sheet }))
    assert.deepEqual({ names, rows, lines }, { names: ['a'], rows: [[1]], lines: [4] })
  })

  it('names columns without a name after their place, and reports values beyond the last', async () => {
    const sheet = `<row><c t="str"><v>a</v></c><c/><c t="str"><v>a</v></c></row>
      <row><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row>
      <row><c r="D3"><v>4</v></c></row>`
    const { names, rows, errors } = await readSheet(await bookOf({ sheet }))
    assert.deepEqual({ names, rows }, { names: ['a', 'Column 2', 'a (2)'], rows: [[1, 2, 3]] })
    assert.deepEqual(
      errors.map(({ line }) => line),
      [3],
    )
  })

  it('leaves out columns without a name where it is told to, and reports rows that have a value there', async () => {
    const sheet = `<row><c t="str"><v>a</v></c><c/><c t="str"><v>b</v></c></row>
      <row><c><v>1</v></c><c t="str"><v></v></c><c><v>2</v></c></row>
      <row><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row>
      <row><c r="D4"><v>4</v></c></row>`
    const strict = { strictNames: true }
    const { names, rows, lines, errors } = await readSheet(await bookOf({ sheet }), strict)
    assert.deepEqual({ names, rows, lines }, { names: ['a', 'b'], rows: [[1, 2]], lines: [2] })
    const has = 'has a value here, but no name in row 1; headerRow says where the names stand.'
    assert.deepEqual(errors, [
      { line: 3, reason: `Column B ${has}` },
      { line: 4, reason: `Column D ${has}` },
    ])
  })

  it('gives thousands of rows in batches, in their order', async () => {
    const rows = Array.from({ length: 2500 }, (_, i) => `<row><c><v>${i}</v></c></row>`)
    const file = await bookOf({ sheet: header + rows.join('') })
    const { batches, stringsAre } = await readXlsx(sourceOf(file))
    const sizes = (await Array.fromAsync(batches)).map((batch) => batch.rows.length)
    assert.deepEqual(sizes, [1000, 1000, 500])
    assert.equal(stringsAre, 'text')
    assert.equal((await readSheet(file)).rows[2499]?.[0], 2499)
  })

  it('leaves nothing open behind one who leaves', async () => {
    const rows = Array.from({ length: 50_000 }, (_, i) => `<row><c><v>${i}</v></c></row>`)
    const file = await bookOf({ sheet: header + rows.join('') })
    let reads = 0
    const source = sourceOf(file)
    const { batches } = await readXlsx({
      ...source,
      read(offset, length) {
        reads++
        return source.read(offset, length)
      },
    })
    await batches.next()
    await batches.return()
    const after = reads
    await new Promise((resolve) => setTimeout(resolve, 20))
    assert.equal(reads, after)
  })

  it('fails as its source does', async () => {
    const source = {
      size: 100,
      async read(): Promise<Uint8Array> {
        throw new Error('the disk is gone')
      },
    }
    await assert.rejects(readXlsx(source), { message: 'the disk is gone' })
  })
})

describe('the sheet that is read', () => {
  const sheets = ['Hidden', 'Charts', 'Films', 'Places']
  const several: BookParts = {
    book: `<sheets>${sheets.map((name, i) => `<sheet name="${name}" sheetId="${i}" r:id="r${i}"${i === 0 ? ' state="veryHidden"' : ''}/>`).join('')}</sheets>`,
    sheet: '',
    parts: {
      'xl/_rels/workbook.xml.rels': relationships(
        relation('r0', 'worksheet', 'worksheets/0.xml'),
        relation('r1', 'chartsheet', 'chartsheets/sheet1.xml'),
        relation('r2', 'worksheet', 'worksheets/2.xml'),
        relation('r3', 'worksheet', 'worksheets/3.xml'),
      ),
      ...Object.fromEntries(
        sheets.map((name, i) => [
          `xl/worksheets/${i}.xml`,
          sheetXml(`<row><c t="str"><v>${name}</v></c></row>`),
        ]),
      ),
    },
  }

  for (const [what, sheet, name] of [
    ['the first visible one with rows', undefined, 'Films'],
    ['one by its name', 'Places', 'Places'],
    ['one by its name in another case', 'places', 'Places'],
    ['a hidden one by its name', 'Hidden', 'Hidden'],
    ['one by its place', 2, 'Films'],
  ] as const) {
    it(`is ${what}`, async () => {
      const options = sheet === undefined ? {} : { sheet }
      assert.deepEqual((await readSheet(await bookOf(several), options)).names, [name])
    })
  }

  it('is not one that does not exist; the names are told', async () => {
    for (const sheet of ['Nothing', 0, 4, 1.5]) {
      await assert.rejects(readSheet(await bookOf(several), { sheet }), {
        code: 'tables.bad_import',
        message: /it has "Hidden", "Films", "Places"/,
      })
    }
  })
})

describe('a sheet is refused', () => {
  for (const [what, sheet, message] of [
    ['without anything', '', /empty/],
    [
      'with two columns of one name',
      '<row><c t="str"><v>a</v></c><c t="str"><v>a</v></c></row>',
      /A and B are both named "a"/,
    ],
    ['with rows in disorder', `${header}<row r="1"/>`, /order/],
    ['with a row beyond the last', `${header}<row r="1048577"/>`, /order/],
    ['with cells in disorder', `${header}<row><c r="B2"/><c r="A2"/></row>`, /order/],
    ['with a cell beyond the last', `${header}<row><c r="XFE2"/></row>`, /order/],
    ['with a number that is none', `${header}<row><c><v>0x10</v></c></row>`, /number/],
    ['with a shared string that is not there', `${header}<row><c t="s"><v>0</v></c></row>`, /text/],
    ['with a shared string by no number', `${header}<row><c t="s"><v></v></c></row>`, /text/],
  ] as const) {
    it(what, async () => {
      await assert.rejects(readSheet(await bookOf({ sheet }), { strictNames: true }), {
        code: 'tables.bad_import',
        message,
      })
    })
  }

  it('with the line where it went wrong', async () => {
    const sheet = `${header}<row r="5"><c><v>x</v></c></row>`
    await assert.rejects(readSheet(await bookOf({ sheet })), {
      details: { reason: 'A cell has a number that is none.', line: 5 },
    })
  })
})
