import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertReloadShowsTheSame, linksWithin, shapeOf, shownIn } from './gantt-plan.ts'
import { ganttServer, soundPlan } from './gantt-server.ts'

/** The provider with a `batchURL`: what a page does within ten milliseconds is one request. */

const batchURL = 'batch'

const tasks = {
  phase: { type: 'summary', open: true, end: '2026-04-09 00:00:00', duration: 8 },
  a: { parent: 'phase' },
  b: { parent: 'phase', start: '2026-04-03 00:00:00', duration: 6, open: true },
  b1: { parent: 'b', start: '2026-04-03 00:00:00' },
  b2: { parent: 'b', start: '2026-04-05 00:00:00', duration: 4 },
  c: { parent: 'phase' },
  single: {},
  last: { open: true },
  l1: { parent: 'last' },
}
const links: [string, string, string?][] = [
  ['a', 'b'],
  ['b1', 'b2', 's2s'],
  ['single', 'last', 'e2e'],
  ['c', 'single'],
]

interface Item {
  url: string
  method: string
  data: Record<string, unknown>
}

describe('in batch mode', { concurrency: 8 }, () => {
  it('all actions at once are one request, and a reload shows the same', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tasks, links)
    const page = await server.open({ batchURL })

    page.exec('update-task', { id: ids['a']!, task: { text: 'renamed', progress: 12.5 } })
    page.exec('update-task', { id: ids['phase']!, task: { text: 'phase 2' } })
    page.exec('move-task', { id: ids['c']!, target: ids['a']!, mode: 'before' })
    page.exec('move-task', { id: ids['single']!, target: ids['last']!, mode: 'child' })
    page.exec('move-task', { id: ids['l1']!, mode: 'down' })
    page.exec('indent-task', { id: ids['a']!, mode: true })
    page.exec('delete-task', { id: ids['b2']! })
    page.exec('update-link', { id: 1, link: { type: 's2e', lag: 2 } })
    page.exec('delete-link', { id: 4 })
    page.exec('add-link', { link: { source: ids['b1'], target: ids['l1'] } })
    page.exec('add-task', { task: { text: 'new' }, target: ids['last']!, mode: 'after' })
    await page.idle()

    const writes = page.sent.filter(({ method }) => method !== 'GET')
    const [first, ...later] = writes.map(({ path, status }) => `${path} ${status}`)
    assert.equal(first, 'batch 200')
    // Updates wait for half a second, each by itself: where that ends together they are one more.
    assert.ok(
      ['batch 200', 'tasks/2 200,tasks/1 200', 'tasks/1 200,tasks/2 200'].includes(later.join()),
      later.join(),
    )
    const reloaded = await page.reload()
    assert.deepEqual(shapeOf(reloaded, 0), shapeOf(page, 0))
    assert.deepEqual(linksWithin(reloaded, 0), linksWithin(page, 0))
    await soundPlan(server)
  })

  it('answers stand at the places of their items, whatever failed', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tasks, links)
    const page = await server.open({ batchURL })
    await server.plain('DELETE', `tasks/${ids['b']}`)

    page.exec('add-task', { task: { text: 'first' } })
    page.exec('move-task', { id: ids['b1']!, target: ids['a']!, mode: 'after' })
    page.exec('add-task', { task: { text: 'second' }, target: ids['b']!, mode: 'child' })
    page.exec('add-link', { link: { source: ids['a'], target: ids['c'] } })
    page.exec('delete-task', { id: ids['b2']! })
    page.exec('add-task', { task: { text: 'third' }, target: ids['a']!, mode: 'before' })
    await page.idle()

    const { body, answer, status } = page.sent.find(({ path }) => path === batchURL)!
    assert.equal(status, 200)
    const items = body as Item[]
    const answers = answer as { id?: number; code?: string; status?: number }[]
    assert.equal(answers.length, items.length)
    const outcome = items.map(({ url, method }, at) => {
      const { id, code } = answers[at]!
      return `${method} ${url} ${code ?? (id === undefined ? 'nothing' : 'id')}`
    })
    // The summary above `b2` has changed too; the page sends that when half a second has passed.
    assert.deepEqual(outcome, [
      'POST tasks id',
      `PUT tasks/${ids['b1']} gantt.task_not_found`,
      'POST tasks gantt.task_not_found',
      'POST links id',
      `DELETE tasks/${ids['b2']} gantt.task_not_found`,
      'POST tasks id',
    ])
    assert.ok(answers.every((one) => !('code' in one && 'id' in one)))
    const { tasks: stored } = await soundPlan(server)
    const texts = new Map(stored.map(({ id, text }) => [id, text]))
    assert.equal(texts.get(answers[0]!.id!), 'first')
    assert.equal(texts.get(answers[5]!.id!), 'third')
  })

  it('a single write is a request of its own', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tasks, links)
    const page = await server.open({ batchURL })

    await page.act('move-task', { id: ids['a']!, target: ids['last']!, mode: 'child' })
    await page.act('add-task', { task: { text: 'new' } })

    assert.ok(page.sent.every(({ path }) => path !== batchURL))
    await assertReloadShowsTheSame(page)
  })

  it('the copy of a branch is whole, with its links once', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tasks, links)
    const page = await server.open({ batchURL })

    page.exec('copy-task', { id: ids['phase']!, target: ids['last']!, mode: 'after' })
    await page.idle()

    const reloaded = await page.reload()
    assert.deepEqual(shapeOf(reloaded, 0), shapeOf(page, 0))
    const copy = reloaded.tasks().findLast(({ text }) => text === 'phase')!
    assert.notEqual(copy.id, ids['phase'])
    assert.deepEqual(linksWithin(reloaded, copy.id), linksWithin(reloaded, ids['phase']!))
    await soundPlan(server)
  })

  it('two branches are copied at once', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tasks, links)
    const page = await server.open({ batchURL })

    page.exec('copy-task', { id: ids['b']!, target: ids['single']!, mode: 'after' })
    page.exec('copy-task', { id: ids['last']!, target: ids['last']!, mode: 'before' })
    page.exec('copy-task', { id: ids['b']!, target: ids['single']!, mode: 'after' })
    await page.idle()

    assert.equal(page.sent.filter(({ path }) => path === batchURL).length, 1)
    const reloaded = await page.reload()
    assert.deepEqual(shapeOf(reloaded, 0), shapeOf(page, 0))
  })

  it('dragging a summary moves everything in it', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tasks, links)
    const page = await server.open({ batchURL })

    const dates = { start: new Date(2026, 3, 1), end: new Date(2026, 3, 9) }
    await page.act('update-task', { id: ids['phase']!, task: dates, diff: 3 })

    await assertReloadShowsTheSame(page)
    const writes = page.sent.filter(({ method }) => method !== 'GET')
    const items = writes.map(({ path, body }) => (path === batchURL ? (body as Item[]).length : 1))
    assert.equal(
      items.reduce((sum, count) => sum + count, 0),
      6,
    )
  })

  it('an update that comes with the deletion of its task does not bring it back', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tasks, links)
    const page = await server.open({ batchURL })

    page.exec('update-task', { id: ids['b']!, task: { text: 'late' } })
    page.exec('update-task', { id: ids['a']!, task: { text: 'kept' } })
    page.exec('delete-task', { id: ids['b']! })
    await page.idle()

    const { tasks: stored } = await soundPlan(server)
    const texts = stored.map(({ text }) => text)
    assert.ok(!texts.includes('late') && texts.includes('kept') && !texts.includes('b1'))
    const reloaded = await page.reload()
    assert.deepEqual(shownIn(reloaded), shownIn(page))
  })
})
