import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { outlineOf, ganttApi } from '../../../test/fixtures/gantt-api.ts'

const texts = (tasks: readonly { text: string }[]) => tasks.map(({ text }) => text)
const lazy = (value: unknown) => ({ operation: 'lazy', value })

/** Two branches on demand, and one more within the first; `w` is sent along with it. */
const tree = {
  a: {},
  big: { type: 'summary', open: true },
  x1: { parent: 'big' },
  x2: { parent: 'big', open: true },
  w: { parent: 'x2' },
  x3: { parent: 'big', type: 'summary', open: true },
  y1: { parent: 'x3' },
  y2: { parent: 'x3' },
  y3: { parent: 'x3' },
  other: { type: 'summary' },
  z1: { parent: 'other' },
  z2: { parent: 'other' },
  z3: { parent: 'other', open: true },
  few: { open: true },
  v: { parent: 'few' },
} as const

async function lazyPlan() {
  const api = await ganttApi({ lazyAbove: 2 })
  return { ...api, ids: await api.seed(tree) }
}

describe('a task with many children', () => {
  it('is lazy, and its children are listed below it only', async () => {
    const { tasks, ids } = await lazyPlan()

    const first = await tasks()

    assert.equal(outlineOf(first), 'a big other few(v)')
    assert.deepEqual(texts(first.filter((task) => task.lazy)), ['big', 'other'])
    assert.deepEqual(texts(await tasks(ids.big)), ['x1', 'x2', 'x3', 'w'])
    assert.deepEqual(texts(await tasks(ids.x3)), ['y1', 'y2', 'y3'])
    assert.deepEqual(texts(await tasks(ids.other)), ['z1', 'z2', 'z3'])
  })

  it('is by itself what it is in a list, and what it was then', async () => {
    const { tasks, call, head, ids } = await lazyPlan()
    const all = [await tasks(), await tasks(ids.big), await tasks(ids.other)].flat()
    const revision = await head()
    await call('PUT', `/tasks/${ids.x1}`, { text: 'new' })

    for (const task of all) {
      const { status, json } = await call('GET', `/tasks/${task.id}/self?at=${revision}`)
      assert.deepEqual([status, json], [200, task])
      const now = (await call('GET', `/tasks/${task.id}/self`)).json
      assert.deepEqual(now, task.id === ids.x1 ? { ...task, text: 'new' } : task)
    }
    assert.equal((await call('GET', '/tasks/99/self')).status, 404)
  })

  it('is unfolded only where its children are in the same list', async () => {
    const { tasks, ids } = await lazyPlan()
    const all = [await tasks(), await tasks(ids.big), await tasks(ids.other)].flat()

    for (const task of all) {
      assert.ok(task.open === undefined || all.some(({ parent }) => parent === task.id), task.text)
      assert.ok(!(task.open && task.lazy), task.text)
    }
    assert.deepEqual(texts(all.filter(({ open }) => open)), ['few', 'x2'])
  })

  it('has an end, however little was said of it', async () => {
    const { tasks, ids } = await lazyPlan()

    for (const task of [await tasks(), await tasks(ids.big)].flat()) {
      if (task.lazy) assert.equal(typeof task.end, 'string')
    }
  })

  it('becomes lazy with the child that is one too many, and not any more without it', async () => {
    const { tasks, done, ids } = await lazyPlan()

    await done('DELETE', `/tasks/${ids.z1}`)
    const fewer = await tasks()
    await done('PUT', `/tasks/${ids.v}`, { operation: 'move', target: ids.z2, mode: 'before' })
    const more = await tasks()

    assert.equal(outlineOf(fewer), 'a big other(z2 z3) few(v)')
    assert.equal(outlineOf(more), 'a big other few')
    assert.equal(more.find(({ id }) => id === ids.few)!.open, undefined)
  })

  it('is deleted with everything that was never loaded', async () => {
    const { done, tasks, links, link, ids, refuses } = await lazyPlan()
    await link(ids.y1, ids.a)
    await link(ids.y1, ids.z1)

    await done('DELETE', `/tasks/${ids.big}`)

    assert.equal(outlineOf(await tasks()), 'a other few(v)')
    assert.deepEqual([await links(), await links(ids.other)], [[], []])
    for (const id of [ids.x1, ids.x3, ids.y1]) {
      await refuses([404, 'gantt.task_not_found'], 'DELETE', `/tasks/${id}`)
    }
  })
})

describe('laziness by hand', () => {
  it('overrules the number of children, both ways, until it is taken back', async () => {
    const { writes, keeps, outline, ids } = await lazyPlan()

    const { change } = await writes('PUT', `/tasks/${ids.few}`, lazy(true))
    assert.equal(await outline(), 'a big other few')
    assert.deepEqual([change.operation, change.after], ['task-updated', { lazy: true }])
    await keeps('PUT', `/tasks/${ids.few}`, lazy(true))
    await writes('PUT', `/tasks/${ids.big}`, lazy(false))
    assert.equal(await outline(), 'a big(x1 x2(w) x3) other few')
    await writes('PUT', `/tasks/${ids.few}`, lazy(null))
    await writes('PUT', `/tasks/${ids.big}`, lazy(null))
    assert.equal(await outline(), 'a big other few(v)')
  })

  it('is told only of a task that has children', async () => {
    const { done, task, ids } = await lazyPlan()

    await done('PUT', `/tasks/${ids.a}`, lazy(true))
    const childless = await task(ids.a)
    await done('POST', '/tasks', { parent: ids.a })

    assert.deepEqual([childless.lazy, (await task(ids.a)).lazy], [undefined, true])
  })

  it('is not taken from an ordinary change', async () => {
    const { keeps, ids } = await lazyPlan()

    await keeps('PUT', `/tasks/${ids.few}`, { lazy: true })
    await keeps('PUT', `/tasks/${ids.big}`, { lazy: false, open: true })
  })

  it('takes true, false or null, for a task that is there', async () => {
    const { refuses, ids } = await lazyPlan()

    for (const value of [1, 'true', {}, undefined]) {
      await refuses([422, 'body.invalid'], 'PUT', `/tasks/${ids.a}`, lazy(value))
    }
    await refuses([404, 'gantt.task_not_found'], 'PUT', '/tasks/99', lazy(true))
  })
})

describe('links and assignments of a plan that is loaded on demand', () => {
  const pairs = [
    ['a', 'few', 'first'],
    ['big', 'other', 'first'],
    ['a', 'v', 'first'],
    ['a', 'x1', 'big'],
    ['x1', 'x2', 'big'],
    ['w', 'few', 'big'],
    ['x1', 'y1', 'x3'],
    ['a', 'y2', 'x3'],
    ['y1', 'y2', 'x3'],
    ['w', 'y3', 'x3'],
    ['a', 'z1', 'other'],
    ['z1', 'z2', 'other'],
    ['x1', 'z2', null],
    ['y1', 'z3', null],
    ['w', 'z3', null],
  ] as const

  it('come where both ends can be on the screen, and once', async () => {
    const { link, links, ids } = await lazyPlan()
    for (const [source, target] of pairs) await link(ids[source], ids[target])

    const lists = {
      first: await links(),
      big: await links(ids.big),
      x3: await links(ids.x3),
      other: await links(ids.other),
    }

    for (const [name, list] of Object.entries(lists)) {
      const expected = pairs.filter(([, , at]) => at === name)
      const found = list.map(({ source, target }) => [source, target])
      assert.deepEqual(
        found,
        expected.map(([from, to]) => [ids[from], ids[to]]),
        name,
      )
    }
  })

  it('of a branch that was there at first are none', async () => {
    const { link, links, ids } = await lazyPlan()
    await link(ids.a, ids.v)

    assert.deepEqual([await links(ids.few), await links(ids.a)], [[], []])
  })

  it('come with the tasks that have them', async () => {
    const { done, assign, assignments, ids } = await lazyPlan()
    await done('POST', '/resources', { name: 'Ann' })
    const at: Record<number, number> = {}
    for (const name of ['a', 'v', 'x1', 'w', 'y1', 'z1'] as const) {
      at[await assign(ids[name], 1)] = ids[name]
    }
    const tasksOf = async (below?: number) => (await assignments(below)).map(({ task }) => task)

    assert.deepEqual(await tasksOf(), [ids.a, ids.v])
    assert.deepEqual(await tasksOf(ids.big), [ids.x1, ids.w])
    assert.deepEqual(await tasksOf(ids.x3), [ids.y1])
    assert.deepEqual(await tasksOf(ids.other), [ids.z1])
    assert.deepEqual(await tasksOf(ids.z1), [])
  })
})

const add = (data: object) => ({ url: 'tasks', method: 'POST', data })

describe('a long plan', () => {
  const count = 3000

  it('is listed whole and in order, in one list and in branches', async () => {
    const { done, tasks, call } = await ganttApi({ lazyAbove: count - 1 })
    const range = Array.from({ length: count }, (_, n) => n)
    const items = [
      add({ text: 'first', id: 1 }),
      add({ text: 'second', id: 2 }),
      ...range.slice(1).map((n) => add({ text: String(n), parent: 1 })),
      ...range.map((n) => add({ text: String(n), parent: 2 })),
    ]
    const answers = await done<{ id: number }[]>('POST', '/batch', items)

    const first = await tasks()
    const second = await tasks(2)

    assert.equal(new Set(answers.map(({ id }) => id)).size, items.length)
    assert.equal(String(texts(first)), String(['first', 'second', ...range.slice(1)]))
    assert.deepEqual([first[0]!.lazy, first[1]!.lazy], [undefined, true])
    assert.equal(String(texts(second)), String(range))
    for (const path of ['/tasks', '/tasks/2']) {
      const etag = (await call('GET', path)).headers.get('etag')!
      assert.equal((await call('GET', path, undefined, { 'if-none-match': etag })).status, 304)
    }
  })
})
