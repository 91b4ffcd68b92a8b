import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { zoneClock } from '../../../zone-time.ts'
import { asksForPeriod, periodAt } from './period.ts'

const vienna = zoneClock('Europe/Vienna')
/** A Thursday, just past midnight in Vienna. */
const now = Date.parse('2026-11-18T23:30:00Z')

function days(name: string, at = now, clock = vienna): string {
  const period = periodAt(name, clock, at)
  return period ? `${text(period.from)}/${text(period.to)}` : 'none'
}

/** Half a day later it is that day in Vienna and in UTC. */
function text(ms: number | undefined): string {
  return ms === undefined ? '' : new Date(ms + 43_200_000).toISOString().slice(0, 10)
}

describe('periodAt', () => {
  it('counts from the day of whoever asks', () => {
    assert.equal(days('today'), '2026-11-19/2026-11-20')
    assert.equal(days('today', now, zoneClock('UTC')), '2026-11-18/2026-11-19')
    assert.equal(days('yesterday'), '2026-11-18/2026-11-19')
    assert.equal(days('tomorrow'), '2026-11-20/2026-11-21')
    assert.equal(days('past'), '/2026-11-19')
    assert.equal(days('future'), '2026-11-20/')
  })

  it('knows weeks from Monday on, months, quarters and years, also across a new year', () => {
    assert.equal(days('thisWeek'), '2026-11-16/2026-11-23')
    assert.equal(days('lastWeek'), '2026-11-09/2026-11-16')
    assert.equal(days('nextWeek', Date.parse('2026-11-22T12:00:00Z')), '2026-11-23/2026-11-30')
    assert.equal(days('thisWeek', Date.parse('1969-12-31T12:00:00Z')), '1969-12-29/1970-01-05')
    assert.equal(days('thisMonth'), '2026-11-01/2026-12-01')
    assert.equal(days('nextMonth', Date.parse('2026-12-31T12:00:00Z')), '2027-01-01/2027-02-01')
    assert.equal(days('lastMonth', Date.parse('2026-01-31T12:00:00Z')), '2025-12-01/2026-01-01')
    assert.equal(days('thisQuarter'), '2026-10-01/2027-01-01')
    assert.equal(days('nextQuarter'), '2027-01-01/2027-04-01')
    assert.equal(days('lastYear'), '2025-01-01/2026-01-01')
  })

  it('counts today among the last and the next days', () => {
    assert.equal(days('last7Days'), '2026-11-13/2026-11-20')
    assert.equal(days('next30Days'), '2026-11-19/2026-12-19')
    assert.equal(days('next1Days'), days('today'))
  })

  it('is at midnight also where the clocks change in between', () => {
    const summer = periodAt('thisMonth', vienna, Date.parse('2026-10-10T12:00:00Z'))
    assert.deepEqual(summer, {
      from: Date.parse('2026-09-30T22:00:00Z'),
      to: Date.parse('2026-10-31T23:00:00Z'),
    })
  })

  it('knows no others', () => {
    for (const name of ['', 'Today', 'last0Days', 'last4000Days', 'this7Days', 'nextDecade']) {
      assert.equal(periodAt(name, vienna, now), null, name)
    }
  })
})

describe('asksForPeriod', () => {
  it('tells filters whose rows change with the day', () => {
    const rule = { field: 'due', filter: 'within', value: 'thisWeek' }
    for (const filter of [rule, { rules: [{ rules: [rule] }] }, JSON.stringify(rule)]) {
      assert.equal(asksForPeriod(filter), true)
    }
    for (const filter of [null, {}, { rules: [{ field: 'due', filter: 'equal' }] }, '']) {
      assert.equal(asksForPeriod(filter), false)
    }
  })
})
