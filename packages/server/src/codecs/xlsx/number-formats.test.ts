import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dateShownBy, markShownBy, readCellFormats } from './number-formats.ts'

describe('dateShownBy', () => {
  for (const [format, shown] of [
    ['General', null],
    ['0.00', null],
    ['#,##0 "days"', null],
    ['#,##0\\ \\d\\a\\y\\s', null],
    ['[Red]0.0', null],
    ['[$USD] #,##0.00', null],
    ['0.00E+00', null],
    ['@', null],
    ['0%', null],
    ['_-* #,##0.00_-;_-* "-"??_-', null],
    ['"yyyy', null],
    ['', null],
    ['yyyy\\-mm\\-dd', 'day'],
    ['mmmm', 'day'],
    ['[$-409]d\\-mmm\\-yy;@', 'day'],
    ['m/d/yyyy', 'day'],
    ['dd.mm.yyyy hh:mm', 'day and time'],
    ['yyyy-mm-dd"T"hh:mm:ss', 'day and time'],
    ['h:mm AM/PM', 'time'],
    ['mm:ss.0', 'time'],
    ['[h]:mm:ss', 'elapsed time'],
    ['[MM]:SS', 'elapsed time'],
  ] as const) {
    it(`takes ${format || 'nothing'} for ${shown ?? 'a number'}`, () => {
      assert.equal(dateShownBy(format), shown)
    })
  }

  it('is not kept long by a format without end', () => {
    assert.equal(dateShownBy('['.repeat(1_000_000)), null)
    assert.equal(dateShownBy('"'.repeat(1_000_000)), null)
  })
})

describe('markShownBy', () => {
  const marks: [format: string, mark: string | null][] = [
    ['0%', '%'],
    ['0.00 %', '%'],
    ['#,##0.00\\ [$EUR]', 'EUR'],
    ['#,##0.00\\ "€"', '€'],
    ['#,##0.00\\ €;[Red]-#,##0.00\\ €', '€'],
    ['_-* #,##0.00\\ [$€-407]_-;-* #,##0.00\\ [$€-407]_-', '€'],
    ['[$$-409]#,##0.00', 'USD'],
    ['"$"#,##0.00', '$'],
    ['[$-407]#,##0', null],
    ['0"%"', null],
    ['General', null],
    ['#,##0 "pcs"', null],
    ['[Red]0.00', null],
  ]
  for (const [format, mark] of marks) {
    it(`finds ${mark} in ${format}`, () => assert.equal(markShownBy(format), mark))
  }

  it('takes no long while over any', () => {
    for (const part of ['[', '"', '[$', '\\']) {
      assert.equal(markShownBy(part.repeat(1_000_000)), null)
    }
  })
})

describe('readCellFormats', () => {
  it('looks at the formats of cells, not at those that they are made from', async () => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="d/m"/></numFmts>
      <cellStyleXfs><xf numFmtId="22"/></cellStyleXfs>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf/><xf numFmtId="170"/><xf numFmtId="46"/>
      <xf numFmtId="22"/><xf numFmtId="4"/></cellXfs></styleSheet>`
    assert.deepEqual((await readCellFormats(once(styles))).dates, [
      null,
      'day',
      null,
      'day',
      'elapsed time',
      'day and time',
      null,
    ])
  })
})

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
