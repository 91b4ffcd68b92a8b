import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ganttApi } from '../../../test/fixtures/gantt-api.ts'

const move = (target: unknown, mode: string) => ({ operation: 'move', target, mode })

/** `a b(c d) e` */
async function smallPlan(options = {}) {
  const api = await ganttApi(options)
  const ids = await api.seed({
    a: {},
    b: { type: 'summary' },
    c: { parent: 'b' },
    d: { parent: 'b' },
    e: {},
  })
  return { ...api, ...ids }
}

describe('a move', () => {
  const spots: [what: keyof Ids, target: keyof Ids | 0 | null, mode: string, outline: string][] = [
    ['e', 'a', 'before', 'e a b(c d)'],
    ['a', 'e', 'after', 'b(c d) e a'],
    ['a', 'b', 'after', 'b(c d) a e'],
    ['e', 'b', 'child', 'a b(c d e)'],
    ['b', 'a', 'child', 'a(b(c d)) e'],
    ['c', 'b', 'child', 'a b(d c) e'],
    ['c', 'b', 'before', 'a c b(d) e'],
    ['c', 0, 'child', 'a b(d) e c'],
    ['c', null, 'child', 'a b(d) e c'],
    ['d', 'c', 'before', 'a b(d c) e'],
    ['d', 'c', 'child', 'a b(c(d)) e'],
    ['e', null, 'up', 'a e b(c d)'],
    ['a', null, 'down', 'b(c d) a e'],
    ['c', 'a', 'down', 'a b(d c) e'],
  ]
  type Ids = Record<'a' | 'b' | 'c' | 'd' | 'e', number>

  for (const [what, target, mode, expected] of spots) {
    it(`of ${what} ${mode} ${target ?? 'nothing'} makes ${expected}`, async () => {
      const api = await smallPlan()
      const to = typeof target === 'string' ? api[target] : target

      const { id, change } = await api.writes('PUT', `/tasks/${api[what]}`, move(to, mode))

      assert.equal(id, api[what])
      assert.equal(await api.outline(), expected)
      assert.deepEqual([change.operation, change.entity], ['task-moved', `tasks/${id}`])
      assert.deepEqual(Object.keys(change.after!), ['parent', '$order'])
    })
  }

  it('to where the task is already changes nothing', async () => {
    const { keeps, a, b, c, d, e } = await smallPlan()

    await keeps('PUT', `/tasks/${a}`, move(b, 'before'))
    await keeps('PUT', `/tasks/${b}`, move(a, 'after'))
    await keeps('PUT', `/tasks/${d}`, move(b, 'child'))
    await keeps('PUT', `/tasks/${d}`, move(c, 'after'))
    await keeps('PUT', `/tasks/${e}`, move(0, 'child'))
    await keeps('PUT', `/tasks/${a}`, move(a, 'before'))
    await keeps('PUT', `/tasks/${a}`, move(a, 'after'))
    for (const first of [a, c]) await keeps('PUT', `/tasks/${first}`, move(null, 'up'))
    for (const last of [d, e]) await keeps('PUT', `/tasks/${last}`, move(null, 'down'))
  })

  it('below itself is refused', async () => {
    const { refuses, b, c } = await smallPlan()
    const itself = [409, 'gantt.into_itself'] as const

    await refuses(itself, 'PUT', `/tasks/${b}`, move(b, 'child'))
    for (const mode of ['before', 'after', 'child']) {
      await refuses(itself, 'PUT', `/tasks/${b}`, move(c, mode))
    }
  })

  it('needs a task and a target that are there', async () => {
    const { refuses, a } = await smallPlan()
    const missing = [404, 'gantt.task_not_found'] as const

    for (const mode of ['before', 'after', 'child']) {
      await refuses(missing, 'PUT', `/tasks/${a}`, move(99, mode))
      await refuses(missing, 'PUT', '/tasks/99', move(a, mode))
    }
    for (const mode of ['before', 'after']) {
      await refuses(missing, 'PUT', `/tasks/${a}`, move(null, mode))
      await refuses(missing, 'PUT', `/tasks/${a}`, move(0, mode))
    }
    await refuses(missing, 'PUT', '/tasks/99', move(null, 'up'))
    await refuses([422, 'body.invalid'], 'PUT', `/tasks/${a}`, move(99, 'over'))
    await refuses([422, 'gantt.bad_id'], 'PUT', `/tasks/${a}`, move(-1, 'child'))
  })

  it('to one spot can be made 10,000 times, and the keys stay short', async () => {
    const api = await smallPlan()
    let [first, middle, last] = [api.a, api.b, api.e]
    const lengths: number[] = []

    for (let sent = 0; sent < 10_000; sent += 500) {
      // The outer ones in turn go between the other two, so that each gap lies within the one before.
      const items = Array.from({ length: 500 }, (_, n) => {
        const isFromEnd = n % 2 === 0
        const [what, target] = isFromEnd ? [last, first] : [first, middle]
        ;[first, middle, last] = isFromEnd ? [first, last, middle] : [middle, first, last]
        return { url: `tasks/${what}`, method: 'PUT', data: move(target, 'after') }
      })
      const since = await api.head()
      await api.done('POST', '/batch?atomic=true', items)
      const moves = await api.changes(since)
      lengths.push(...moves.map(({ after }) => String(after!['$order']).length))
    }

    // Those whose keys are made anew are told of, too.
    assert.ok(lengths.length > 10_000 && lengths.length < 11_000, `${lengths.length} entries`)
    assert.ok(Math.max(...lengths) <= 24, `a key of ${Math.max(...lengths)} characters`)
    assert.ok(Math.max(...lengths) > 12, 'the moves did not make the keys longer')
    const shown = (await api.tasks()).filter(({ parent }) => parent === 0).map(({ id }) => id)
    assert.deepEqual(shown, [first, middle, last])
  })

  it('of two tasks below each other at the same time is made by one of them only', async () => {
    const api = await ganttApi()
    const { a, b } = await api.seed({ a: {}, a1: { parent: 'a' }, b: {}, b1: { parent: 'b' } })
    const ways = new Set<string>()

    for (let round = 0; round < 100; round++) {
      const answers = await Promise.all([
        api.call('PUT', `/tasks/${a}`, move(b, 'child')),
        api.call('PUT', `/tasks/${b}`, move(a, 'child')),
      ])
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((one, two) => one - two),
        [200, 409],
      )
      const lost = answers.find(({ status }) => status === 409)!.json as { code: string }
      assert.equal(lost.code, 'gantt.into_itself')
      ways.add(await api.outline())
      for (const id of [a, b]) await api.done('PUT', `/tasks/${id}`, move(0, 'child'))
    }

    for (const way of ways) assert.ok(['a(a1 b(b1))', 'b(b1 a(a1))'].includes(way), way)
  })
})

describe('the deletion of a task', () => {
  it('takes everything below, with all that touches it, in one step', async () => {
    const { done, link, assign, writes, links, assignments, outline, ...ids } = await smallPlan()
    const { a, b, c, d, e } = ids
    const { id: ann } = await done('POST', '/resources', { name: 'Ann' })
    for (const task of [a, c, d]) await assign(task, ann)
    for (const [from, to] of [
      [a, e],
      [a, c],
      [c, d],
      [d, e],
    ] as const)
      await link(from, to)

    const { id, change } = await writes('DELETE', `/tasks/${b}`)

    assert.equal(id, b)
    assert.equal(await outline(), 'a e')
    assert.deepEqual(
      (await links()).map(({ source, target }) => [source, target]),
      [[a, e]],
    )
    assert.deepEqual(
      (await assignments()).map(({ task }) => task),
      [a],
    )
    const { $branch, $links, $assignments } = change.before!
    const counts = [$branch, $links, $assignments].map((list) => (list as unknown[]).length)
    assert.deepEqual([change.operation, change.after, counts], ['task-deleted', null, [2, 3, 2]])
  })

  it('can be taken back task by task with the old ids', async () => {
    const api = await smallPlan()
    const before = await api.tasks()
    await api.done('DELETE', `/tasks/${api.b}`)

    for (const task of before.filter(({ id }) => [api.b, api.c, api.d].includes(id))) {
      await api.done('POST', '/tasks', { task, mode: 'child', target: task.parent || null })
    }
    await api.done('PUT', `/tasks/${api.b}`, move(api.a, 'after'))

    assert.deepEqual(await api.tasks(), before)
  })
})
