import type { Cell, Condition } from '../../../ports/row-query.ts'
import { dayText, firstDayFrom, midnightOf } from '../../../zone-time.ts'
import type { ZoneClock } from '../../../zone-time.ts'
import { all, any, nothing, oneOf, textMatch } from './conditions.ts'
import type { CellTests } from './conditions.ts'
import { equalNumber } from './filter-rule.ts'
import type { Given } from './filter-rule.ts'
import type { Period } from './period.ts'

const dayMs = 86_400_000
/** What a cell can hold, as instants and as days. */
const earliest = Date.parse('0001-01-01T00:00:00.000Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')
const firstDay = Math.floor(earliest / dayMs)
const lastDay = Math.floor(latest / dayMs)

const fewDays = 20

interface DateTests extends CellTests {
  /** From its start on and before its end. */
  within: (period: Period) => Condition
}

/**
 * The client has a date as its midnight in the client's zone, and takes the time of day away from
 * both before it compares them. Whatever it asks then is whether a cell lies between two instants.
 */
export function dateCell(
  column: string,
  type: 'date' | 'datetime',
  byDay: boolean,
  clock: ZoneClock,
): DateTests {
  const cell: Cell = { column, read: 'value' }

  function within({ from, to }: Period): Condition {
    const bounds = [
      from === undefined ? null : bound(from, '>='),
      to === undefined ? null : bound(to, '<'),
    ].filter((each) => each !== null)
    return bounds.length === 0 ? { kind: 'hasValue', column } : all(bounds)
  }

  /** `null` where every value passes. */
  function bound(ms: number, operator: '>=' | '<'): Condition | null {
    const near = Math.min(Math.max(ms, earliest - 3 * dayMs), latest + 3 * dayMs)
    const isDay = type === 'date'
    const day = isDay || byDay ? firstDayFrom(clock, near) : 0
    const [at, first, last] = isDay
      ? [day, firstDay, lastDay]
      : [byDay ? midnightOf(clock, day) : near, earliest, latest]
    if (at <= first) return operator === '>=' ? null : nothing
    if (at > last) return operator === '<' ? null : nothing
    return {
      kind: 'compare',
      cell,
      operator,
      value: isDay ? dayText(at) : new Date(at).toISOString(),
    }
  }

  return {
    within,
    compare(operator, value) {
      const ms = Number(value)
      if (Number.isNaN(ms)) return nothing
      if (operator === '>') return within({ from: Math.floor(ms) + 1 })
      if (operator === '>=') return within({ from: Math.ceil(ms) })
      return within({ to: operator === '<' ? Math.ceil(ms) : Math.floor(ms) + 1 })
    },
    equal(value, strict) {
      // With their time of day they are objects, and no two objects are the same.
      const ms = byDay ? equalNumber(value, strict) : null
      return ms === null || !Number.isInteger(ms) ? nothing : within({ from: ms, to: ms + 1 })
    },
    match: (part, text) => textMatch(cell, part, text),
    oneOf(values) {
      const midnights = byDay ? values.filter(isWholeNumber) : []
      // An index serves a few stretches of time, but not what is worked out of each value.
      if (type === 'datetime' && midnights.length <= fewDays) {
        return any(midnights.map((ms) => within({ from: ms, to: ms + 1 })))
      }
      const days = midnights.flatMap((ms) => daysAt(ms, clock))
      return oneOf(type === 'date' ? cell : { column, read: 'day', zone: clock.zone }, days)
    },
  }
}

function isWholeNumber(value: Given): value is number {
  return Number.isInteger(value)
}

/** The days that begin at an instant: two where the clocks skipped a whole day. */
function daysAt(ms: number, clock: ZoneClock): string[] {
  if (!(ms > earliest - 3 * dayMs && ms < latest + 3 * dayMs)) return []
  const days: string[] = []
  for (let day = firstDayFrom(clock, ms); midnightOf(clock, day) === ms; day++) {
    days.push(dayText(day))
  }
  return days
}
