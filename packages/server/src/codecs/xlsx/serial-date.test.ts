import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../../../test/fixtures/seeded-random.ts'
import { dateOfSerial, serialOf, type DateShown } from './serial-date.ts'

const from1900 = { isFrom1904: false }

describe('dateOfSerial', () => {
  for (const [serial, shown, date] of [
    [1, 'day', '1900-01-01'],
    [59, 'day', '1900-02-28'],
    [60, 'day', null],
    [61, 'day', '1900-03-01'],
    [46_117, 'day', '2026-04-05'],
    [46_117.5, 'day', '2026-04-05T12:00:00.000'],
    [46_117, 'day and time', '2026-04-05T00:00:00.000'],
    [46_117.354_166_666_664, 'day and time', '2026-04-05T08:30:00.000'],
    [46_117.5, 'time', '2026-04-05T12:00:00.000'],
    [0.5, 'time', '12:00:00'],
    [0, 'time', '00:00:00'],
    [0.25, 'day', '06:00:00'],
    [0, 'day', null],
    [1.25, 'elapsed time', '30:00:00'],
    [0.000_011_585_648, 'elapsed time', '00:00:01.001'],
    [2_958_465, 'day', '9999-12-31'],
    [2_958_466, 'day', null],
    [1e300, 'day', null],
    [1e300, 'elapsed time', null],
    [-1, 'day', null],
    [Number.NaN, 'day', null],
  ] satisfies [number, DateShown, string | null][]) {
    it(`takes ${serial}, shown as ${shown}, for ${date ?? 'no date'}`, () => {
      assert.equal(dateOfSerial(serial, shown, from1900), date)
    })
  }

  it('counts from 1904 in workbooks of old Macintoshes', () => {
    assert.equal(dateOfSerial(0, 'day', { isFrom1904: true }), '1904-01-01')
    assert.equal(dateOfSerial(44_655, 'day', { isFrom1904: true }), '2026-04-05')
  })
})

describe('serialOf', () => {
  it('is read back as the same millisecond', () => {
    const random = seededRandom(1900)
    for (let round = 0; round < 2000; round++) {
      const ms = random.between(Date.UTC(1900, 2, 1), Date.UTC(9999, 11, 31))
      const instant = new Date(ms).toISOString()
      const day = instant.slice(0, 10)

      assert.equal(`${dateOfSerial(serialOf(instant)!, 'day and time', from1900)}Z`, instant)
      assert.equal(dateOfSerial(serialOf(day)!, 'day', from1900), day)
    }
  })
})
