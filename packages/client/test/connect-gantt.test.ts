import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { TestContext } from 'node:test'
import { ganttServer } from '../../server/test/svar/gantt-server.ts'
import type { GanttServer } from '../../server/test/svar/gantt-server.ts'
import { redo, undo, undoWrite } from '../src/history.ts'
import { openPage } from './gantt-page.ts'
import type { Id, Page } from './gantt-page.ts'
import { httpProxy } from './http-proxy.ts'
import { patient } from '../../server/test/fixtures/patient.ts'

const house = {
  Walls: { type: 'summary', end: '2026-04-03 00:00:00' },
  Bricks: { parent: 'Walls' },
  Mortar: { parent: 'Walls' },
  Roof: {},
  Beams: { parent: 'Roof' },
  Party: { type: 'milestone' },
}

async function open(t: TestContext, server: GanttServer): Promise<Page> {
  const page = await openPage(server.url)
  t.after(() => page.close())
  return page
}

async function houseOf(t: TestContext, pages = 2, options = {}) {
  const server = await ganttServer(t, options)
  const ids = await server.seed(house, [['Bricks', 'Mortar']])
  const opened = await Promise.all(Array.from({ length: pages }, () => open(t, server)))
  return { server, ids, pages: opened as [Page, Page, ...Page[]] }
}

/** All pages show what a page shows that is opened now. */
async function allShowTheSame(t: TestContext, server: GanttServer, pages: Page[]) {
  const fresh = await open(t, server)
  for (const page of pages) {
    await t.waitFor(() => assert.deepEqual(page.content(), fresh.content()), patient)
    assert.deepEqual(page.failures, [])
  }
  return fresh
}

describe('a connected Gantt', () => {
  it('shows the plan', async (t) => {
    const { pages } = await houseOf(t, 1)
    const [page] = pages

    assert.equal(
      page.outline(),
      `- Walls
  - Bricks
  - Mortar
- Roof
  - Beams
- Party`,
    )
    assert.deepEqual(page.task('Bricks').start, new Date(2026, 3, 1))
    assert.equal(page.links().length, 1)
  })

  it('that is stopped before it has read anew what was in doubt is settled', async (t) => {
    const { pages } = await houseOf(t, 1)
    const [page] = pages
    const reloaded = page.connection.reload()
    page.close()

    await reloaded
    await page.connection.settled()
  })

  it('saves what is done, and others see it at once', async (t) => {
    const { server, ids, pages } = await houseOf(t)
    const [ours, theirs] = pages

    const { id } = await ours.act('add-task', {
      task: { text: 'Door', type: 'task' },
      target: ids['Bricks'],
      mode: 'after',
    })
    await ours.act('update-task', { id, task: { text: 'Front door' } })
    await ours.act('update-task', { id: ids['Mortar'], task: { progress: 40 } })
    await ours.act('move-task', { id: ids['Party'], target: ids['Walls'], mode: 'before' })
    await ours.act('indent-task', { id: ids['Roof'], mode: true })
    const { id: link } = await ours.act('add-link', {
      link: { source: ids['Bricks'], target: id, type: 's2s' },
    })
    await ours.act('update-link', { id: link, link: { type: 'e2e' } })
    await ours.act('delete-task', { id: ids['Beams'] })

    const fresh = await allShowTheSame(t, server, [ours, theirs])
    assert.equal(
      fresh.outline(),
      `- Party
- Walls
  - Bricks
  - Front door
  - Mortar
  - Roof`,
    )
    assert.deepEqual(
      fresh.links().map(({ type }) => type),
      ['e2s', 'e2e'],
    )
  })

  it('sends only the fields that changed', async (t) => {
    const { server, ids, pages } = await houseOf(t, 1)
    await pages[0].act('update-task', { id: ids['Bricks'], task: { text: 'Stones' } })
    await pages[0].act('update-task', { id: ids['Bricks'], task: { start: new Date(2026, 3, 3) } })

    const changes = (await server.plain('GET', 'changes')) as { after: object; entity: string }[]
    const ofBricks = changes.filter(({ entity }) => entity === `tasks/${ids['Bricks']}`)
    assert.deepEqual(ofBricks[1]?.after, { text: 'Stones' })
    assert.deepEqual(ofBricks[2]?.after, {
      start: '2026-04-03T00:00:00',
      end: '2026-04-05T00:00:00',
    })
  })

  it('sends what follows from a change with it, and others do not send it again', async (t) => {
    const { server, ids, pages } = await houseOf(t)
    const moved = { start: new Date(2026, 3, 8), end: new Date(2026, 3, 10) }
    await pages[0].act('update-task', { id: ids['Bricks'], task: moved })

    await allShowTheSame(t, server, pages)
    assert.deepEqual(pages[1].task('Walls').end, new Date(2026, 3, 10))
    const changes = (await server.plain('GET', 'changes')) as {
      operation: string
      origin: string
    }[]
    const updates = changes.filter(({ operation }) => operation === 'task-updated')
    assert.equal(updates.length, 2)
    assert.equal(new Set(updates.map(({ origin }) => origin)).size, 1)
  })

  it('shifts what is below a summary that is dragged, once', async (t) => {
    const { server, ids, pages } = await houseOf(t)
    const { start, end } = pages[0].task('Walls')
    await pages[0].act('update-task', { id: ids['Walls'], task: { start, end }, diff: 3 })

    await allShowTheSame(t, server, pages)
    assert.deepEqual(pages[1].task('Bricks').start, new Date(2026, 3, 4))
  })

  it('copies a branch with its links, and its copies can be worked on at once', async (t) => {
    const { server, ids, pages } = await houseOf(t)
    const [ours, theirs] = pages
    const { id } = ours.start('copy-task', { id: ids['Walls'], target: ids['Roof'], mode: 'after' })
    const copies = (
      ours.api.getState() as { tasks: { byId(id: unknown): { data: { id: number }[] } } }
    ).tasks.byId(id).data
    ours.start('update-task', { id: copies[1]!.id, task: { text: 'Lime' } })
    ours.start('update-task', { id, task: { text: 'More walls' } })
    await ours.connection.settled()

    const fresh = await allShowTheSame(t, server, [ours, theirs])
    assert.equal(
      fresh.outline(),
      `- Walls
  - Bricks
  - Mortar
- Roof
  - Beams
- More walls
  - Bricks
  - Lime
- Party`,
    )
    assert.equal(fresh.links().length, 2)
    await ours.act('delete-task', { id: copies[0]!.id })
    await allShowTheSame(t, server, [ours, theirs])
  })

  it('takes many things done in one go as one', async (t) => {
    const { server, pages } = await houseOf(t)
    const [ours, theirs] = pages
    const parent = ours.start('add-task', { task: { text: 'Garden' } }).id
    for (let n = 1; n <= 20; n++) {
      const { id } = ours.start('add-task', { task: { text: `Tree ${n}`, parent } })
      ours.start('update-task', { id, task: { progress: n } })
      if (n > 1) {
        const before = ours.task(`Tree ${n - 1}`).id
        ours.start('add-link', { link: { source: before, target: id, type: 'e2s' } })
      }
    }
    await ours.connection.settled()

    const fresh = await allShowTheSame(t, server, [ours, theirs])
    assert.equal(fresh.task('Tree 20')['progress'], 20)
    assert.equal(fresh.links().length, 20)
    const changes = (await server.plain('GET', 'changes?limit=1000')) as { origin: string | null }[]
    assert.equal(new Set(changes.map(({ origin }) => origin)).size, 2)
  })

  it('shows the order that others make', async (t) => {
    const { server, ids, pages } = await houseOf(t)
    await server.plain('PUT', `tasks/${ids['Mortar']}`, {
      operation: 'move',
      target: ids['Bricks'],
      mode: 'before',
    })
    await server.plain('PUT', `tasks/${ids['Walls']}`, {
      operation: 'move',
      target: ids['Party'],
      mode: 'child',
    })
    await server.plain('POST', 'tasks', { task: { text: 'Door', parent: ids['Beams'] } })

    const fresh = await allShowTheSame(t, server, pages)
    assert.match(fresh.outline(), /- Party\n {2}- Walls\n {4}- Mortar\n {4}- Bricks/)
    assert.ok(!pages[0].task('Beams').open, 'what was folded stays folded')
  })

  it('keeps the dates of a summary as the server has them', async (t) => {
    const { server, ids, pages } = await houseOf(t)
    // By a program that does not reckon summaries.
    await server.plain('PUT', `tasks/${ids['Walls']}`, { start: '2026-03-01', end: '2026-06-01' })
    await server.plain('PUT', `tasks/${ids['Bricks']}`, { start: '2026-05-01', end: '2026-05-09' })
    await server.plain('DELETE', `tasks/${ids['Mortar']}`)

    await allShowTheSame(t, server, pages)
    assert.deepEqual(pages[0].task('Walls').start, new Date(2026, 2, 1))
    assert.deepEqual(pages[0].task('Bricks').start, new Date(2026, 4, 1))
  })

  it('shows when a task ends that has no duration, whichever of its dates others change', async (t) => {
    const { server, pages } = await houseOf(t)
    const [page] = pages
    const door = { text: 'Door', start: '2026-04-06T17:00:00', end: '2026-04-09T00:00:00' }
    const { id } = (await server.plain('POST', 'tasks', { task: door })) as Added
    const put = (fields: object) => server.plain('PUT', `tasks/${id}`, fields)
    const lasts = (start: Date, end: Date) =>
      t.waitFor(() => {
        const shown = page.task('Door')
        assert.deepEqual([shown.start, shown.end], [start, end])
      }, patient)
    await lasts(new Date(2026, 3, 6, 17), new Date(2026, 3, 9))

    await put({ end: '2026-04-07T00:00:00' })
    await lasts(new Date(2026, 3, 6, 17), new Date(2026, 3, 7))
    await page.act('update-task', { id, task: { text: 'Door', details: 'of oak' } })
    await put({ start: '2026-04-08T11:00:00', end: '2026-04-10T00:00:00' })
    await lasts(new Date(2026, 3, 8, 11), new Date(2026, 3, 10))

    // Ours, told with a duration that the widget has reckoned; from then on it is what counts.
    const ours = { start: new Date(2026, 3, 13), end: new Date(2026, 3, 16) }
    await page.act('update-task', { id, task: ours })
    await put({ start: '2026-04-14T00:00:00' })
    await lasts(new Date(2026, 3, 14), new Date(2026, 3, 17))
    await allShowTheSame(t, server, pages)
  })

  it('keeps selection when others work', async (t) => {
    const { server, ids, pages } = await houseOf(t, 1)
    await pages[0].act('select-task', { id: ids['Bricks'] })
    await server.plain('PUT', `tasks/${ids['Bricks']}`, {
      operation: 'move',
      target: ids['Party'],
      mode: 'before',
    })
    await server.plain('POST', 'tasks', { task: { text: 'Door' } })

    await allShowTheSame(t, server, pages)
    assert.deepEqual(pages[0].selected(), [ids['Bricks']])
  })
})

describe('two who change the same', () => {
  it('both see what was saved last, also while one is typing', async (t) => {
    const { server, ids, pages } = await houseOf(t)
    const [ours, theirs] = pages
    const id = ids['Bricks']
    ours.start('update-task', { id, task: { text: 'Ours' }, inProgress: true })
    await server.plain('PUT', `tasks/${id}`, { text: 'Theirs' })

    await t.waitFor(() => assert.equal(theirs.has('Ours'), true), patient)
    await ours.connection.settled()
    assert.equal(ours.has('Ours'), true)
    await allShowTheSame(t, server, pages)
  })

  it('keep what each of them changed in another field', async (t) => {
    const { server, ids, pages } = await houseOf(t)
    const id = ids['Bricks']
    pages[0].start('update-task', { id, task: { text: 'Stones' } })
    pages[1].start('update-task', { id, task: { progress: 70 } })
    for (const page of pages) await page.connection.settled()

    await allShowTheSame(t, server, pages)
    assert.equal(pages[0].task('Stones')['progress'], 70)
  })

  it('lose nothing that is done while the plan is read again', async (t) => {
    const { server, ids } = await houseOf(t, 0)
    const [isHeld, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isHolding = false
    const page = await openPage(server.url, ({ method, path }) => {
      if (!isHolding || method !== 'GET' || !path.startsWith('tasks')) return undefined
      isHeld.resolve()
      return release.promise
    })
    t.after(() => page.close())
    const deleted: unknown[] = []
    page.api.on('delete-task', (event) => deleted.push(event))
    isHolding = true

    await server.plain('POST', 'tasks', { task: { text: 'Theirs', parent: ids['Walls'] } })
    await isHeld.promise
    const { id } = page.start('add-task', { task: { text: 'Ours', parent: ids['Walls'] } })
    await t.waitFor(() => assert.notEqual(page.connection.realId(id), id), patient)
    release.resolve()
    await page.connection.settled()

    assert.deepEqual(deleted, [])
    await allShowTheSame(t, server, [page])
  })

  it('see ours when it was saved after theirs, which waited for the plan to be read', async (t) => {
    const { server, ids } = await houseOf(t, 0)
    const proxy = await httpProxy(t, server.url)
    const page = await openPage(proxy.url)
    t.after(() => page.close())
    const theirs = Promise.withResolvers<void>()
    await page.server.follow({
      change: ({ entity }) => entity === `tasks/${ids['Bricks']}` && theirs.resolve(),
      reload: () => {},
    })
    const reading = proxy.holdAnswer(({ path }) => path.startsWith('/tasks'))

    await server.plain('POST', 'tasks', { task: { text: 'Door', parent: ids['Walls'] } })
    await reading.isHeld
    await server.plain('PUT', `tasks/${ids['Bricks']}`, { text: 'Theirs' })
    await theirs.promise
    page.start('update-task', { id: ids['Bricks'], task: { text: 'Ours' } })
    await t.waitFor(async () => {
      const tasks = (await server.plain('GET', 'tasks')) as { text: string }[]
      assert.ok(tasks.some(({ text }) => text === 'Ours'))
    }, patient)
    reading.letGo()
    await page.connection.settled()

    await allShowTheSame(t, server, [page])
    assert.equal(page.has('Ours'), true)
  })

  it('keep the links of a task that is moved while the branch it was in is read', async (t) => {
    const { server, ids } = await houseOf(t, 0)
    const proxy = await httpProxy(t, server.url)
    const page = await openPage(proxy.url)
    t.after(() => page.close())
    const reading = proxy.holdRequest(({ path }) => path === `/tasks/${ids['Walls']}`)

    await server.plain('POST', 'tasks', { task: { text: 'Door', parent: ids['Walls'] } })
    await reading.isHeld
    await server.plain('PUT', `tasks/${ids['Bricks']}`, {
      operation: 'move',
      target: ids['Roof'],
      mode: 'child',
    })
    reading.letGo()

    await allShowTheSame(t, server, [page])
    assert.equal(page.links().length, 1)
  })

  it('keep the links of a task that they moved out of a branch before we deleted it', async (t) => {
    const { server, ids } = await houseOf(t, 0)
    await server.plain('POST', 'links', {
      source: ids['Bricks'],
      target: ids['Party'],
      type: 's2s',
    })
    const proxy = await httpProxy(t, server.url)
    const page = await openPage(proxy.url)
    t.after(() => page.close())
    const deleting = proxy.holdRequest(({ method }) => method === 'DELETE')

    page.start('delete-task', { id: ids['Walls'] })
    await deleting.isHeld
    await server.plain('PUT', `tasks/${ids['Bricks']}`, {
      operation: 'move',
      target: ids['Roof'],
      mode: 'child',
    })
    deleting.letGo()

    await allShowTheSame(t, server, [page])
    assert.deepEqual(
      page.links().map(({ type }) => type),
      ['s2s'],
    )
  })

  it('see ours when it had to wait, theirs came meanwhile, and the plan was about to be read', async (t) => {
    const { server, ids } = await houseOf(t, 0)
    const proxy = await httpProxy(t, server.url)
    const page = await openPage(proxy.url)
    t.after(() => page.close())
    const told = new Map<string, () => void>()
    await page.server.follow({ change: ({ entity }) => told.get(entity)?.(), reload: () => {} })
    const isTold = (task: Id) =>
      new Promise<void>((resolve) => void told.set(`tasks/${task}`, resolve))
    const learning = proxy.holdRequest(
      ({ method, path }) => method === 'GET' && path.startsWith('/tasks/'),
    )

    // What is done after a copy waits until the ids in it are known.
    page.start('copy-task', { id: ids['Walls'], target: ids['Walls'], mode: 'after' })
    await learning.isHeld
    page.start('update-task', { id: ids['Bricks'], task: { text: 'Ours' } })
    await server.plain('POST', 'tasks', { task: { text: 'Door', parent: ids['Walls'] } })
    // So long changes are gathered before the plan is read again.
    await setTimeout(200)
    const theirs = isTold(ids['Bricks']!)
    await server.plain('PUT', `tasks/${ids['Bricks']}`, { text: 'Theirs' })
    await theirs
    learning.letGo()
    await page.connection.settled()

    await allShowTheSame(t, server, [page])
    assert.equal(page.has('Ours'), true)
  })

  it('never write to another task than the one that was meant, in a copy', async (t) => {
    const { server, ids } = await houseOf(t, 0)
    const proxy = await httpProxy(t, server.url)
    const page = await openPage(proxy.url)
    t.after(() => page.close())
    const asking = proxy.holdRequest(
      ({ method, path }) => method === 'GET' && path.startsWith('/tasks/'),
    )

    const { id } = page.start('copy-task', {
      id: ids['Walls'],
      target: ids['Walls'],
      mode: 'after',
    })
    const [bricks] = page.tasks().filter(({ parent }) => parent === id)
    page.start('update-task', { id: bricks!.id, task: { text: 'Stones' } })
    await asking.isHeld
    const listed = (await server.plain('GET', 'tasks')) as { id: number; text: string }[]
    const copied = listed.findLast(({ text }) => text === 'Bricks')!
    await server.plain('DELETE', `tasks/${copied.id}`)
    asking.letGo()
    await page.connection.settled()

    const fresh = await open(t, server)
    await t.waitFor(() => assert.deepEqual(page.content(), fresh.content()), patient)
    assert.equal(fresh.has('Stones'), false)
    assert.deepEqual(
      page.failures.map(({ error }) => error.status),
      [404],
    )
  })
})

describe('a task that was deleted', () => {
  it('comes back as it was: in its place, with its branch, its links and its team', async (t) => {
    const { server, ids, pages } = await houseOf(t)
    const [ours, theirs] = pages
    const { id: ann } = (await server.plain('POST', 'resources', { name: 'Ann' })) as Added
    ours.connection.assign(ids['Mortar']!, [ann])
    const link = { source: ids['Mortar'], target: ids['Beams'], type: 's2s', lag: 2 }
    ours.start('add-link', { link })
    await ours.act('update-task', { id: ids['Bricks'], task: { cost: 12, progress: 40 } })
    for (const page of [ours, theirs]) {
      await t.waitFor(() => assert.deepEqual(page.team('Mortar'), ['Ann']), patient)
      await t.waitFor(() => assert.equal(page.links().length, 2), patient)
    }
    const [before, listed] = [ours.content(), await listsOf(server)]

    await ours.act('delete-task', { id: ids['Walls'] })
    await t.waitFor(() => assert.ok(!theirs.has('Bricks')), patient)
    assert.equal(ours.links().length, 0)
    await undo(ours.server)

    await t.waitFor(() => assert.deepEqual(ours.content(), before), patient)
    assert.deepEqual(await listsOf(server), listed)
    for (const page of await allAs(t, server, pages)) {
      await t.waitFor(() => assert.deepEqual(page.team('Mortar'), ['Ann']), patient)
    }
    await redo(ours.server)
    for (const page of pages) await t.waitFor(() => assert.ok(!page.has('Bricks')), patient)
  })

  it('comes back with others that went with it in one go', async (t) => {
    const { server, ids, pages } = await houseOf(t, 1)
    const [page] = pages
    const before = page.content()

    for (const text of ['Mortar', 'Bricks', 'Party']) page.start('delete-task', { id: ids[text] })
    await page.connection.settled()
    await page.act('update-task', { id: ids['Roof'], task: { text: 'Slates' } })
    await page.act('update-task', { id: ids['Roof'], task: { text: 'Roof' } })
    const { write } = page.saved.find(({ action }) => action === 'delete-task')!
    await undoWrite(page.server, write)

    await t.waitFor(() => assert.deepEqual(page.content(), before), patient)
    await allShowTheSame(t, server, pages)
  })

  it('comes back also where a part of the plan is not loaded', async (t) => {
    const { ids, pages } = await houseOf(t, 1, { lazyAbove: 1 })
    const [page] = pages
    await page.act('delete-task', { id: ids['Walls'] })
    await undo(page.server)

    await t.waitFor(() => assert.ok(page.has('Walls')), patient)
    page.start('request-data', { id: ids['Walls'] })
    await t.waitFor(() => assert.ok(page.has('Bricks')), patient)
  })

  it('is seen when it comes back, in a branch that had nothing else or came with it', async (t) => {
    const { server, pages } = await houseOf(t, 1)
    const { id } = ((await server.plain('GET', 'tasks')) as { id: number }[])[0]!
    await server.plain('PUT', `tasks/${id}`, { open: true })
    const page = await open(t, server)
    const shown = (text: string) => page.tasks().find((task) => task.text === text)?.open
    assert.equal(shown('Walls'), true)
    for (const text of ['Bricks', 'Mortar']) page.start('delete-task', { id: page.task(text).id })
    await page.connection.settled()
    await undo(page.server)
    await t.waitFor(
      () => assert.deepEqual([page.has('Bricks'), shown('Walls')], [true, true]),
      patient,
    )

    await page.act('delete-task', { id })
    await undo(page.server)
    await t.waitFor(
      () => assert.deepEqual([page.has('Bricks'), shown('Walls')], [true, true]),
      patient,
    )
    await allShowTheSame(t, server, [page, ...pages])
  })

  it('waits for what is typed and not saved yet', async (t) => {
    const { server, ids, pages } = await houseOf(t)
    const [page] = pages
    page.start('update-task', { id: ids['Roof'], task: { text: 'Roo' }, inProgress: true })
    await undo(page.server)

    await t.waitFor(() => assert.ok(page.has('Roof')), patient)
    await allShowTheSame(t, server, pages)
  })
})

/** Everything about the plan, with the numbers it has on the server; the widget adds what it takes for granted. */
async function listsOf(server: GanttServer): Promise<unknown[]> {
  const [tasks = [], ...others] = await Promise.all(
    ['tasks', 'links', 'assignments'].map(
      async (list) => (await server.plain('GET', list)) as Record<string, unknown>[],
    ),
  )
  return [tasks.map((task) => ({ ...task, details: '', end: null })), ...others]
}

async function allAs(t: TestContext, server: GanttServer, pages: Page[]): Promise<Page[]> {
  return [...pages, await allShowTheSame(t, server, pages)]
}

describe('the team', () => {
  it('is told, and changes for all', async (t) => {
    const { server, ids, pages } = await houseOf(t)
    const [ours, theirs] = pages
    const { id: ann } = (await server.plain('POST', 'resources', { name: 'Ann' })) as Added
    const { id: ben } = (await server.plain('POST', 'resources', { name: 'Ben' })) as Added

    ours.connection.assign(ids['Bricks']!, [ann])
    ours.connection.assign(ids['Mortar']!, [ann])
    ours.connection.assign(ids['Mortar']!, [ben])
    const { id } = ours.start('add-task', { task: { text: 'Door' } })
    ours.connection.assign(id, [ann, ben])
    ours.start('copy-task', { id: ids['Walls'], target: ids['Walls'], mode: 'after' })
    ours.start('update-task', { id: ours.tasks()[4]!.id, task: { text: 'Stones' } })
    await ours.connection.settled()

    for (const page of [ours, theirs, await open(t, server)]) {
      await t.waitFor(() => assert.deepEqual(page.team('Stones'), ['Ann']), patient)
      assert.deepEqual(page.team('Bricks'), ['Ann'])
      assert.deepEqual(page.team('Mortar'), ['Ben'])
      assert.deepEqual(page.team('Door'), ['Ann', 'Ben'])
      assert.deepEqual(page.failures, [])
    }
  })

  it('does without what the server refuses', async (t) => {
    const { ids, pages } = await houseOf(t, 1)
    pages[0].connection.assign(ids['Bricks']!, [77])
    await pages[0].connection.settled()

    assert.deepEqual(pages[0].team('Bricks'), [])
    assert.deepEqual(
      pages[0].failures.map(({ action }) => action),
      ['add-assignment'],
    )
  })
})

interface Added {
  id: number
}

describe('what the server refuses', () => {
  it('is taken back, and told', async (t) => {
    const { ids, pages } = await houseOf(t, 1)
    const [page] = pages
    const before = page.content()
    await page.act('add-link', {
      link: { source: ids['Mortar'], target: ids['Bricks'], type: 'e2s' },
    })

    assert.deepEqual(
      page.failures.map(({ action, error, tasks }) => [action, error.code, tasks]),
      [['add-link', 'gantt.cycle', ['Mortar', 'Bricks']]],
    )
    const reason = '“Bricks” cannot wait for “Mortar”, which waits for it already: Bricks → Mortar.'
    assert.equal(page.failures[0]?.error.message, reason)
    assert.deepEqual(page.content(), before)
  })

  it('takes back a task below one that somebody deleted', async (t) => {
    const { server, ids, pages } = await houseOf(t, 1)
    const [page] = pages
    const deleted = server.plain('DELETE', `tasks/${ids['Roof']}`)
    await page.act('add-task', { task: { text: 'Tile', parent: ids['Roof'] } })
    await deleted
    // Who of the two comes first is open.
    await t.waitFor(() => assert.equal(page.has('Roof'), false), patient)

    await page.connection.settled()
    assert.equal(page.has('Tile'), false)
    for (const { error } of page.failures) assert.equal(error.status, 404)
  })

  it('is told once, whatever follows from it', async (t) => {
    const { server, ids, pages } = await houseOf(t, 1)
    const [page] = pages
    page.start('update-task', { id: ids['Bricks'], task: { text: 'x'.repeat(200_000) } })
    page.start('update-task', { id: ids['Bricks'], task: { text: 'y'.repeat(200_000) } })
    await page.connection.settled()

    assert.equal(page.failures.length, 1)
    await allShowTheSame(t, server, [{ ...page, failures: [] }])
    assert.equal(page.has('Bricks'), true)
  })
})

describe('branches on demand', () => {
  const big = {
    Big: {},
    ...Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`Part ${n}`, { parent: 'Big' }])),
    Small: {},
  }

  it('are loaded when they are unfolded, and change with the rest', async (t) => {
    const server = await ganttServer(t, { lazyAbove: 5 })
    const ids = await server.seed(big, [['Part 0', 'Small']])
    const [ours, theirs] = [await open(t, server), await open(t, server)]
    assert.equal(ours.outline(), '- Big\n- Small')

    await ours.act('open-task', { id: ids['Big'], mode: true })
    assert.equal(ours.links().length, 1)
    await ours.act('update-task', { id: ids['Part 3'], task: { text: 'Best part' } })
    await server.plain('POST', 'tasks', { task: { text: 'Late part', parent: ids['Big'] } })
    await server.plain('PUT', `tasks/${ids['Part 5']}`, {
      operation: 'move',
      target: ids['Small'],
      mode: 'child',
    })

    await t.waitFor(() => assert.match(ours.outline(), /Late part\n- Small\n {2}- Part 5/), patient)
    assert.match(ours.outline(), /Best part/)
    await t.waitFor(() => assert.equal(theirs.outline(), '- Big\n- Small\n  - Part 5'), patient)
    await theirs.act('open-task', { id: ids['Big'], mode: true })
    assert.deepEqual(theirs.content(), ours.content())
    assert.deepEqual([...ours.failures, ...theirs.failures], [])
  })

  it('are loaded down to a task that is asked for', async (t) => {
    const server = await ganttServer(t, { lazyAbove: 0 })
    const ids = await server.seed({
      Other: {},
      Leaf: { parent: 'Other' },
      Big: {},
      Part: { parent: 'Big' },
      Screw: { parent: 'Part' },
    })
    const page = await open(t, server)

    assert.equal(await page.connection.reach(ids['Screw']!), true)
    assert.equal(page.outline(), '- Other\n- Big\n  - Part\n    - Screw')
    assert.equal(await page.connection.reach(99_999), false)
    assert.equal(await page.connection.reach(Number.NaN), false)
    assert.deepEqual(page.failures, [])
  })

  it('have the links between them when both are unfolded', async (t) => {
    const server = await ganttServer(t, { lazyAbove: 1 })
    const ids = await server.seed({
      Walls: {},
      Bricks: { parent: 'Walls' },
      Mortar: { parent: 'Walls' },
      Roof: {},
      Beams: { parent: 'Roof' },
      Tiles: { parent: 'Roof' },
    })
    const pages = [await open(t, server), await open(t, server)] as const
    const [ours, theirs] = pages
    const link = { source: ids['Bricks'], target: ids['Beams'], type: 'e2s' }
    for (const text of ['Walls', 'Roof']) await ours.act('open-task', { id: ids[text], mode: true })
    await ours.act('add-link', { link })
    await ours.connection.reload()
    assert.equal(ours.links().length, 1)

    await theirs.act('open-task', { id: ids['Roof'], mode: true })
    assert.equal(theirs.links().length, 0)
    await theirs.act('open-task', { id: ids['Walls'], mode: true })
    assert.deepEqual(theirs.content(), ours.content())
  })

  it('can have become empty', async (t) => {
    const server = await ganttServer(t, { lazyAbove: 0 })
    const ids = await server.seed({ Big: {}, Part: { parent: 'Big' } })
    const page = await open(t, server)
    await server.plain('DELETE', `tasks/${ids['Part']}`)
    await page.act('open-task', { id: ids['Big'], mode: true })

    assert.equal(page.outline(), '- Big')
    await page.act('add-task', { task: { text: 'New', parent: ids['Big'] }, show: true })
    assert.equal(page.outline(), '- Big\n  - New')
    assert.deepEqual(page.failures, [])
  })
})
