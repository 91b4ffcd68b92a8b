import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { endingDays, isAtEndOfDay } from './milestone-day.ts'
import type { DayLink, DayTask } from './milestone-day.ts'

const [thursday, friday] = ['2026-11-26T00:00:00', '2026-11-27T00:00:00']
const task = (end: string, more: object = {}) => ({
  start: '2026-11-20T00:00:00',
  end,
  parent: 0,
  ...more,
})
const point = (start: string, more: object = {}) => ({
  type: 'milestone',
  start,
  end: null,
  parent: 0,
  ...more,
})

/** Of the task 9, to which these links lead. */
function answer(
  tasks: Record<number, DayTask<number>>,
  links: [from: number, to: number, more?: Partial<DayLink<number>>][],
  isAuto = true,
): boolean {
  const linksTo = (id: number) =>
    links.flatMap(([source, to, more]) => (to === id ? [{ source, ...more }] : []))
  return isAtEndOfDay(9, { isAuto, task: (id) => tasks[id], linksTo })
}

describe('a milestone at midnight', () => {
  it('is on the day that ends there, where it waits for what ends there', () => {
    assert.equal(answer({ 1: task(thursday), 9: point(thursday) }, [[1, 9]]), true)
    assert.equal(answer({ 1: task(thursday), 9: point(thursday) }, [[1, 9, { type: 'e2e' }]]), true)
    // Of others by links that do not count, or that end elsewhere, it is on the day that begins.
    assert.equal(answer({ 1: task(thursday), 9: point(thursday) }, []), false)
    assert.equal(answer({ 1: task(thursday), 9: point(friday) }, [[1, 9]]), false)
    assert.equal(
      answer({ 1: task(thursday), 9: point(thursday) }, [[1, 9, { type: 's2s' }]]),
      false,
    )
    assert.equal(
      answer({ 1: task(thursday), 9: point(thursday) }, [[1, 9, { active: false }]]),
      false,
    )
    const at = '2026-11-26T09:00:00'
    assert.equal(answer({ 1: task(at), 9: point(at) }, [[1, 9]]), false)
  })

  it('is where those milestones are that it waits for, and waits for what all above it waits for', () => {
    const tasks = { 1: task(thursday), 2: point(thursday), 9: point(thursday) }
    assert.equal(
      answer(tasks, [
        [1, 2],
        [2, 9],
      ]),
      true,
    )
    assert.equal(answer(tasks, [[2, 9]]), false)
    assert.equal(
      answer(tasks, [
        [2, 9],
        [9, 2],
      ]),
      false,
    )
    const below = { 1: task(thursday), 2: task(friday), 9: point(thursday, { parent: 2 }) }
    assert.equal(answer(below, [[1, 2]]), true)
  })

  it('is behind what it waits for by a lag, where that is kept to', () => {
    const tasks = { 1: task(thursday), 9: point('2026-11-28T00:00:00') }
    assert.equal(answer(tasks, [[1, 9, { lag: 2 }]]), true)
    assert.equal(answer(tasks, [[1, 9, { lag: 2 }]], false), false)
  })

  it('is on the day that was asked for', () => {
    const asked = (type: string, date: string, more: object = {}) => {
      const constraint = { type, date, ...more }
      return answer({ 1: task(thursday), 9: point(thursday, { constraint }) }, [[1, 9]])
    }
    assert.equal(asked('snet', thursday), false)
    assert.equal(asked('snet', thursday, { implied: true }), true)
    assert.equal(asked('snet', '2026-11-25T00:00:00'), true)
    const free = (type: string, date: string) =>
      answer({ 9: point(thursday, { constraint: { type, date } }) }, [])
    assert.equal(free('mfo', thursday), true)
    assert.equal(free('fnlt', '2026-11-25T17:00:00'), true)
    assert.equal(free('fnlt', '2026-11-25T00:00:00'), false)
    assert.equal(free('mso', thursday), false)
  })

  it('is found in a row of as many milestones as there may be, round in a circle, too', () => {
    const ids = Array.from({ length: 100_000 }, (_, at) => at + 2)
    const links = new Map(ids.map((id) => [id, [{ source: id - 1 }]]))
    const plan = {
      isAuto: true,
      task: (id: number) => (id === 1 ? task(thursday) : point(thursday)),
      linksTo: (id: number) => links.get(id) ?? [],
    }
    assert.equal(isAtEndOfDay(ids.at(-1)!, plan), true)
    assert.equal(endingDays(ids, plan).size, ids.length)
    links.set(2, [{ source: ids.at(-1)! }])
    assert.equal(endingDays(ids, plan).size, 0)
  })
})
