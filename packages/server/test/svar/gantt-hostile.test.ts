import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { GanttClient } from './gantt-client.ts'
import { ganttServer, soundPlan } from './gantt-server.ts'
import type { GanttServer } from './gantt-server.ts'

/** Whatever was stored, by whatever route: the real store loads it, unfolds it and edits it. */

describe('the page survives', { concurrency: 8 }, () => {
  it('tasks with every mixture of type, dates and baselines', async (t) => {
    const server = await ganttServer(t)
    const all = mixtures()
    await addAll(server, [...all, ...all.map((fields) => ({ ...fields, parent: 1 }))])

    await visit(server)
  })

  it('tasks that become any other type with any dates', async (t) => {
    const server = await ganttServer(t)
    const all = mixtures()
    const plain = all.map(({ type }, at) => ({ type, parent: at % 2 }))
    await addAll(server, [{ text: 'above', open: true }, ...plain])

    await batch(
      server,
      all.map((_, at) => ({
        url: `tasks/${at + 2}`,
        method: 'PUT',
        data: { ...all[(at * 31) % all.length], text: 'changed' },
      })),
    )

    await visit(server)
  })

  it('odd values in any field', async (t) => {
    const server = await ganttServer(t)
    const odd = fieldNames.flatMap((field) => oddValues.map((value) => ({ [field]: value })))
    await addAll(server, [{ text: 'above', type: 'summary' }, ...odd.map(() => ({ parent: 1 }))])

    await batch(
      server,
      odd.map((data, at) => ({ url: `tasks/${at + 2}`, method: 'PUT', data })),
    )
    await addAll(server, odd)

    await visit(server)
  })

  it('tasks that are unfolded and have nothing below them', async (t) => {
    const server = await ganttServer(t, { lazyAbove: 2 })
    const ids = await server.seed({
      leaf: { open: true, lazy: true },
      parent: { open: true },
      child: { parent: 'parent', open: true },
      lazy: { open: true },
      l1: { parent: 'lazy' },
      l2: { parent: 'lazy', open: true },
      l3: { parent: 'lazy', open: true },
    })
    await server.plain('PUT', `tasks/${ids['leaf']}`, { open: true, lazy: true })
    await server.plain('PUT', `tasks/${ids['lazy']}`, { open: true, lazy: false })
    await visit(server)
    await server.plain('DELETE', `tasks/${ids['child']}`)
    for (const text of ['l1', 'l2', 'l3']) {
      const move = { operation: 'move', target: ids['leaf'], mode: 'before' }
      await server.plain('PUT', `tasks/${ids[text]}`, move)
      await visit(server)
    }
    const page = await visit(server)
    assert.ok(page.tasks().every(({ open, data }) => !open || data))
  })

  it('pages that save what they have loaded, lazy branches and all', async (t) => {
    const server = await ganttServer(t, { lazyAbove: 1 })
    const ids = await server.seed({
      top: { type: 'summary', end: '2026-04-05 00:00:00', open: true },
      middle: { parent: 'top', type: 'summary', end: '2026-04-05 00:00:00', open: true },
      m1: { parent: 'middle' },
      m2: { parent: 'middle' },
      other: { parent: 'top' },
    })
    for (let round = 0; round < 3; round++) {
      const page = await visit(server)
      for (const { id } of page.tasks()) page.exec('update-task', { id, task: { progress: round } })
      await page.idle()
      assert.deepEqual(page.failures, [])
    }
    for (const text of ['m1', 'm2', 'middle']) await server.plain('DELETE', `tasks/${ids[text]}`)
    await visit(server)
  })

  it('a branch that another page deletes while this one works in it', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(
      {
        top: { type: 'summary', end: '2026-04-05 00:00:00', open: true },
        a: { parent: 'top', open: true },
        b: { parent: 'a' },
        c: { parent: 'a' },
        other: {},
      },
      [['b', 'c']],
    )
    const page = await server.open()
    await server.plain('DELETE', `tasks/${ids['top']}`)

    page.exec('update-task', { id: ids['a']!, task: { text: 'gone' } })
    page.exec('add-task', { task: { text: 'new' }, target: ids['b']!, mode: 'after' })
    page.exec('add-task', { task: { text: 'new' }, target: ids['a']!, mode: 'child' })
    page.exec('copy-task', { id: ids['a']!, target: ids['a']!, mode: 'after' })
    page.exec('move-task', { id: ids['other']!, target: ids['a']!, mode: 'child' })
    page.exec('add-link', { link: { source: ids['b'], target: ids['other'] } })
    page.exec('update-link', { id: 1, link: { type: 's2s' } })
    page.exec('delete-task', { id: ids['c']! })
    await page.idle()

    assert.deepEqual(page.failures, [])
    const refused = page.sent.filter(({ method }) => method !== 'GET')
    const taken = refused.filter(({ status, answer }) => status < 400 || 'id' in (answer as object))
    assert.deepEqual(taken, [])
    const reloaded = await visit(server)
    assert.deepEqual(
      reloaded.tasks().map(({ id }) => id),
      [ids['other']],
    )
  })

  it('links with odd values, and ends that are gone', async (t) => {
    const server = await ganttServer(t, { allowCycles: true })
    await server.seed({ a: {}, b: {}, c: {} })
    const names = ['id', 'source', 'target', 'type', 'lag', '$p', '$pl', 'color', 'data']
    const odd = names.flatMap((field) => oddValues.map((value) => ({ [field]: value })))
    await batch(
      server,
      odd.flatMap((fields) => [
        { url: 'links', method: 'POST', data: { source: 1, target: 2, type: 'e2s', ...fields } },
        { url: 'links/1', method: 'PUT', data: { source: 1, target: 2, ...fields } },
      ]),
    )
    for (const type of ['e2s', 's2s', 'e2e', 's2e']) {
      await server.send('POST', 'links', { source: 3, target: 1, type })
      await server.send('POST', 'links', { source: 1, target: 3, type })
    }
    await visit(server)
    await server.plain('DELETE', 'tasks/1')
    const page = await visit(server)
    assert.equal(page.links().length, 0)
  })

  it('a plan that is five hundred levels deep', async (t) => {
    const server = await ganttServer(t)
    await addAll(
      server,
      Array.from({ length: 500 }, (_, parent) => ({ parent, open: true, text: `level ${parent}` })),
    )

    const page = await visit(server)

    assert.equal(page.store.getState()._tasks.length, 500)
  })
})

/** One request may take only so long, and somebody else may need the machine, too. */
const atOnce = 100

/** As if each were sent alone; what is refused is refused. */
async function batch(server: GanttServer, items: object[]): Promise<void> {
  for (let at = 0; at < items.length; at += atOnce) {
    const part = items.slice(at, at + atOnce)
    const answers = await server.plain('POST', 'batch', part)
    assert.equal((answers as unknown[]).length, part.length)
  }
}

function addAll(server: GanttServer, tasks: object[]): Promise<void> {
  return batch(
    server,
    tasks.map((data) => ({ url: 'tasks', method: 'POST', data })),
  )
}

/** Loads and unfolds everything, opens every editor, and edits every tenth task. */
async function visit(server: GanttServer): Promise<GanttClient> {
  await soundPlan(server)
  const page = await server.open()
  await page.openAll()
  const tasks = page.tasks()
  for (const { id, data, open } of tasks) {
    if (data && !open) page.exec('open-task', { id, mode: true })
  }
  for (const { id } of tasks) page.exec('show-editor', { id })
  await page.idle()
  const state = page.store.getState()
  assert.equal(state._tasks.length, tasks.length)
  for (const { $x, $w, $y, id } of state._tasks) {
    const isDrawn = [$x, $w, $y].every((one) => Number.isFinite(one))
    assert.ok(isDrawn, `task ${id} cannot be drawn: ${JSON.stringify(page.task(id))}`)
  }
  assert.equal(state._links.length, page.links().length)
  for (const { id } of tasks.filter((_, at) => at % 20 === 0)) {
    page.exec('update-task', { id, task: { text: 'edited', duration: 3 } })
  }
  await page.idle()
  assert.deepEqual(page.failures, [])
  const refused = page.sent.filter(({ status }) => status !== 200)
  assert.deepEqual(refused, [])
  return page.reload()
}

/** Every way in which a task can have dates, or not. */
function mixtures(): Record<string, unknown>[] {
  const choices: Record<string, unknown[]> = {
    type: ['task', 'summary', 'milestone', 'urgent'],
    unscheduled: [undefined, true],
    duration: [undefined, 0, 2.5],
    end: [undefined, null, '2026-04-09 00:00:00', '2026-04-01 00:00:00'],
    base_start: [undefined, '2026-04-02 00:00:00'],
    base_end: [undefined, '2026-04-03 00:00:00'],
    start: [undefined, '2026-04-01 00:00:00'],
  }
  let all: Record<string, unknown>[] = [{}]
  for (const [field, values] of Object.entries(choices)) {
    all = all.flatMap((one) => values.map((value) => ({ ...one, [field]: value })))
  }
  return all
}

const fieldNames = `id text type details start end duration progress open lazy data segments rollup
  unscheduled calendar base_start base_end base_duration slack critical parent $x $level $skip
  constructor toString length then hasOwnProperty owner`.split(/\s+/)

const oddValues: unknown[] = [
  null,
  '',
  0,
  -1,
  1.5,
  1e300,
  true,
  false,
  'x',
  '7',
  '2026-05-05',
  'temp://1234567890123',
  [],
  [null],
  [[]],
  [1, 'a'],
  {},
  { start: null },
  [{ start: '2026-04-01 00:00:00', duration: 2 }],
  [{ start: 'x', end: {} }],
  [{}, {}],
]
