import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ganttApi, temporary } from '../../../test/fixtures/gantt-api.ts'

const start = '2026-04-01T09:00:00'
const item = (method: string, url: string, data?: unknown) => ({ method, url, data })
const task = (text: string, more: object = {}) => item('POST', 'tasks', { text, start, ...more })

/** Most go last below the same parent and bring no id along; some are refused, for what they are or where they go. */
const mixed = [
  task('a'),
  task('b', { details: 'of b', own: [1, { two: 2 }] }),
  task('c', { id: temporary(1) }),
  task('bad', { progress: 'much' }),
  task('bad', { end: '2026-03-01T09:00:00' }),
  task('d', { parent: 0 }),
  task('below a', { parent: 1 }),
  task('below a, too', { parent: 1 }),
  task('nowhere', { parent: 99 }),
  task('nowhere either', { parent: 99 }),
  task('below c', { parent: temporary(1) }),
  task('below c, too', { parent: temporary(1) }),
  task('below nothing', { parent: temporary(2), id: temporary(2) }),
  task('below the one before', { parent: temporary(2) }),
  item('POST', 'tasks', { text: 'today' }),
  item('POST', 'tasks', { task: { text: 'before a', start }, mode: 'before', target: 1 }),
  item('POST', 'tasks', { task: { text: 'in an event', start } }),
  item('POST', 'tasks', { task: { text: 'in another', start, parent: 0 }, mode: 'child' }),
  task('its own', { id: 500 }),
  task('taken', { id: 500 }),
  task('after its own'),
  item('PUT', 'tasks/501', { text: 'after' }),
  task('e'),
  task('f', { type: 'milestone', duration: 5 }),
]

/** Each task of a plan with everything but when it was made. */
async function planOf(api: Awaited<ReturnType<typeof ganttApi>>, since: number) {
  const { tasks } = await api.planState()
  const log = (await api.changes(since)).map(({ revision, operation, entity, before, after }) => {
    return { revision, operation, entity, before, after }
  })
  return { tasks, log }
}

describe('tasks that a batch adds', () => {
  for (const mode of ['validate', 'auto']) {
    it(`are what each would be alone, where the schedule is ${mode}`, async () => {
      const together = await ganttApi()
      const apart = await ganttApi()
      const since = await together.head()
      for (const api of [together, apart]) await api.done('PUT', '/schedule', { mode })

      const { json } = await together.call('POST', '/batch', mixed)
      const single: unknown[] = []
      for (const { method, url, data } of mixed) {
        single.push((await apart.call(method, `/${url}`, data)).json)
      }

      assert.deepEqual(json, single)
      const [one, other] = [await planOf(together, since), await planOf(apart, since)]
      assert.ok(one.tasks.length > 15)
      if (mode === 'validate') assert.deepEqual(one, other)
      // A batch is put in order once, when all of it is there.
      else assert.deepEqual(one.tasks, other.tasks)
    })
  }

  it('are as many as the plan has room for, and the others are refused', async () => {
    const { done, outline } = await ganttApi({ maxTasks: 3 })

    const answers = await done<{ id?: number; code?: string }[]>(
      'POST',
      '/batch',
      ['a', 'b', 'c', 'd', 'e'].map((text) => task(text)),
    )

    const refused = 'gantt.too_many_tasks'
    assert.deepEqual(
      answers.map(({ id, code }) => id ?? code),
      [1, 2, 3, refused, refused],
    )
    assert.equal(await outline(), 'a b c')
  })

  it('are told in the log in their order, each with its own values', async () => {
    const { done, changes, head, tasks } = await ganttApi()
    const since = await head()

    await done(
      'POST',
      '/batch',
      Array.from({ length: 230 }, (_, n) =>
        task(`task ${n}`, { progress: n % 7, details: `${n}` }),
      ),
    )

    const told = (await changes(since)).map(({ entity, operation, after }) => {
      return [entity, operation, after?.['text'], after?.['details'], after?.['progress']]
    })
    const expected = Array.from({ length: 230 }, (_, n) => {
      return [`tasks/${n + 1}`, 'task-added', `task ${n}`, `${n}`, n % 7]
    })
    assert.deepEqual(told, expected)
    assert.deepEqual(
      (await tasks()).map(({ id, text }) => [id, text]),
      expected.map(([, , text], n) => [n + 1, text]),
    )
    assert.equal((await done<{ id: number }>('POST', '/tasks', { text: 'next' })).id, 231)
  })
})
