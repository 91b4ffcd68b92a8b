import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lately, when } from './when.ts'

const now = new Date(2026, 2, 1, 12, 0)
const at = (month: number, day: number, hour: number) =>
  new Date(2026, month, day, hour, 5).toISOString()

describe('what was done lately', () => {
  it('is of today or yesterday by the days of the place, over a month and a midnight', () => {
    assert.match(lately(at(2, 1, 0), now), /^Today, .*05/)
    assert.match(lately(at(1, 28, 23), now), /^Yesterday, .*05/)
  })

  it('has the date where it is longer ago, or is still to come', () => {
    for (const other of [at(1, 27, 23), at(2, 2, 0)]) {
      assert.equal(lately(other, now), when(other))
    }
  })
})
