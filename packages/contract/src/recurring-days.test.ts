import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Recurrence } from './recurring-days.ts'
import { recurringDays } from './recurring-days.ts'

const rule: Recurrence = {
  unit: 'day',
  every: 1,
  weekdays: [],
  nth: null,
  dayOfMonth: null,
  month: null,
  count: null,
}

const dayOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000

function days(changed: Partial<Recurrence>, from: string, to: string): string[] {
  return recurringDays({ ...rule, ...changed }, dayOf(from), dayOf(to)).map((day) =>
    new Date(day * 86_400_000).toISOString().slice(0, 10),
  )
}

it('every third day, counted from the first', () => {
  assert.deepEqual(days({ every: 3 }, '2026-03-01', '2026-03-08'), [
    '2026-03-01',
    '2026-03-04',
    '2026-03-07',
  ])
})

it('Mondays and Fridays of every second week', () => {
  assert.deepEqual(days({ unit: 'week', every: 2, weekdays: [4, 0] }, '2026-03-03', '2026-03-20'), [
    '2026-03-06',
    '2026-03-16',
    '2026-03-20',
  ])
})

it('a day that some months have not is left out in those', () => {
  assert.deepEqual(days({ unit: 'month', dayOfMonth: 31 }, '2026-01-01', '2026-05-31'), [
    '2026-01-31',
    '2026-03-31',
    '2026-05-31',
  ])
})

it('the second Tuesday and the last Friday of a month', () => {
  assert.deepEqual(days({ unit: 'month', nth: 2, weekdays: [1] }, '2026-03-01', '2026-04-30'), [
    '2026-03-10',
    '2026-04-14',
  ])
  assert.deepEqual(days({ unit: 'month', nth: 5, weekdays: [4] }, '2026-03-01', '2026-04-30'), [
    '2026-03-27',
    '2026-04-24',
  ])
})

it('a day of the year, as often as is said', () => {
  assert.deepEqual(
    days({ unit: 'year', month: 12, dayOfMonth: 25, count: 2 }, '2026-03-01', '2099-12-31'),
    ['2026-12-25', '2027-12-25'],
  )
  assert.deepEqual(
    days({ unit: 'year', month: 11, nth: 4, weekdays: [3] }, '2026-01-01', '2026-12-31'),
    ['2026-11-26'],
  )
})

it('without an end in sight it stops before it fills the memory', () => {
  assert.equal(recurringDays(rule, dayOf('0001-01-01'), dayOf('9999-12-31')).length, 40_000)
  assert.deepEqual(days({ unit: 'week' }, '2026-01-01', '9999-12-31'), [])
})
