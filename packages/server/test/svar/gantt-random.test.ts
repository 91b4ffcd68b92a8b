import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { TestContext } from 'node:test'
import type { Task } from '@triptych/contract/gantt'
import type { Analysis } from '@triptych/contract/schedule'
import { chosenSeed, depth, seededRandom } from '../fixtures/seeded-random.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'
import type { GanttClient } from './gantt-client.ts'
import { assertSamePlan, shownIn } from './gantt-plan.ts'
import { carefulStep, randomStep, usable } from './gantt-random.ts'
import type { Undo } from './gantt-random.ts'
import { folderFor, ganttServer, soundPlan } from './gantt-server.ts'
import type { GanttServer } from './gantt-server.ts'
import { assertSettledPlan } from '../fixtures/settled-plan.ts'

/**
 * Four pages that do anything at any time, over lines on which requests overtake each other. However
 * it went: the plan is sound, and all who load it see the same. Repeat one with its seed.
 */

const actions = 800 * depth
const pageCount = 4
const burst = 40

const places = {
  'in memory': () => ({}),
  'in a folder': (t: TestContext) => ({ data: folderFor(t) }),
}
const kinds = {
  'all loaded at once': {},
  'with lazy branches': { lazyAbove: 4 },
}

describe('four pages on slow lines', { concurrency: 2 }, () => {
  const cases = Object.entries(places).flatMap(([place, optionsOf], i) =>
    Object.entries(kinds).map(([kind, options], j) => ({ place, kind, optionsOf, options, i, j })),
  )
  for (const { place, kind, optionsOf, options, i, j } of cases) {
    it(`agree after a reload, ${place}, ${kind}`, async (t) => {
      const seed = chosenSeed()
      t.diagnostic(`seed ${seed}`)
      const server = await ganttServer(t, { ...options, ...optionsOf(t) })
      const random = seededRandom(seed)

      let done = 0
      for (let round = 0; done < actions / cases.length; round++) {
        const batchURL = round % 4 === 3 ? { batchURL: 'batch' } : {}
        const delays = { random: seededRandom(seed + round), most: random.pick([0, 5, 40]) }
        const pages = await openPages(server, { delays, ...batchURL })
        done += await work(random, pages)
        await check(server, pages, `seed ${seed}, round ${round}, case ${i}${j}`)
      }
    })
  }
})

describe('four pages on a plan that schedules itself', () => {
  it('stumble over nothing, and agree after a reload on what a whole pass gives', async (t) => {
    const seed = chosenSeed()
    t.diagnostic(`seed ${seed}`)
    const server = await ganttServer(t)
    await server.plain('PUT', '/schedule', { mode: 'auto', start: '2026-01-01T00:00:00' })
    const random = seededRandom(seed)
    let done = 0
    for (let round = 0; done < actions / 2; round++) {
      const batchURL = round % 2 === 1 ? { batchURL: 'batch' } : {}
      const delays = { random: seededRandom(seed + round), most: random.pick([0, 5, 40]) }
      const pages = await openPages(server, { delays, ...batchURL })
      done += await work(random, pages)
      const what = `seed ${seed}, round ${round}`
      await check(server, pages, what)
      const [tasks, analysis] = [
        (await server.plain('GET', '/tasks')) as Task[],
        (await server.plain('GET', '/schedule/analysis')) as Analysis,
      ]
      assertSettledPlan(tasks, analysis, what)
    }
  })
})

describe('one page that waits for its answers', { concurrency: 2 }, () => {
  for (const [kind, options] of Object.entries(kinds)) {
    it(`shows what a reload shows, ${kind}`, async (t) => {
      const seed = chosenSeed()
      t.diagnostic(`seed ${seed}`)
      const server = await ganttServer(t, { allowCycles: true, ...options })
      const random = seededRandom(seed)
      const undo: Undo = { tasks: [], links: [] }
      const isLazy = 'lazyAbove' in options

      let page = await server.open()
      for (let left = actions / 20; left > 0; left--) {
        const { action, event } = carefulStep(random, page, undo)
        if (action !== 'copy-task') {
          page.exec(action, event)
          await page.answered()
          continue
        }
        // The server copies what it knows, so all updates must have come to it.
        await compare(page, `seed ${seed}, ${left} left`, { withLinks: true, isLazy })
        page.exec(action, event)
        await compare(page, `seed ${seed}, ${left} left after a copy`, { withLinks: false, isLazy })
        page = await page.reload()
        await page.openAll()
        undo.tasks = undo.links = []
      }
      await compare(page, `seed ${seed}`, { withLinks: true, isLazy })
    })
  }
})

/**
 * The store copies links without their lags, and not those of the branch's root. Links between two
 * lazy branches are never sent, but a page has those it has made itself; and a page that loads a lazy
 * branch sets the dates of the summary above it anew.
 */
async function compare(
  page: GanttClient,
  what: string,
  { withLinks, isLazy }: { withLinks: boolean; isLazy: boolean },
): Promise<void> {
  await page.idle()
  assert.deepEqual(page.failures, [], what)
  const reloaded = await page.reload()
  await reloaded.openAll()
  const [now, before] = [shownIn(reloaded), shownIn(page)]
  if (isLazy) for (const task of [...now.tasks, ...before.tasks]) forgetSummaryDates(task)
  assert.deepEqual(now.tasks, before.tasks, what)
  if (withLinks && !isLazy) assert.deepEqual(now.links, before.links, what)
}

function forgetSummaryDates(task: Record<string, unknown>): void {
  if (task['type'] !== 'summary') return
  for (const field of ['start', 'end', 'duration']) delete task[field]
}

async function openPages(
  server: GanttServer,
  options: Parameters<GanttServer['open']>[0],
): Promise<GanttClient[]> {
  const pages = await Promise.all(Array.from({ length: pageCount }, () => server.open(options)))
  await Promise.all(pages.map((page) => page.openAll()))
  return pages
}

/** Answers how many actions there were. */
async function work(random: SeededRandom, pages: GanttClient[]): Promise<number> {
  const undos = pages.map((): Undo => ({ tasks: [], links: [] }))
  for (let left = burst; left > 0; left--) {
    for (const [at, page] of pages.entries()) {
      const { action, event } = randomStep(random, page, undos[at]!)
      const isWhole = usable(page).length === page.tasks().length
      if (isWhole) page.exec(action, event)
      // A store that has lost its way stumbles; its server must not.
      else page.store.in.exec(action, event).catch(() => {})
    }
    await nextTurn()
    // Sometimes a person looks at what they have done.
    if (random.next() < 0.3) await pause(random.between(0, 30))
  }
  await Promise.all(pages.map((page) => page.idle()))
  return burst * pages.length
}

async function check(server: GanttServer, pages: GanttClient[], what: string): Promise<void> {
  for (const { sent, failures } of pages) {
    assert.deepEqual(failures, [], what)
    const failed = sent.filter(({ status }) => status >= 500 || status === 400)
    assert.deepEqual(failed, [], what)
  }
  const plan = await soundPlan(server)
  const [first, ...others] = await Promise.all(pages.map((page) => page.reload()))
  await first!.openAll()
  for (const page of others) {
    await page.openAll()
    assertSamePlan(page, first!)
  }
  const shown = shownIn(first!)
  assert.deepEqual(
    shown.tasks.map(({ id, parent, text }) => ({ id, parent, text })),
    depthFirst(plan.tasks),
    what,
  )
  assert.equal(shown.links.length, plan.links.length, what)
}

/** The tasks of the server in the order of the screen. */
function depthFirst(tasks: { id: unknown; parent: unknown; text: string }[]): unknown[] {
  const below = (parent: unknown): unknown[] =>
    tasks
      .filter((task) => task.parent === parent)
      .flatMap(({ id, text }) => [{ id, parent, text }, ...below(id)])
  return below(0)
}
