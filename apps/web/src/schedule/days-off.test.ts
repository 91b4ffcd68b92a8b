import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noSchedule } from '@triptych/contract/schedule'
import type { Calendar } from '@triptych/contract/schedule'
import { daysOff } from './days-off.ts'

const hours: [string, string][] = [['08:00', '16:00']]
const week = { mon: hours, tue: hours, wed: hours, thu: hours, fri: hours }
const office: Calendar = { id: 1, name: 'Office', parent: null, week, weeks: [], exceptions: [] }

// 2026-03-02 is a Monday.
function off(calendars: Calendar[], calendar: number | null, days: readonly number[]): number[] {
  const isOff = daysOff({ schedule: { ...noSchedule, calendar }, calendars })
  return days.filter((day) => isOff(new Date(2026, 2, day)))
}

const firstWeek = [2, 3, 4, 5, 6, 7, 8]

describe('the days off of a plan', () => {
  it('are weekends where no calendar is said', () => {
    assert.deepEqual(off([], null, firstWeek), [7, 8])
  })

  it('are days without hours, and holidays, of which the last said holds', () => {
    const exceptions = [
      { from: '2026-03-03', to: '2026-03-05', hours: [] },
      { from: '2026-03-04', hours },
      { from: '2026-03-08', hours },
    ]
    assert.deepEqual(off([{ ...office, exceptions }], 1, firstWeek), [3, 5, 7])
  })

  it('are other ones in other weeks', () => {
    const weeks = [{ from: '2026-03-01', to: '2026-03-10', week: { fri: [], sat: hours } }]
    assert.deepEqual(off([{ ...office, weeks }], 1, firstWeek), [6, 8])
  })

  it('are those of the parent where the calendar says nothing', () => {
    const exceptions = [{ from: '2026-03-02', hours: [] }]
    const child = { ...office, id: 2, parent: 1, week: { tue: [], sat: hours } }
    assert.deepEqual(off([{ ...office, exceptions }, child], 2, firstWeek), [2, 3, 8])
  })

  it('come again where they repeat', () => {
    const repeat = { every: 1, unit: 'week' as const, days: ['wed' as const] }
    const exceptions = [{ from: '2026-03-01', to: '2026-12-31', hours: [], repeat }]
    assert.deepEqual(off([{ ...office, exceptions }], 1, [3, 4, 5, 10, 11, 12, 18]), [4, 11, 18])
  })
})
