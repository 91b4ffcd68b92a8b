import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { highlightTime, shareOfToday } from './highlight-time.ts'
import { zoomNames } from './zoom.ts'

describe('the time of the chart', () => {
  it('marks the cell that today is in, at every zoom', () => {
    const now = new Date()
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate())
    const nextYear = new Date(now.getFullYear() + 1, 0, 1)
    for (const unit of zoomNames) {
      assert.match(highlightTime(day, unit), /gantt-today/, unit)
      assert.doesNotMatch(highlightTime(nextYear, unit), /gantt-today/, unit)
    }
    const lastWeek = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 7)
    assert.doesNotMatch(highlightTime(lastWeek, 'week'), /gantt-today/)
  })

  it('says how far into its cell today begins', () => {
    const wednesday = new Date(2026, 6, 1, 15)
    const shares = zoomNames.map((unit) => [unit, shareOfToday(unit, wednesday)])
    assert.deepEqual(Object.fromEntries(shares), {
      year: '50%',
      quarter: '0%',
      month: '0%',
      week: '29%',
      day: '0%',
    })
  })
})
