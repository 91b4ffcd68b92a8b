import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { icalLine, icalText } from './ical-line.ts'

describe('a line of a calendar', () => {
  it('is folded behind 75 bytes, and is the same again when it is unfolded', () => {
    for (const text of [
      'x'.repeat(300),
      'é'.repeat(200),
      '😀'.repeat(100),
      `a${'漢'.repeat(150)}`,
    ]) {
      const line = icalLine('SUMMARY', text)

      const parts = line.slice(0, -2).split('\r\n')
      assert.ok(parts.length > 3)
      for (const part of parts) {
        assert.ok(Buffer.byteLength(part) <= 75, part)
        assert.ok(part.isWellFormed())
      }
      assert.equal(line.replaceAll('\r\n ', ''), `SUMMARY:${text}\r\n`)
    }
  })

  it('stays whole up to 75 bytes', () => {
    const line = icalLine('SUMMARY', 'x'.repeat(67))
    assert.equal(line, `SUMMARY:${'x'.repeat(67)}\r\n`)
  })

  it('has text in which nothing means anything', () => {
    assert.equal(icalText('a;b,c\\d\r\ne\nf\rg:"h"\t\u0007'), 'a\\;b\\,c\\\\d\\ne\\nf\\ng:"h"\t')
    assert.equal(icalText('half \ud800 a character'), 'half \ufffd a character')
  })
})
