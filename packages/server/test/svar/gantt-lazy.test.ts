import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { GanttClient } from './gantt-client.ts'
import { assertSamePlan, linksWithin, shapeOf, shownIn } from './gantt-plan.ts'
import { ganttServer, soundPlan } from './gantt-server.ts'
import type { GanttServer, Ids } from './gantt-server.ts'

/** Branches that are loaded when a person unfolds them. */

const options = { lazyAbove: 3 }

const summary = { type: 'summary', end: '2026-04-09 00:00:00', duration: 8 }
const tasks: Record<string, Record<string, unknown>> = {
  near: { ...summary, open: true },
  n1: { parent: 'near' },
  n2: { parent: 'near' },
  far: { ...summary, open: true, parent: 'near' },
  ...Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`f${i}`, { parent: 'far' }])),
  deep: { ...summary, parent: 'far', open: true },
  ...Object.fromEntries(Array.from({ length: 4 }, (_, i) => [`d${i}`, { parent: 'deep' }])),
  side: { ...summary, open: true },
  ...Object.fromEntries(Array.from({ length: 4 }, (_, i) => [`s${i}`, { parent: 'side' }])),
  small: { parent: 's0', open: true },
  leaf: { parent: 'small' },
}
const links: [string, string, string?][] = [
  ['n1', 'n2'],
  ['f0', 'f1'],
  ['n1', 'f0'],
  ['f1', 'n2', 's2s'],
  ['d0', 'd1'],
  ['f4', 'd0'],
  ['d1', 'n2', 'e2e'],
  ['s1', 's2'],
  ['d3', 's3'],
  ['f2', 's2'],
  ['near', 'side'],
  ['leaf', 's1'],
]

async function lazyServer(
  t: Parameters<typeof ganttServer>[0],
): Promise<{ server: GanttServer; ids: Ids }> {
  const server = await ganttServer(t, options)
  return { server, ids: await server.seed(tasks, links) }
}

/** Nothing twice, nothing without a parent, no link without its ends. */
function assertSound(page: GanttClient): void {
  const ids = page.tasks().map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
  const linkIds = page.links().map(({ id }) => id)
  assert.equal(new Set(linkIds).size, linkIds.length)
  for (const { source, target } of page.links()) {
    assert.ok(ids.includes(source) && ids.includes(target), `${source} → ${target}`)
  }
  for (const { answer, path, method } of page.sent) {
    if (method !== 'GET' || !path.startsWith('tasks')) continue
    for (const { id } of answer as { id: number }[]) assert.ok(ids.includes(id), `orphan ${id}`)
  }
}

describe('lazy branches', { concurrency: 8 }, () => {
  it('are there when they are unfolded, one after the other', async (t) => {
    const { server, ids } = await lazyServer(t)
    const page = await server.open()
    const texts = () => page.tasks().map(({ text }) => text)
    assert.deepEqual(texts(), ['near', 'n1', 'n2', 'far', 'side'])
    assertSound(page)

    await page.open(ids['far']!)
    assertSound(page)
    await page.open(ids['deep']!)
    assertSound(page)
    assert.equal(linksOf(page).length, 7 + 1)
    await page.open(ids['side']!)

    assertSound(page)
    assert.deepEqual(new Set(texts()), new Set(Object.keys(tasks)))
  })

  it('come in any order with every link that both pages can show', async (t) => {
    const { server, ids } = await lazyServer(t)
    for (const order of [
      ['far', 'side', 'deep'],
      ['side', 'far', 'deep'],
      ['far', 'deep', 'side'],
    ]) {
      const page = await server.open()
      for (const text of order) {
        await page.open(ids[text]!)
        assertSound(page)
      }
    }
  })

  it('are unfolded at once', async (t) => {
    const { server, ids } = await lazyServer(t)
    const page = await server.open()

    page.exec('open-task', { id: ids['far']!, mode: true })
    page.exec('open-task', { id: ids['side']!, mode: true })
    await page.idle()
    await page.openAll()

    assert.deepEqual(page.failures, [])
    assertSound(page)
    assert.equal(page.tasks().length, Object.keys(tasks).length)
  })

  it('keep what is done in them', async (t) => {
    const { server, ids } = await lazyServer(t)
    const page = await server.open()
    await page.openAll()

    await page.act('add-task', { task: { text: 'new' }, target: ids['f1']!, mode: 'after' })
    page.exec('update-task', { id: ids['d2']!, task: { text: 'renamed', progress: 5 } })
    page.exec('update-task', { id: ids['far']!, task: { text: 'renamed far' } })
    await page.act('move-task', { id: ids['s3']!, target: ids['deep']!, mode: 'child' })
    await page.act('move-task', { id: ids['deep']!, target: ids['near']!, mode: 'after' })
    await page.act('delete-task', { id: ids['f0']! })
    await page.act('add-link', { link: { source: ids['d2'], target: ids['d3'] } })

    const reloaded = await page.reload()
    await reloaded.openAll()
    assertSound(reloaded)
    assert.deepEqual(shownIn(reloaded).tasks, shownIn(page).tasks)
    await soundPlan(server)
  })

  it('stay lazy for others after one page has opened and saved them', async (t) => {
    const { server, ids } = await lazyServer(t)
    const page = await server.open()
    await page.open(ids['side']!)

    await page.act('update-task', { id: ids['side']!, task: { text: 'seen' } })

    const other = await server.open()
    assert.equal(other.task(ids['side']!).lazy, true)
    assert.equal(other.task(ids['side']!).open, undefined)
    await other.openAll()
    assertSound(other)
  })

  it('are deleted whole, with their links', async (t) => {
    const { server, ids } = await lazyServer(t)
    const page = await server.open()

    await page.act('delete-task', { id: ids['near']! })

    const plan = await soundPlan(server)
    assert.deepEqual(
      new Set(plan.tasks.map(({ text }) => text)),
      new Set(['side', 's0', 's1', 's2', 's3', 'small', 'leaf']),
    )
    assert.equal(plan.links.length, 2)
  })

  it('are copied whole, with their links, though the page has not loaded them', async (t) => {
    const { server, ids } = await lazyServer(t)
    const page = await server.open()

    const { id } = await page.act('copy-task', {
      id: ids['far']!,
      target: ids['side']!,
      mode: 'after',
    })
    await page.openAll()

    assertSound(page)
    assert.deepEqual(shapeOf(page, id), shapeOf(page, ids['far']!))
    const reloaded = await page.reload()
    await reloaded.openAll()
    const copy = Number(page.realId(id))
    assert.deepEqual(linksWithin(reloaded, copy), linksWithin(reloaded, ids['far']!))
    assert.deepEqual(shownIn(reloaded).tasks, shownIn(page).tasks)
  })

  it('are copied within a branch that is loaded', async (t) => {
    const { server, ids } = await lazyServer(t)
    for (const isOpen of [false, true]) {
      const page = await server.open()
      if (isOpen) await page.open(ids['far']!)

      const { id } = page.exec('copy-task', {
        id: ids['near']!,
        target: ids['side']!,
        mode: 'after',
      })
      await page.idle()

      const reloaded = await page.reload()
      await reloaded.openAll()
      assertSound(reloaded)
      const copy = Number(page.realId(id))
      assert.deepEqual(shapeOf(reloaded, copy), shapeOf(reloaded, ids['near']!))
      assert.deepEqual(linksWithin(reloaded, copy), linksWithin(reloaded, ids['near']!))
    }
  })

  it('are copied in parts when the page has loaded them', async (t) => {
    const { server, ids } = await lazyServer(t)
    const page = await server.open()
    await page.openAll()

    const { id } = page.exec('copy-task', { id: ids['far']!, target: ids['side']!, mode: 'after' })
    await page.idle()

    const reloaded = await page.reload()
    await reloaded.openAll()
    assertSound(reloaded)
    const copy = Number(page.realId(id))
    assert.deepEqual(shapeOf(reloaded, copy), shapeOf(reloaded, ids['far']!))
    assert.deepEqual(linksWithin(reloaded, copy), linksWithin(reloaded, ids['far']!))
    assert.deepEqual(shownIn(reloaded).tasks, shownIn(page).tasks)
  })

  it('that are emptied by another page can be unfolded, and are not lazy after a reload', async (t) => {
    const { server, ids } = await lazyServer(t)
    const [page, other] = [await server.open(), await server.open()]
    await other.openAll()
    for (const text of ['s0', 's1', 's2', 's3']) {
      await other.act('delete-task', { id: ids[text]! })
    }

    const reloaded = await page.reload()

    assert.ok(!reloaded.task(ids['side']!).lazy)
    assert.ok(!reloaded.task(ids['side']!).open)
    assertSamePlan(await other.reload(), reloaded)
  })

  it('take what a page moves and adds into them unseen', async (t) => {
    const { server, ids } = await lazyServer(t)
    const page = await server.open()

    page.exec('move-task', { id: ids['n1']!, target: ids['side']!, mode: 'child' })
    await page.idle()
    page.exec('add-task', { task: { text: 'new' }, target: ids['far']!, mode: 'child' })
    await page.idle()

    const reloaded = await page.reload()
    await reloaded.openAll()
    assertSound(reloaded)
    const texts = (id: number) => reloaded.task(id).data!.map(({ text }) => text)
    assert.deepEqual(texts(ids['side']!), ['s0', 's1', 's2', 's3', 'n1'])
    assert.equal(texts(ids['far']!).at(-1), 'new')
  })

  it('become lazy, and no longer lazy, as tasks come and go', async (t) => {
    const server = await ganttServer(t, options)
    const ids = await server.seed({ top: { ...summary, open: true }, a: { parent: 'top' } })
    const page = await server.open()

    for (let i = 0; i < 6; i++) {
      await page.act('add-task', { task: { text: `t${i}` }, target: ids['top']!, mode: 'child' })
      const reloaded = await page.reload()
      assert.equal(reloaded.task(ids['top']!).lazy === true, i >= 2)
      await reloaded.openAll()
      assert.deepEqual(shownIn(reloaded).tasks, shownIn(page).tasks)
    }
    while (page.task(ids['top']!).data) {
      await page.act('delete-task', { id: page.task(ids['top']!).data![0]!.id })
      const reloaded = await page.reload()
      await reloaded.openAll()
      assert.deepEqual(shownIn(reloaded).tasks, shownIn(page).tasks)
    }
  })
})

function linksOf(page: GanttClient): string[] {
  const text = (id: string | number) => page.task(id).text
  return page.links().map(({ source, target }) => `${text(source)} → ${text(target)}`)
}
