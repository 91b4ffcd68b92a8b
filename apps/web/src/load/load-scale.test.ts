import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Load } from '@triptych/contract/load'
import { columnsIn, periodOf, shownColumns } from './load-scale.ts'
import type { Scale } from './load-scale.ts'

/** From the first of March on, so many days of this width. */
function scale(days: number, dayWidth: number): Scale {
  const start = new Date(2026, 2, 1)
  const end = new Date(2026, 2, 1 + days)
  const daysTo = (date: Date) => Math.round((date.getTime() - start.getTime()) / 86_400_000)
  return { start, end, width: days * dayWidth, xOf: (date) => daysTo(date) * dayWidth }
}

describe('the time of the chart', () => {
  it('is asked for by the day where days are wide enough, else by the week', () => {
    const asked = { from: '2026-03-01', to: '2026-03-31' }
    assert.deepEqual(periodOf(scale(31, 40), 0), { ...asked, unit: 'day' })
    assert.deepEqual(periodOf(scale(31, 12), 0), { ...asked, unit: 'week' })
  })

  it('of which there is very much is asked for around what is seen', () => {
    const long = scale(3000, 40)
    const from = (day: number) => periodOf(long, day * 40).from
    assert.equal(from(0), '2026-03-01')
    assert.equal(from(300), '2026-03-01')
    assert.equal(from(1000), from(1100))
    const { from: first, to: last } = periodOf(long, 1100 * 40)
    assert.ok(first < '2029-03-05' && last > '2029-06-05', `${first} ${last}`)
  })
})

describe('the columns of a load', () => {
  it('stand below the days of the chart, and end with it', () => {
    const columns = ['2026-02-23', '2026-03-02']
    const load = { columns, unit: 'week' } as unknown as Load
    assert.deepEqual(columnsIn(scale(6, 10), load), [
      { x: 0, width: 10 },
      { x: 10, width: 50 },
    ])
  })

  it('are those that are seen', () => {
    const columns = [0, 10, 20, 30].map((x) => ({ x, width: 10 }))
    assert.deepEqual(shownColumns(columns, 0, 20), [0, 2])
    assert.deepEqual(shownColumns(columns, 15, 10), [1, 3])
    assert.deepEqual(shownColumns(columns, 35, 50), [3, 4])
    assert.deepEqual(shownColumns([], 0, 20), [0, 0])
  })
})
