import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../../../test/fixtures/seeded-random.ts'
import { commonSpans, hoursOn, roundTheClock, spansOf } from './calendar-spans.ts'
import type { CalendarRules } from './calendar-spans.ts'
import { allHours, hoursOf, noHours } from './hours-of-day.ts'
import { day, dayOf, hour, lastDay, textOf, tickOf } from './ticks.ts'
import type { Span } from './hours-of-day.ts'
import {
  earlierBy,
  finishAt,
  hasWork,
  lastWork,
  laterBy,
  nextWork,
  startAt,
  workAt,
  workBetween,
  workingTime,
} from './working-time.ts'

const office = hoursOf([
  [8 * hour, 12 * hour],
  [13 * hour, 17 * hour],
])
const nothing: CalendarRules = { week: Array(7).fill(null), weeks: [], exceptions: [] }
const standardWeek = [office, office, office, office, office, noHours, noHours]
const standard = spansOf({ ...nothing, week: standardWeek }, roundTheClock)
const calendar = workingTime(standard)

// 2026-03-02 is a Monday.
const at = (text: string) => tickOf(`2026-03-${text}`)
const on = (date: number) => dayOf(`2026-03-${String(date).padStart(2, '0')}`)

function ends(spans: readonly Span[], start: string, days: number): string {
  return textOf(laterBy(workingTime(spans), at(start), days * 8 * hour)).slice(8, 16)
}

describe('working time', () => {
  it('ends where work ends, and not the morning after', () => {
    assert.equal(ends(standard, '02T08:00', 5), '06T17:00')
    assert.equal(ends(standard, '02T13:00', 0.5), '02T17:00')
  })

  it('goes on after nights and weekends', () => {
    assert.equal(ends(standard, '05T08:00', 3), '09T17:00')
    assert.equal(ends(standard, '07T10:00', 1), '09T17:00')
  })

  it('begins where work begins, counted back from its end', () => {
    assert.equal(textOf(earlierBy(calendar, at('09T17:00'), 24 * hour)), '2026-03-05T08:00:00')
    assert.equal(textOf(earlierBy(calendar, at('08T10:00'), 8 * hour)), '2026-03-06T08:00:00')
  })

  it('takes no time where there is nothing to do, wherever that is', () => {
    assert.equal(laterBy(calendar, at('07T10:00'), 0), at('07T10:00'))
  })

  it('knows both sides of a pause', () => {
    assert.equal(nextWork(calendar, at('06T17:00')), at('09T08:00'))
    assert.equal(lastWork(calendar, at('09T08:00')), at('06T17:00'))
    assert.equal(nextWork(calendar, at('04T12:00')), at('04T13:00'))
    assert.equal(nextWork(calendar, at('04T09:30')), at('04T09:30'))
    assert.equal(lastWork(calendar, at('04T09:30')), at('04T09:30'))
  })

  it('is counted between any instants, backwards too', () => {
    assert.equal(workBetween(calendar, at('02T08:00'), at('09T08:00')), 40 * hour)
    assert.equal(workBetween(calendar, at('09T08:00'), at('02T08:00')), -40 * hour)
    assert.equal(workBetween(calendar, at('07T00:00'), at('08T23:00')), 0)
  })

  it('reaches from before 1970 to the last date there is', () => {
    const long = laterBy(calendar, tickOf('1899-12-30T00:00'), 2000 * 52 * 40 * hour)
    assert.equal(textOf(long).slice(0, 4), '3893')
    assert.equal(laterBy(calendar, at('02T08:00'), 1e15), tickOf('9999-12-31T00:00'))
  })
})

describe('a calendar', () => {
  const holiday = { from: on(4), to: on(4), hours: noHours }

  it('has exceptions that win over its week', () => {
    assert.equal(
      ends(spansOf({ ...nothing, exceptions: [holiday] }, standard), '02T08:00', 5),
      '09T17:00',
    )
    const saturday = { from: on(7), to: on(7), hours: office }
    assert.equal(
      ends(spansOf({ ...nothing, exceptions: [saturday] }, standard), '06T08:00', 2),
      '07T17:00',
    )
  })

  it('has other weeks for a while, over which an exception still wins', () => {
    const short = hoursOf([[8 * hour, 12 * hour]])
    const week = [short, short, short, short, short, noHours, noHours]
    const weeks = [{ from: on(2), to: on(6), week }]
    assert.equal(ends(spansOf({ ...nothing, weeks }, standard), '02T08:00', 3), '09T12:00')
    const both = spansOf({ ...nothing, weeks, exceptions: [holiday] }, standard)
    assert.equal(ends(both, '02T08:00', 2), '06T12:00')
  })

  it('follows its parent where it says nothing, holidays included', () => {
    const parent = spansOf({ ...nothing, exceptions: [holiday] }, standard)
    const child = spansOf({ ...nothing, week: [noHours, ...Array<null>(6).fill(null)] }, parent)
    assert.deepEqual(
      [2, 3, 4, 5].map((date) => hoursOn(child, on(date)).total / hour),
      [0, 8, 0, 8],
    )
  })

  it('works on its own exceptions even where the parent does not', () => {
    const parent = spansOf({ ...nothing, exceptions: [holiday] }, standard)
    const child = spansOf({ ...nothing, exceptions: [{ ...holiday, hours: office }] }, parent)
    assert.equal(hoursOn(child, on(4)).total, 8 * hour)
  })

  it('of two exceptions on a day keeps the later', () => {
    const twice = { ...nothing, exceptions: [holiday, { ...holiday, hours: office }] }
    assert.equal(hoursOn(spansOf(twice, standard), on(4)).total, 8 * hour)
  })

  it('of two people has the hours they share', () => {
    const night = hoursOf([
      [0, 9 * hour],
      [16 * hour, day],
    ])
    const nights = spansOf({ ...nothing, week: Array(7).fill(night) }, roundTheClock)
    const shared = commonSpans(standard, nights)
    assert.equal(hoursOn(shared, on(2)).total, 2 * hour)
    assert.equal(ends(shared, '02T08:00', 1), '05T17:00')
  })

  it('without any hours is known to be idle', () => {
    assert.equal(
      hasWork(workingTime(spansOf({ ...nothing, week: Array(7).fill(noHours) }, standard))),
      false,
    )
  })

  it('joins hours that overlap or touch, and ends them at midnight', () => {
    const odd = hoursOf([
      [20 * hour, 2 * hour],
      [8 * hour, 12 * hour],
      [11 * hour, 13 * hour],
      [13 * hour, 14 * hour],
    ])
    assert.deepEqual(
      [odd.from, odd.to, odd.total],
      [[8 * hour, 20 * hour], [14 * hour, day], 10 * hour],
    )
  })

  it('counts as adding up hour by hour does, with any exceptions', () => {
    const random = seededRandom(7)
    for (let round = 0; round < 200; round++) {
      const exceptions = Array.from({ length: random.between(0, 6) }, () => {
        const from = on(1) + random.between(0, 40)
        const hours = random.pick([noHours, office, hoursOf([[22 * hour, day]])])
        return { from, to: from + random.between(0, 9), hours }
      })
      const spans = spansOf({ ...nothing, exceptions }, standard)
      const made = workingTime(spans)
      const start = at('01T00:00') + random.between(0, 30) * day + random.between(0, 23) * hour
      let work = workAt(made, start)
      for (let tick = start; tick < start + 20 * day; tick += hour) {
        const hours = hoursOn(spans, Math.floor(tick / day))
        const time = tick - Math.floor(tick / day) * day
        const inside = hours.from.some((from, i) => time >= from && time < (hours.to[i] ?? 0))
        if (inside) {
          assert.equal(nextWork(made, tick), tick)
          work += hour
          assert.equal(laterBy(made, start, work - workAt(made, start)), tick + hour)
          assert.equal(earlierBy(made, tick + hour, hour), tick)
        }
        assert.equal(workAt(made, tick + hour), work)
      }
    }
  })

  it('counts the same when it is asked so often that its years are counted out', () => {
    const random = seededRandom(8)
    const edges = [0, 1, 8 * hour - 1, 8 * hour, 12 * hour, 13 * hour, 17 * hour, 17 * hour + 1]
    for (const week of [standardWeek, Array(7).fill(allHours), Array(7).fill(hoursOf([[1, 2]]))]) {
      const exceptions = Array.from({ length: 40 }, () => {
        const from = on(1) + random.between(-2000, 2000)
        return { from, to: from + random.between(0, 30), hours: random.pick([noHours, office]) }
      })
      const spans = spansOf({ ...nothing, week, exceptions }, roundTheClock)
      const often = workingTime(spans)
      for (const [count, years] of [
        [20_000, 3] as const,
        [20_000, 40] as const,
        [500, 9000] as const,
      ]) {
        for (let i = 0; i < count; i++) {
          const days = on(1) + random.between(-years * 365, years * 365)
          const tick = Math.min(days, lastDay - 10) * day + random.pick(edges)
          // One that was never asked before does not know where it will be.
          const seldom = i % 100 === 0 ? workingTime(spans) : null
          const work = workAt(often, tick)
          const found = [finishAt(often, work), startAt(often, work), startAt(often, work - 1)]
          if (!seldom) continue
          assert.equal(work, workAt(seldom, tick))
          assert.deepEqual(
            found,
            [finishAt(seldom, work), startAt(seldom, work), startAt(seldom, work - 1)],
            textOf(tick),
          )
        }
      }
      assert.ok(often.often.length > 0)
    }
  })

  it('with more pauses than can be counted out still counts', () => {
    const minutes = Array.from({ length: 700 }, (_, i) => [20 * i, 20 * i + 10] as const)
    const broken = workingTime(
      spansOf({ ...nothing, week: Array(7).fill(hoursOf(minutes)) }, standard),
    )
    for (let i = 0; i < 5000; i++) workAt(broken, at('02T08:00') + i)
    assert.equal(broken.often.length, 0)
    assert.equal(workBetween(broken, at('02T00:00'), at('03T00:00')), 7000)
  })

  it('counts no more years out than there is room for', () => {
    const room = { days: 3000 }
    const two = [workingTime(standard, room), workingTime(standard, room)]
    for (const one of two) {
      for (let i = 0; i < 10_000; i++) nextWork(one, at('02T00:00') + i * hour)
    }
    assert.deepEqual(
      two.map(({ often }) => often.length / day),
      [2048, 0],
    )
    assert.equal(room.days, 952)
  })
})
