import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { seededRandom } from './seeded-random.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { GanttClient } from './svar-gantt-client.ts'
import { assertSamePlan, shownIn } from './svar-gantt-plan.ts'
import { randomStep } from './svar-gantt-random.ts'
import type { Undo } from './svar-gantt-random.ts'
import { folderFor, ganttServer, soundPlan } from './svar-gantt-server.ts'
import type { GanttServer } from './svar-gantt-server.ts'

/**
 * Four pages that do anything at any time, over lines on which requests overtake each other. However
 * it went: the plan is sound, and all who load it see the same. Repeat one with its seed.
 */

const actions = Number(process.env['TRIPTYCH_GANTT_ACTIONS'] ?? 2000)
const givenSeed = process.env['TRIPTYCH_GANTT_SEED']
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
      const seed = givenSeed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(givenSeed)
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
      page.exec(action, event)
    }
    // Sometimes a person looks at what they have done.
    if (random.next() < 0.3) await new Promise((done) => setTimeout(done, random.between(0, 30)))
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
