import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTriptych } from '../main.ts'

interface Task {
  id: number
  parent: number
  text: string
  lazy?: boolean
}

describe('the demo plan', () => {
  it('has about forty tasks, links, people, and a branch that is loaded on demand', async () => {
    const triptych = await createTriptych({ data: ':memory:' })
    const list = async <T>(path: string): Promise<T[]> =>
      (await (await triptych.fetch(new Request(`http://localhost${path}`))).json()) as T[]

    const tasks = await list<Task>('/tasks')
    const lazy = tasks.filter((task) => task.lazy)
    const below = await list<Task>(`/tasks/${lazy[0]?.id}`)

    assert.deepEqual(
      lazy.map(({ text }) => text),
      ['Rooms'],
    )
    assert.ok(tasks.length + below.length >= 36 && tasks.length + below.length <= 45)
    assert.equal((await list('/links')).length, 17)
    assert.equal((await list('/resources')).length, 7)
    assert.ok((await list('/assignments')).length > 10)
    await triptych.close()
  })
})
