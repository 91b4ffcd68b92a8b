import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { api } from '../../../test/fixtures/api.ts'

describe('the assignments of one resource', () => {
  it('are all of theirs, also in branches that are sent when they are unfolded', async () => {
    const { call, refuses } = await api({ lazyAbove: 1 })
    const post = async (path: string, body: object) =>
      ((await call('POST', path, body)).json as { id: number }).id
    const ada = await post('/resources', { name: 'Ada' })
    const bob = await post('/resources', { name: 'Bob' })
    const parent = await post('/tasks', { text: 'House' })
    const [first, second] = [
      await post('/tasks', { text: 'Dig', parent }),
      await post('/tasks', { text: 'Build', parent }),
    ]
    for (const [task, resource] of [
      [first, ada],
      [second, ada],
      [second, bob],
    ]) {
      await post('/assignments', { task, resource })
    }
    const tasksOf = async (query: string) =>
      ((await call('GET', `/assignments${query}`)).json as { task: number }[]).map(
        ({ task }) => task,
      )

    assert.deepEqual(await tasksOf(''), [])
    assert.deepEqual(await tasksOf(`?resource=${ada}`), [first, second])
    assert.deepEqual(await tasksOf(`?resource=${bob}`), [second])
    assert.deepEqual(await tasksOf('?resource=999'), [])
    await refuses([422, 'query.invalid'], 'GET', '/assignments?resource=Ada')
  })
})
