import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { GanttLink, GanttTask } from './gantt-client.ts'
import { assertReloadShowsTheSame, shownIn } from './gantt-plan.ts'
import { folderFor, ganttServer, soundPlan } from './gantt-server.ts'
import type { GanttServer } from './gantt-server.ts'

/** What the known servers for this client get wrong. */

const summary = { type: 'summary', open: true, end: '2026-04-09 00:00:00' }
const tree = { top: summary, a: { parent: 'top' }, b: { parent: 'top' }, c: { parent: 'top' } }

const tasksOf = async (server: GanttServer) => (await server.plain('GET', 'tasks')) as GanttTask[]
const texts = async (server: GanttServer) => (await tasksOf(server)).map(({ text }) => text)

describe('a new task', { concurrency: 4 }, () => {
  it('keeps its text, dates, parent and place', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tree)
    const page = await server.open()
    const task = { text: 'new', start: new Date(2026, 3, 2), duration: 3, details: 'd', cost: 1.5 }

    await page.act('add-task', { task, target: ids['a']!, mode: 'after' })

    assert.deepEqual(await texts(server), ['top', 'a', 'new', 'b', 'c'])
    const { start, parent, details, cost } = (await tasksOf(server)).find(
      ({ text }) => text === 'new',
    )!
    assert.deepEqual(
      { start, parent, details, cost },
      { start: '2026-04-02T00:00:00', parent: ids['top'], details: 'd', cost: 1.5 },
    )
    await assertReloadShowsTheSame(page)
  })

  it('may come without an envelope', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tree)

    await server.plain('POST', 'tasks', {
      text: 'flat',
      parent: ids['top'],
      id: 'temp://1790000000001',
    })

    assert.deepEqual(await texts(server), ['top', 'a', 'b', 'c', 'flat'])
  })

  it('whose parent is still on its way is placed last', async (t) => {
    const server = await ganttServer(t)
    await server.seed(tree)
    const page = await server.open()

    const { id } = page.exec('add-task', { task: { text: 'parent' } })
    page.exec('add-task', { task: { text: 'child' }, target: id, mode: 'child' })
    await page.idle()

    const sent = page.sent.filter(({ method }) => method === 'POST')
    assert.equal((sent[1]!.body as { target: unknown }).target, null)
    assert.ok(sent.every(({ status }) => status === 200))
    const stored = await tasksOf(server)
    assert.deepEqual(
      stored.filter(({ parent }) => parent === 0).map(({ text }) => text),
      ['top', 'parent', 'child'],
    )
  })

  it('gets an id that the client takes for a real one', async (t) => {
    const server = await ganttServer(t)
    const page = await server.open()

    const { id, response } = await page.act('add-task', { task: { text: 'new' } })

    const real = (response as { id: number }).id
    assert.ok(Number.isInteger(real) && real > 0 && String(real).length < 20)
    assert.equal(page.realId(id), real)
  })
})

describe('an update', { concurrency: 4 }, () => {
  it('leaves everything alone that it does not name', async (t) => {
    const server = await ganttServer(t)
    const fields = {
      details: 'long',
      progress: 12.5,
      base_start: '2026-04-01T00:00:00',
      base_duration: 2,
      segments: [{ start: '2026-04-01 00:00:00', duration: 1 }],
      owner: { name: 'Ann' },
      calendar: 'night',
      rollup: true,
    }
    const ids = await server.seed({ top: summary, a: { parent: 'top', ...fields } })
    const before = (await tasksOf(server))[1]!

    await server.plain('PUT', `tasks/${ids['a']}`, { text: 'renamed' })

    assert.deepEqual((await tasksOf(server))[1], { ...before, text: 'renamed' })
    assert.equal(before['progress'], 12.5)
    assert.equal(before.parent, ids['top'])
  })

  it('of a link without a lag takes the lag away and keeps the ends', async (t) => {
    const server = await ganttServer(t)
    await server.seed(tree)
    await server.plain('POST', 'links', { source: 2, target: 3, lag: 2, color: 'red' })

    await server.plain('PUT', 'links/1', { type: 's2s' })

    const links = await server.plain('GET', 'links')
    assert.deepEqual(links, [{ id: 1, source: 2, target: 3, type: 's2s', color: 'red' }])
  })

  it('does not make a task lazy, nor put it elsewhere', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tree)
    const before = await tasksOf(server)

    await server.plain('PUT', `tasks/${ids['top']}`, { lazy: true })
    await server.plain('PUT', `tasks/${ids['a']}`, { parent: ids['b'], lazy: true })

    assert.deepEqual(await tasksOf(server), before)
  })

  it('that comes after the deletion is refused and brings nothing back', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tree)
    const page = await server.open()

    page.exec('update-task', { id: ids['b']!, task: { text: 'late' } })
    page.exec('delete-task', { id: ids['b']! })
    await page.idle()

    assert.deepEqual(
      page.sent
        .filter(({ method }) => method !== 'GET')
        .map(({ method, status }) => [method, status]),
      [
        ['DELETE', 200],
        ['PUT', 404],
      ],
    )
    assert.deepEqual(await texts(server), ['top', 'a', 'c'])
  })

  it('answers the id of the task it was sent to', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tree, [['a', 'b']])

    for (const body of [
      { id: 77, text: 'x' },
      { operation: 'move', target: ids['b'], mode: 'after', id: 77 },
    ]) {
      assert.deepEqual(await server.plain('PUT', `tasks/${ids['a']}`, body), { id: ids['a'] })
    }
    assert.deepEqual(await server.plain('PUT', 'links/1', { id: 5, type: 'e2e' }), { id: 1 })
  })
})

describe('a deletion', () => {
  it('goes below lazy tasks, with all links', async (t) => {
    const server = await ganttServer(t, { lazyAbove: 1 })
    const ids = await server.seed(
      { ...tree, a1: { parent: 'a' }, a2: { parent: 'a' }, a11: { parent: 'a1' }, other: {} },
      [
        ['a11', 'other'],
        ['a1', 'a2'],
        ['top', 'other'],
      ],
    )

    await server.plain('DELETE', `tasks/${ids['top']}`)

    assert.deepEqual(await texts(server), ['other'])
    for (const text of ['a', 'a1', 'a11']) {
      assert.equal((await server.send('GET', `tasks/${ids[text]}`)).status, 404)
      assert.equal((await server.send('PUT', `tasks/${ids[text]}`, { text: 'x' })).status, 404)
    }
    for (const link of [1, 2, 3]) {
      assert.equal((await server.send('DELETE', `links/${link}`)).status, 404)
    }
  })
})

describe('a move', { concurrency: 4 }, () => {
  it('keeps the order of all others, wherever it goes', async (t) => {
    const server = await ganttServer(t)
    const names = ['p', 'q', 'r', 's']
    const ids = await server.seed(Object.fromEntries(names.map((name) => [name, {}])))
    let order = [...names]

    for (const mode of ['after', 'before']) {
      for (const moved of names) {
        for (const target of names) {
          if (moved === target) continue
          const body = { operation: 'move', target: ids[target], mode }
          await server.plain('PUT', `tasks/${ids[moved]}`, body)
          order = order.filter((name) => name !== moved)
          order.splice(order.indexOf(target) + (mode === 'after' ? 1 : 0), 0, moved)
          assert.deepEqual(await texts(server), order)
        }
      }
    }
  })

  it('into a task puts it last', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed({ ...tree, other: {} })

    const body = { operation: 'move', target: ids['top'], mode: 'child' }
    await server.plain('PUT', `tasks/${ids['other']}`, body)

    assert.deepEqual(await texts(server), ['top', 'a', 'b', 'c', 'other'])
  })

  it('below itself is refused', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed({ ...tree, a1: { parent: 'a' } })
    const before = await tasksOf(server)

    for (const [target, mode] of [
      ['top', 'child'],
      ['a1', 'child'],
      ['a1', 'before'],
      ['a', 'after'],
    ] as const) {
      const body = { operation: 'move', target: ids[target], mode }
      assert.equal((await server.send('PUT', `tasks/${ids['top']}`, body)).status, 409)
    }

    assert.deepEqual(await tasksOf(server), before)
  })

  it('of two tasks into each other by two pages lets one win', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed({ a: {}, b: {}, a1: { parent: 'a' } })
    for (let round = 0; round < 10; round++) {
      const [one, two] = [await server.open(), await server.open()]

      one.exec('move-task', { id: ids['a']!, target: ids['b']!, mode: 'child' })
      two.exec('move-task', { id: ids['b']!, target: ids['a1']!, mode: 'child' })
      await Promise.all([one.idle(), two.idle()])

      const statuses = [...one.sent, ...two.sent].map(({ status }) => status)
      assert.deepEqual(
        statuses.filter((status) => status !== 200),
        [409],
      )
      assert.equal((await soundPlan(server)).tasks.length, 3)
      for (const text of ['b', 'a']) {
        const body = { operation: 'move', target: 0, mode: 'child' }
        await server.plain('PUT', `tasks/${ids[text]}`, body)
      }
    }
  })

  it('after deletions gives no place twice', async (t) => {
    const server = await ganttServer(t)
    const page = await server.open()
    for (let i = 0; i < 8; i++) await page.act('add-task', { task: { text: `t${i}` } })
    for (const i of [0, 3, 6]) {
      const { id } = page.tasks().find(({ text }) => text === `t${i}`)!
      await page.act('delete-task', { id })
      await page.act('add-task', { task: { text: `new ${i}` } })
      const first = page.tasks()[0]!.id
      await page.act('move-task', { id: first, mode: 'down' })
    }

    await assertReloadShowsTheSame(page)
    await soundPlan(server)
  })
})

describe('a copy', { concurrency: 4 }, () => {
  it('has an id of its own, so that edits of it leave the source alone', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tree)
    const page = await server.open()

    const { id } = await page.act('copy-task', { id: ids['a']!, target: ids['a']!, mode: 'after' })
    await page.act('update-task', { id, task: { text: 'copy' } })

    assert.deepEqual(await texts(server), ['top', 'a', 'copy', 'b', 'c'])
  })

  it('takes what is below along where the client says lazy, or nested as it once did', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tree, [['a', 'b']])

    for (const deep of [{ lazy: true }, { nested: true }]) {
      const body = { operation: 'copy', target: ids['top'], mode: 'after', ...deep }
      await server.plain('PUT', `tasks/${ids['top']}`, body)
    }

    const { tasks, links } = await soundPlan(server)
    assert.equal(tasks.length, 12)
    assert.equal(links.length, 3)
  })

  it('that fails leaves nothing', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tree, [['a', 'b']])
    const before = await soundPlan(server)
    const copy = { operation: 'copy', target: 999, mode: 'after', lazy: true }

    assert.equal((await server.send('PUT', `tasks/${ids['top']}`, copy)).status, 404)
    const items = [
      { url: `tasks/${ids['top']}`, method: 'PUT', data: { ...copy, target: ids['top'] } },
      { url: 'tasks/999', method: 'DELETE', data: {} },
    ]
    assert.equal((await server.send('POST', 'batch?atomic=true', items)).status, 404)

    assert.deepEqual(await soundPlan(server), before)
  })
})

describe('requests', { concurrency: 4 }, () => {
  it('may have fractions, ids as texts, and targets that are null', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tree)

    const task = { text: 'new', progress: 33.3, duration: 1.25, parent: String(ids['top']) }
    await server.plain('POST', 'tasks', { task, mode: 'child', target: null })
    const move = { operation: 'move', target: String(ids['a']), mode: 'after' }
    await server.plain('PUT', `tasks/${ids['c']}`, move)

    const stored = await tasksOf(server)
    assert.deepEqual(await texts(server), ['top', 'a', 'c', 'b', 'new'])
    const { progress, duration, parent } = stored.at(-1)!
    assert.deepEqual({ progress, duration, parent }, { progress: 33.3, duration: 1.25, parent: 1 })
  })

  it('for something that is no id get an error, never the whole plan', async (t) => {
    const server = await ganttServer(t)
    await server.seed(tree)

    for (const id of ['abc', '-1', '1.5', 'NaN', 'null', 'undefined', '%20', '99']) {
      for (const list of ['tasks', 'links', 'assignments']) {
        const { status, json } = await server.send('GET', `${list}/${id}`)
        assert.ok([404, 422].includes(status), `${list}/${id}: ${status} ${JSON.stringify(json)}`)
        assert.ok(!('id' in (json as object)))
      }
    }
  })

  it('for links need two tasks, a known type, and nothing that is there already', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tree)
    const [source, target] = [ids['a'], ids['b']]
    const first = await server.plain('POST', 'links', { source, target })

    for (const link of [
      { source, target: null },
      { source: null, target: null, type: 'e2s' },
      { source, type: 'e2s' },
      { source, target: 999 },
      { source, target: source },
      { source, target, type: 'x2y' },
    ]) {
      const { status, json } = await server.send('POST', 'links', link)
      assert.equal(status, 422, JSON.stringify(link))
      assert.ok(!('id' in (json as object)))
    }
    assert.deepEqual(await server.plain('POST', 'links', { source, target, type: 'e2s' }), first)
    assert.equal(((await server.plain('GET', 'links')) as GanttLink[]).length, 1)
  })

  it('that fail are answered in JSON with a status that says why', async (t) => {
    const server = await ganttServer(t)
    await server.seed(tree)

    for (const [method, path, body, expected] of [
      ['PUT', 'tasks/999', { text: 'x' }, 404],
      ['DELETE', 'tasks/999', undefined, 404],
      ['PUT', 'links/999', { type: 'e2s' }, 404],
      ['POST', 'tasks', { id: 1, text: 'taken' }, 409],
      ['POST', 'tasks', { start: '2026-02-30' }, 422],
      ['POST', 'tasks', { start: 'not a date' }, 422],
      ['POST', 'tasks', { start: '12345-01-01' }, 422],
      ['POST', 'assignments', { task: null, resource: 1 }, 422],
    ] as const) {
      const { status, json } = await server.send(method, path, body)
      assert.equal(status, expected, `${method} ${path} ${JSON.stringify(body)}`)
      const { error, ...rest } = json as { error: string }
      assert.ok(error.length > 0 && !('id' in rest) && !('result' in rest))
    }
  })

  it('of pages elsewhere may carry authorization', async (t) => {
    const server = await ganttServer(t, { cors: ['http://app.test'] })

    const answer = await fetch(`${server.url}/tasks`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://app.test',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,content-type',
      },
    })

    assert.match(answer.headers.get('access-control-allow-headers') ?? '', /authorization/i)
    assert.match(answer.headers.get('access-control-allow-methods') ?? '', /PUT/)
  })

  it('with a slash too many are understood', async (t) => {
    const server = await ganttServer(t)
    await server.seed(tree)
    const page = await server.open({ url: `${server.url}/` })

    await page.act('add-task', { task: { text: 'new' } })

    assert.ok(page.sent.every(({ status }) => status === 200))
    assert.deepEqual(shownIn(await server.open()), shownIn(page))
  })
})

describe('a server that starts again', () => {
  it('still has the plan', async (t) => {
    const data = folderFor(t)
    const first = await ganttServer(t, { data })
    await first.seed(tree, [['a', 'b']])
    const before = await soundPlan(first)
    await first.close()

    const second = await ganttServer(t, { data })

    assert.deepEqual(await soundPlan(second), before)
  })
})
