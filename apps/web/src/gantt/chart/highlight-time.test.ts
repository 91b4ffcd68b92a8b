import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { highlightTime, shareOfToday } from './highlight-time.ts'
import { zoomNames } from './zoom.ts'

const plain = { isDayOff: () => false, status: null }

describe('the time of the chart', () => {
  it('marks the cell that today is in, at every zoom', () => {
    const now = new Date()
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate())
    const nextYear = new Date(now.getFullYear() + 1, 0, 1)
    for (const unit of zoomNames) {
      assert.match(highlightTime(day, unit, plain), /gantt-today/, unit)
      assert.doesNotMatch(highlightTime(nextYear, unit, plain), /gantt-today/, unit)
    }
    const lastWeek = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 7)
    assert.doesNotMatch(highlightTime(lastWeek, 'week', plain), /gantt-today/)
  })

  it('marks the cell that the status date is in, at every zoom', () => {
    const marked = { ...plain, status: new Date(2020, 6, 1) }
    for (const unit of zoomNames) {
      assert.equal(highlightTime(new Date(2020, 6, 1), unit, marked), 'gantt-status', unit)
      assert.equal(highlightTime(new Date(2019, 0, 1), unit, marked), '', unit)
    }
  })

  it('says how far into its cell today begins', () => {
    const wednesday = new Date(2026, 6, 1, 15)
    const shares = zoomNames.map((unit) => [unit, shareOfToday(unit, 1, wednesday)])
    assert.deepEqual(Object.fromEntries(shares), {
      year: '49.59%',
      quarter: '0.00%',
      month: '0.00%',
      week: '28.57%',
      day: '0.00%',
    })
  })

  it('goes by the day that weeks begin with in the chart', () => {
    // From a Sunday to a Saturday.
    const days = [0, 1, 2, 3, 4, 5, 6].map((more) => new Date(2026, 10, 15 + more))
    const sevenths = (firstDay: number) =>
      days.map((day) => Math.round((parseFloat(shareOfToday('week', firstDay, day)) * 7) / 100))

    assert.deepEqual(sevenths(0), [0, 1, 2, 3, 4, 5, 6])
    assert.deepEqual(sevenths(7), [0, 1, 2, 3, 4, 5, 6])
    assert.deepEqual(sevenths(1), [6, 0, 1, 2, 3, 4, 5])
    assert.deepEqual(sevenths(6), [1, 2, 3, 4, 5, 6, 0])
  })
})
