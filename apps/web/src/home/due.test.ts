import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dueIn } from './due.ts'

const now = new Date('2026-11-19T10:00:00')
const task = (id: number, end: string, progress = 0, more = {}) => ({
  id,
  type: 'task',
  end: `2026-${end}T00:00:00`,
  progress,
  ...more,
})

describe('what is due in a plan', () => {
  it('is late or ends within a week, the first to end first', () => {
    const listed = [task(1, '11-26'), task(2, '11-18'), task(3, '12-24'), task(4, '11-20')]
    const { tasks, late, open, all } = dueIn(listed, now)
    assert.deepEqual(
      tasks.map(({ id }) => id),
      [2, 4, 1],
    )
    assert.deepEqual([late, open, all], [1, 4, 4])
  })

  it('is nothing that is done, and no summary', () => {
    const listed = [task(1, '11-18', 100), task(2, '11-18', 50, { type: 'summary' })]
    const { tasks, late, open, all } = dueIn(listed, now)
    assert.deepEqual([tasks, late, open, all], [[], 0, 0, 1])
  })

  it('has tasks without an end in none of its lists, and counts them', () => {
    const { tasks, open } = dueIn([{ id: 1, type: 'task' }], now)
    assert.deepEqual([tasks, open], [[], 1])
  })

  it('says when there is more than was listed', () => {
    assert.equal(dueIn([task(1, '11-20')], now).isWhole, true)
    assert.equal(dueIn([task(1, '11-20'), task(2, '11-20', 0, { lazy: true })], now).isWhole, false)
  })
})
