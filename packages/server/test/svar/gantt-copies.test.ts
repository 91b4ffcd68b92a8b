import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../fixtures/seeded-random.ts'
import type { GanttClient, GanttEvent } from './gantt-client.ts'
import { linksWithin, shapeOf, shownIn } from './gantt-plan.ts'
import { ganttServer, soundPlan } from './gantt-server.ts'
import type { GanttServer, Ids } from './gantt-server.ts'
import type { Sent } from './gantt-wire.ts'

/**
 * The stock client copies a branch task by task: children before their root, all without a parent,
 * links without ends. Whatever arrives first, the copy is the branch, with its links once.
 */

const tasks = {
  root: { type: 'summary', open: true, end: '2026-04-09 00:00:00', duration: 8 },
  a: { parent: 'root', open: true, owner: { name: 'Ann' } },
  a1: { parent: 'a', progress: 12.5 },
  b: { parent: 'root', type: 'milestone' },
  other: {},
}
const links: [string, string, string?][] = [
  ['a', 'b'],
  ['a1', 'b', 's2s'],
]
const atOnce = 40
const writes = ({ method }: Sent) => method !== 'GET'

describe('the copy of a branch', { concurrency: 4 }, () => {
  it('is what the page shows', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tasks, links)
    const page = await server.open()

    const { id } = page.exec('copy-task', {
      id: ids['root']!,
      target: ids['other']!,
      mode: 'after',
    })
    await page.idle()

    const reloaded = await page.reload()
    assert.deepEqual(shownIn(reloaded).tasks, shownIn(page).tasks)
    assertSameBranch(reloaded, ids['root']!, Number(page.realId(id)))
    await soundPlan(server)
  })

  it('can be edited at once, and so can what is in it', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tasks, links)
    const page = await server.open()

    const { id } = page.exec('copy-task', { id: ids['root']!, target: ids['root']!, mode: 'after' })
    const [first, second] = page.task(id).data!
    page.exec('update-task', { id, task: { text: 'copied root' } })
    page.exec('update-task', { id: first!.id, task: { text: 'copied a' } })
    page.exec('move-task', { id: second!.id, target: first!.id, mode: 'before' })
    page.exec('delete-task', { id: first!.data![0]!.id })
    await page.idle()

    const reloaded = await page.reload()
    assert.deepEqual(shownIn(reloaded).tasks, shownIn(page).tasks)
    await soundPlan(server)
  })

  it('is complete in every order of arrival', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tasks, links)
    const recorded = await recordCopy(server, ids)
    assert.equal(recorded.length, 6)

    // Many pages at once, each of which has counted further than the one before.
    const orders = permutations(recorded)
    for (let from = 0; from < orders.length; from += atOnce) {
      const roots = await Promise.all(
        orders
          .slice(from, from + atOnce)
          .map((order, index) => replay(server, order, 1000 * (from + index + 1))),
      )
      const page = await server.open()
      for (const root of roots) assertSameBranch(page, ids['root']!, root)
      assert.equal(page.tasks().length, 5 + 4 * roots.length)
      assert.equal(page.links().length, 2 + 2 * roots.length)
      await Promise.all(roots.map((root) => server.plain('DELETE', `tasks/${root}`)))
    }
  })

  it('is complete in every order of arrival within one batch', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tasks, links)
    const recorded = await recordCopy(server, ids)

    for (const [index, order] of permutations(recorded).entries()) {
      if (index % 24 !== 0) continue
      const items = order.map(({ method, path, body }) => ({
        url: path,
        method,
        data: renumbered(body, 1000 * (index + 1)),
      }))
      const answers = (await server.plain('POST', 'batch', items)) as { id: number }[]
      const root = answers[order.indexOf(rootOf(recorded))]!.id
      const page = await server.open()
      assertSameBranch(page, ids['root']!, root)
      await server.plain('DELETE', `tasks/${root}`)
    }
  })

  it('is complete when all requests are under way at once', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tasks, links)
    const delays = { random: seededRandom(11), most: 15 }

    for (let round = 0; round < 6; round++) {
      const page = await server.open({ delays })
      const copies = ['root', 'a', 'root'].map((text) =>
        page.exec('copy-task', { id: ids[text]!, target: ids['other']!, mode: 'after' }),
      )
      await page.idle()
      const reloaded = await page.reload()
      for (const { id, source } of copies) {
        assertSameBranch(reloaded, Number(source), Number(page.realId(id)))
      }
      for (const { id } of copies) await server.plain('DELETE', `tasks/${page.realId(id)}`)
    }
    assert.equal((await soundPlan(server)).tasks.length, 5)
  })

  it('leaves out links that lead out of the branch', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tasks, [...links, ['other', 'b'], ['a1', 'other']])
    const page = await server.open()

    const { id } = page.exec('copy-task', {
      id: ids['root']!,
      target: ids['other']!,
      mode: 'after',
    })
    await page.idle()

    const reloaded = await page.reload()
    assertSameBranch(reloaded, ids['root']!, Number(page.realId(id)))
    assert.equal(reloaded.links().length, 6)
  })

  it('of a copy is like the first', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tasks, links)
    const page = await server.open()
    const target = ids['other']!
    const first = page.exec('copy-task', { id: ids['root']!, target, mode: 'after' })
    await page.idle()

    const second = page.exec('copy-task', { id: first.id, target, mode: 'before' })
    await page.idle()

    const reloaded = await page.reload()
    assert.deepEqual(shownIn(reloaded).tasks, shownIn(page).tasks)
    assertSameBranch(reloaded, ids['root']!, Number(page.realId(second.id)))
  })

  it('keeps the order that the branch has after moves', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(
      Object.fromEntries([
        ['root', { open: true }],
        ...Array.from({ length: 12 }, (_, i) => [`t${i}`, { parent: 'root' }]),
      ]) as Record<string, Record<string, unknown>>,
    )
    const page = await server.open()
    const random = seededRandom(3)
    for (let i = 0; i < 30; i++) {
      const [one, two] = [ids[`t${random.between(0, 11)}`]!, ids[`t${random.between(0, 11)}`]!]
      const mode = random.pick(['before', 'after'])
      if (one !== two) await page.act('move-task', { id: one, target: two, mode })
    }

    const { id } = page.exec('copy-task', { id: ids['root']!, target: ids['root']!, mode: 'after' })
    await page.idle()

    const reloaded = await page.reload()
    assertSameBranch(reloaded, ids['root']!, Number(page.realId(id)))
    assert.deepEqual(shownIn(reloaded).tasks, shownIn(page).tasks)
  })

  it('of which the root never came is never seen', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tasks, links)
    const recorded = await recordCopy(server, ids)
    const before = await soundPlan(server)

    const parts = recorded.filter((one) => one !== rootOf(recorded))
    for (const { method, path, body } of parts) {
      await server.send(method, path, renumbered(body, 50_000))
    }

    assert.deepEqual(await soundPlan(server), before)
    await server.open()
  })

  describe('that lost its root takes nothing along:', () => {
    const attempts: Record<string, (copied: number, other: number) => GanttEvent> = {
      'move-task': (copied, other) => ({ id: other, target: copied, mode: 'child' }),
      'add-link': (copied, other) => ({ link: { source: other, target: copied } }),
      'add-task': (copied) => ({ task: { text: 'new' }, target: copied, mode: 'child' }),
    }
    for (const [action, eventOf] of Object.entries(attempts)) {
      it(`${action} with one of its tasks`, async (t) => {
        const server = await ganttServer(t)
        const ids = await server.seed({ ...tasks, gone: {} }, links)
        const page = await server.open()
        await server.plain('DELETE', `tasks/${ids['gone']}`)
        const { id } = page.exec('copy-task', {
          id: ids['root']!,
          target: ids['gone']!,
          mode: 'after',
        })
        await page.idle()
        const copied = page.task(id).data![0]!.id
        assert.ok(page.realId(copied))

        page.exec(action, eventOf(copied as number, ids['other']!))
        await page.idle()

        const plan = await soundPlan(server)
        assert.deepEqual(new Set(plan.tasks.map(({ text }) => text)), new Set(Object.keys(tasks)))
        assert.equal(plan.links.length, links.length)
      })
    }
  })

  it('is complete for two pages whose temporary ids are the same', async (t) => {
    const server = await ganttServer(t)
    const ids = await server.seed(tasks, links)
    const recorded = await recordCopy(server, ids)
    const random = seededRandom(8)

    for (let round = 1; round <= 20; round++) {
      const both = shuffled(random, [...recorded, ...recorded.map((one) => ({ ...one }))])
      const roots: number[] = []
      for (const { method, path, body } of both) {
        const { json } = await server.send(method, path, renumbered(body, 70_000 + round * 100))
        if (path === `tasks/${ids['root']}`) roots.push((json as { id: number }).id)
      }
      const page = await server.open()
      for (const root of roots) assertSameBranch(page, ids['root']!, root)
      for (const root of roots) await server.plain('DELETE', `tasks/${root}`)
    }
  })
})

/** The requests of a real page; what they made is gone again. */
async function recordCopy(server: GanttServer, ids: Ids): Promise<Sent[]> {
  const page = await server.open()
  const { id } = page.exec('copy-task', { id: ids['root']!, target: ids['other']!, mode: 'after' })
  await page.idle()
  const recorded = page.sent.filter(writes)
  await server.plain('DELETE', `tasks/${page.realId(id)}`)
  return recorded
}

function rootOf(recorded: Sent[]): Sent {
  return recorded.find(({ body }) => (body as { mode?: string }).mode === 'after')!
}

/** Answers the id of the root's copy. */
async function replay(server: GanttServer, order: Sent[], by: number): Promise<number> {
  let root = 0
  for (const one of order) {
    const { status, json } = await server.send(one.method, one.path, renumbered(one.body, by))
    assert.equal(status, one.path === 'links' ? 422 : 200, JSON.stringify(json))
    if (one === rootOf(order)) root = (json as { id: number }).id
  }
  return root
}

/** The same request from a page that has counted further. */
function renumbered(body: unknown, by: number): unknown {
  const text = JSON.stringify(body)
  return JSON.parse(
    text.replaceAll(/temp:\/\/(\d{13})/g, (_, number: string) => `temp://${Number(number) + by}`),
  )
}

function assertSameBranch(page: GanttClient, source: number, copy: number): void {
  assert.deepEqual(shapeOf(page, copy), shapeOf(page, source))
  assert.deepEqual(linksWithin(page, copy), linksWithin(page, source))
}

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]]
  return list.flatMap((first, at) =>
    permutations(list.toSpliced(at, 1)).map((rest) => [first, ...rest]),
  )
}

function shuffled<T>(random: ReturnType<typeof seededRandom>, list: readonly T[]): T[] {
  const left = [...list]
  return list.map(() => left.splice(random.between(0, left.length - 1), 1)[0]!)
}
