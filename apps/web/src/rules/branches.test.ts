import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { branchesOf } from './branches.ts'

const task = (id: number, parent: number) => ({ id, parent, text: `t${id}` })

describe('the branches of a plan', () => {
  it('stand below the task they belong to, in the order of the plan', () => {
    const tasks = [task(1, 0), task(2, 0), task(3, 2), task(4, 1), task(5, 4), task(6, 1)]
    assert.deepEqual(
      branchesOf(tasks).map(({ text, depth }) => `${text} ${depth}`),
      ['t1 0', 't4 1', 't5 2', 't6 1', 't2 0', 't3 1'],
    )
  })

  it('may be deeper than the stack', () => {
    const tasks = Array.from({ length: 20_000 }, (_, n) => ({ id: n + 1, parent: n, text: 'x' }))
    assert.equal(branchesOf(tasks).at(-1)?.depth, 19_999)
  })
})
