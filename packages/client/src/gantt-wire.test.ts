import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { changedFields, fieldsToShow, fromWire, toWire, wallTime } from './gantt-wire.ts'

const zones = ['America/New_York', 'UTC', 'Pacific/Auckland']
const zoneBefore = process.env['TZ']
after(() => {
  if (zoneBefore === undefined) delete process.env['TZ']
  else process.env['TZ'] = zoneBefore
})

describe('the dates of a plan', () => {
  for (const zone of zones) {
    it(`are what the clock shows in ${zone}`, () => {
      process.env['TZ'] = zone
      // Both hemispheres put their clocks forward and back within this year.
      for (let day = 1; day <= 366; day++) {
        for (const hour of [0, 8, 23]) {
          const text = wallTime(new Date(2026, 0, day, hour))
          assert.equal(toWire(fromWire({ start: text }))['start'], text)
          assert.equal((fromWire({ start: text })['start'] as unknown) instanceof Date, true)
        }
      }
      assert.deepEqual(
        fromWire<Record<string, unknown>>({ start: '2026-03-08' })['start'],
        new Date(2026, 2, 8),
      )
    })
  }

  it('stand in the parts of a split task, too', () => {
    const told = { segments: [{ start: '2026-03-01T08:00:00', duration: 2 }] }
    const shown = fromWire(told as Record<string, unknown>) as { segments: { start: Date }[] }

    assert.deepEqual(shown.segments[0]?.start, new Date(2026, 2, 1, 8))
    assert.deepEqual(toWire(shown), told)
  })
})

describe('what is told of a task', () => {
  it('is neither the view of one person nor what the widget reckons for itself', () => {
    const shown = { id: 1, parent: 0, text: 'a', $x: 1, data: [], open: true, lazy: false }
    assert.deepEqual(toWire(shown), { text: 'a' })
  })

  it('is what changed, and null for what has gone', () => {
    assert.deepEqual(changedFields({ text: 'a', note: 'b', n: [1] }, { text: 'c', n: [1] }), {
      text: 'c',
      note: null,
    })
  })

  it('has all dates when one has changed', () => {
    const before = { start: '2026-01-01T00:00:00', end: '2026-01-02T00:00:00', duration: 1 }
    const now = { ...before, start: '2025-12-31T00:00:00', duration: 2 }
    assert.deepEqual(changedFields(before, now), now)
  })
})

describe('what is said to the widget', () => {
  const shown = { type: 'task', start: 'A', end: 'B', duration: 1 }

  it('leaves the end to its reckoning where there is a duration', () => {
    assert.deepEqual(fieldsToShow(shown, { ...shown, end: null }), {})
    assert.deepEqual(fieldsToShow(shown, { ...shown, duration: 2 }), {
      type: 'task',
      start: 'A',
      end: null,
      duration: 2,
    })
  })

  it('leaves the duration to it where there is none', () => {
    assert.deepEqual(fieldsToShow(shown, { type: 'task', start: 'A', end: 'C' }), {
      type: 'task',
      start: 'A',
      end: 'C',
      duration: null,
    })
  })
})
