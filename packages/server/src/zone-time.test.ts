import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import {
  dayAt,
  dayText,
  firstDayFrom,
  midnightOf,
  monthAt,
  offsetAt,
  startOfDay,
  zoneClock,
} from './zone-time.ts'

const zone = process.env['TZ']
const zones = ['America/New_York', 'America/Sao_Paulo', 'Atlantic/Azores', 'Pacific/Apia', 'UTC']
const dayMs = 86_400_000
const firstDay = Date.UTC(2009, 0, 1) / dayMs
const days = Array.from({ length: 18 * 366 }, (_, index) => firstDay + index)

afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

describe('the time of a zone', () => {
  for (const name of zones) {
    it(`is that of a Date in a process in ${name}`, () => {
      process.env['TZ'] = name
      const clock = zoneClock(name)
      for (const day of days) {
        const [year, month, date] = dayText(day).split('-').map(Number)
        const midnight = new Date(year!, month! - 1, date).getTime()
        assert.equal(midnightOf(clock, day), midnight, dayText(day))

        for (const ms of [midnight - 1, midnight, midnight + 5_400_000, midnight + 9_000_000]) {
          const local = new Date(ms)
          assert.equal(offsetAt(clock, ms), 0 - local.getTimezoneOffset() * 60_000)
          assert.equal(monthAt(clock, ms), local.getFullYear() * 12 + local.getMonth())
          assert.equal(startOfDay(clock, ms), local.setHours(0, 0, 0, 0))
        }
      }
    })
  }

  it('counts days from 1970-01-01', () => {
    assert.equal(dayAt(zoneClock('UTC'), 0), 0)
    assert.equal(dayAt(zoneClock('America/New_York'), 0), -1)
    assert.equal(dayAt(zoneClock('Asia/Tokyo'), dayMs - 1), 1)
  })

  it('knows the first day that begins at an instant or later', () => {
    const midnight = Date.parse('2026-03-08T05:00:00Z')

    assert.equal(dayText(firstDayFrom(zoneClock('America/New_York'), midnight)), '2026-03-08')
    assert.equal(dayText(firstDayFrom(zoneClock('America/New_York'), midnight + 1)), '2026-03-09')
  })

  it('has two days begin at once where the clocks skipped one', () => {
    const midnight = Date.parse('2011-12-30T10:00:00Z')

    assert.equal(midnightOf(zoneClock('Pacific/Apia'), Date.parse('2011-12-30') / dayMs), midnight)
    assert.equal(midnightOf(zoneClock('Pacific/Apia'), Date.parse('2011-12-31') / dayMs), midnight)
    assert.equal(dayText(firstDayFrom(zoneClock('Pacific/Apia'), midnight)), '2011-12-30')
  })

  it('has an answer up to the last instant a Date can be', () => {
    assert.equal(offsetAt(zoneClock('Asia/Tokyo'), 8.64e15), 9 * 3_600_000)
    assert.equal(offsetAt(zoneClock('Asia/Tokyo'), -8.64e15) > 0, true)
  })
})
