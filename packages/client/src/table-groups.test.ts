import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ViewGroup } from '@triptych/contract/table-schema'
import { spanOf } from './table-groups.ts'

describe('the span of a group of dates', () => {
  it('goes from its first to its last instant', () => {
    assert.deepEqual(daysOf('2026-02-28', 'day'), ['Sat Feb 28 2026', 'Sun Mar 01 2026'])
    assert.deepEqual(daysOf('2026-12-28', 'week'), ['Mon Dec 28 2026', 'Mon Jan 04 2027'])
    assert.deepEqual(daysOf('2026-12', 'month'), ['Tue Dec 01 2026', 'Fri Jan 01 2027'])
    assert.deepEqual(daysOf('2026', 'year'), ['Thu Jan 01 2026', 'Fri Jan 01 2027'])
  })
})

/** The day it begins with, and the one behind it. */
function daysOf(key: string, unit: ViewGroup['unit']): string[] {
  const { start, end } = spanOf(key, unit)
  return [start, new Date(end.getTime() + 1)].map((date) => date.toDateString())
}
