import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ganttApi } from '../../../test/fixtures/gantt-api.ts'

const tooMany = [422, 'gantt.too_many_tasks'] as const

describe('a plan with as many tasks as it may have', () => {
  it('takes no more, until one is deleted', async () => {
    const { done, refuses, tasks } = await ganttApi({ maxTasks: 3 })
    for (const text of ['a', 'b', 'c']) await done('POST', '/tasks', { text })

    const problem = await refuses(tooMany, 'POST', '/tasks', { text: 'd' })
    assert.equal(problem['limit'], 3)
    await done('DELETE', '/tasks/2')
    await done('POST', '/tasks', { text: 'd' })
    await refuses(tooMany, 'POST', '/tasks', { text: 'e' })
    await done('PUT', '/tasks/1', { text: 'changed' })
    assert.equal((await tasks()).length, 3)
  })

  it('takes no copies either, of a task or of a branch that does not fit as a whole', async () => {
    const { done, refuses, tasks } = await ganttApi({ maxTasks: 4 })
    const { id } = await done('POST', '/tasks', { text: 'root' })
    for (const text of ['a', 'b']) await done('POST', '/tasks', { text, parent: id })
    const copy = { operation: 'copy', target: id, mode: 'after' }

    await refuses(tooMany, 'PUT', `/tasks/${id}`, { ...copy, lazy: true })
    await done('PUT', '/tasks/2', { ...copy, target: 2 })
    await refuses(tooMany, 'PUT', '/tasks/2', { ...copy, target: 2 })
    assert.equal((await tasks()).length, 4)
  })

  it('takes of many at once as many as fit, whatever ids they bring', async () => {
    const { call, tasks } = await ganttApi({ maxTasks: 5 })

    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => call('POST', '/tasks', { text: 'x', id: 100 - n })),
    )

    assert.equal(answers.filter(({ status }) => status === 200).length, 5)
    assert.equal((await tasks()).length, 5)
  })

  it('is counted on in a batch', async () => {
    const { call, tasks } = await ganttApi({ maxTasks: 5 })
    const batch = (count: number) =>
      call(
        'POST',
        '/batch',
        Array.from({ length: count }, () => ({
          url: 'tasks',
          method: 'POST',
          data: { text: 'x' },
        })),
      )

    const first = await batch(3)
    assert.equal(first.status, 200, JSON.stringify(first.json))
    await call('DELETE', '/tasks/1')
    await batch(2)
    assert.equal((await tasks()).length, 4)
    await batch(2)
    assert.equal((await tasks()).length, 5)
    await batch(1)
    assert.equal((await tasks()).length, 5)
  })
})
