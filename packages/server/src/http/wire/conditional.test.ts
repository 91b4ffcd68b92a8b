import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ifRangeHolds, isNotModified } from './conditional.ts'

const file = { etag: '"a,1"', modified: new Date('1994-11-06T08:49:37.500Z') }

describe('isNotModified', () => {
  const zone = process.env['TZ']
  before(() => {
    process.env['TZ'] = 'Asia/Tokyo'
  })
  after(() => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  })

  const answers: [Record<string, string>, boolean][] = [
    [{}, false],
    [{ 'if-none-match': '"a,1"' }, true],
    [{ 'if-none-match': 'W/"a,1"' }, true],
    [{ 'if-none-match': '"x", W/"y" ,"a,1"' }, true],
    [{ 'if-none-match': '*' }, true],
    [{ 'if-none-match': '"x"' }, false],
    [{ 'if-none-match': 'a,1' }, false],
    [{ 'if-none-match': '"x"', 'if-modified-since': 'Sun, 06 Nov 1994 08:49:37 GMT' }, false],
    [{ 'if-modified-since': 'Sun, 06 Nov 1994 08:49:37 GMT' }, true],
    [{ 'if-modified-since': 'Sunday, 06-Nov-94 08:49:37 GMT' }, true],
    [{ 'if-modified-since': 'Sun Nov  6 08:49:37 1994' }, true],
    [{ 'if-modified-since': 'Sun, 06 Nov 1994 08:49:36 GMT' }, false],
    [{ 'if-modified-since': 'Mon, 07 Nov 1994 08:49:36 GMT' }, true],
    [{ 'if-modified-since': 'Sun, 99 Nov 1994 08:49:37 GMT' }, false],
    [{ 'if-modified-since': '2030-01-01' }, false],
  ]
  for (const [headers, answer] of answers) {
    it(`is ${answer} for ${JSON.stringify(headers)}`, () => {
      assert.equal(isNotModified(new Headers(headers), file), answer)
    })
  }
})

describe('ifRangeHolds', () => {
  const answers: [string | null, boolean][] = [
    [null, true],
    ['"a,1"', true],
    ['W/"a,1"', false],
    ['"x"', false],
    ['*', false],
    ['', false],
    ['Sun, 06 Nov 1994 08:49:37 GMT', true],
    ['Sun, 06 Nov 1994 08:49:38 GMT', false],
    ['Sun, 06 Nov 1994 08:49:36 GMT', false],
  ]
  for (const [header, answer] of answers) {
    it(`is ${answer} for ${header}`, () => {
      assert.equal(ifRangeHolds(header, file), answer)
    })
  }
})
