import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import { laterBy, msBetween, wallTime } from './wall-time.ts'

describe('planDate', () => {
  it('keeps the wall time as it is written, in whatever zone', () => {
    for (const rest of [
      'T09:30:00',
      ' 09:30:00',
      ' 09:30',
      'T09:30',
      'T09:30:00.000Z',
      'T09:30:00.999999999',
      'T09:30Z',
      'T09:30:00+05:30',
      ' 09:30:00-0800',
      'T09:30:00+14',
      // As long as a date that is kept as it was sent.
      'T09:30+14',
      ' 09:30-08',
    ]) {
      assert.equal(wallTime(`2026-04-01${rest}`), '2026-04-01T09:30:00', rest)
    }
    assert.equal(wallTime(' 2026-04-01 09:30:00 '), '2026-04-01T09:30:00')
  })

  it('takes a day for its midnight', () => {
    assert.equal(wallTime('2026-04-01'), '2026-04-01T00:00:00')
    assert.equal(wallTime('2024-02-29'), '2024-02-29T00:00:00')
  })

  it('has no date for nothing', () => {
    for (const value of [null, undefined, '']) assert.equal(wallTime(value), null)
  })

  it('knows the years 0001 to 9999', () => {
    assert.equal(wallTime('0001-01-01 00:00:00'), '0001-01-01T00:00:00')
    assert.equal(wallTime('0099-06-01 00:00:00'), '0099-06-01T00:00:00')
    assert.equal(wallTime('9999-12-31T23:59:59-12:00'), '9999-12-31T23:59:59')
  })

  it('refuses what is not in the calendar, naming the field', () => {
    const error = { code: 'gantt.bad_date', details: { field: 'end' } }
    for (const value of [
      '2026-02-30',
      '2026-02-29 00:00:00',
      '2026-13-01',
      '2026-00-10',
      '2026-04-00',
      '2026-04-31T10:00:00Z',
      '0000-01-01',
      '12345-01-01',
      '+12345-01-01',
      '-000001-01-01',
      '2026-04-01T24:00:00',
      '2026-04-01T24:00:01',
      '2026-04-01T10:60:00',
      '2026-04-01T10:00:60',
      '2026-04-01T1:00:00',
      '2026-04-01T10',
      '2026-04-01T10:00:00+15:00',
      '2026-04-01T10:00:00+02:60',
      '2026-04-01T10:00:00 Z',
      '2026-04-01Z',
      '2026-4-1',
      '20260401',
      '2026-04-01\n2026-04-02',
      '٢٠٢٦-٠٤-٠١',
      'not a date',
      'Invalid Date',
      'null',
      ' ',
      0,
      1_790_000_000_000,
      Number.NaN,
      true,
      {},
      ['2026-04-01'],
      new Date(0),
    ]) {
      assert.throws(() => wallTime(value, 'end'), error, inspect(value))
    }
  })

  it('answers what it takes unchanged', () => {
    const once = wallTime('2026-03-29 02:30:00')

    assert.equal(once, '2026-03-29T02:30:00')
    assert.equal(wallTime(once), once)
  })
})

describe('laterBy', () => {
  it('counts wall time, where every day has 24 hours', () => {
    assert.equal(laterBy('2026-03-28T12:00:00', 24 * 3_600_000), '2026-03-29T12:00:00')
    assert.equal(laterBy('2026-01-01T00:00:00', -1000), '2025-12-31T23:59:59')
    assert.equal(msBetween('2026-03-28T12:00:00', '2026-03-29T12:00:00'), 24 * 3_600_000)
  })

  it('stays within what is a date', () => {
    assert.equal(laterBy('9999-12-31T00:00:00', 1e15), '9999-12-31T23:59:59')
    assert.equal(laterBy('0001-01-02T00:00:00', -1e15), '0001-01-01T00:00:00')
  })
})
