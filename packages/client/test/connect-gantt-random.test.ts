import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chosenSeed, seededRandom } from '../../server/test/seeded-random.ts'
import type { SeededRandom } from '../../server/test/seeded-random.ts'
import { ganttServer } from '../../server/test/svar-gantt-server.ts'
import { openPage } from './gantt-page.ts'
import type { Page } from './gantt-page.ts'

describe('several people in one plan', () => {
  for (const lazyAbove of [1000, 4]) {
    it(`see the same in the end, branches above ${lazyAbove} on demand`, async (t) => {
      const seed = chosenSeed()
      t.diagnostic(`KILL_SEED=${seed}`)
      const random = seededRandom(seed)
      const server = await ganttServer(t, { lazyAbove })
      await server.seed({
        Walls: { type: 'summary', end: '2026-04-03 00:00:00' },
        Bricks: { parent: 'Walls' },
        Mortar: { parent: 'Walls' },
        Roof: {},
        Beams: { parent: 'Roof' },
      })
      const pages = await Promise.all([1, 2, 3].map(() => openPage(server.url)))
      t.after(() => pages.forEach((page) => page.close()))

      for (let round = 0; round < 25; round++) {
        for (const page of pages) {
          for (let n = random.between(0, 3); n > 0; n--) actAtRandom(page, random)
          if (random.next() < 0.3) await page.connection.settled()
        }
      }

      const fresh = await openWhenQuiet(server.url, pages)
      t.after(() => fresh.close())
      for (const page of [...pages, fresh]) await unfoldAll(page)
      for (const page of pages) {
        await t.waitFor(
          () => {
            assert.equal(page.outline(), fresh.outline())
            assert.deepEqual(page.content(), fresh.content())
          },
          { timeout: 5000 },
        )
      }
    })
  }
})

async function openWhenQuiet(url: string, pages: Page[]): Promise<Page> {
  for (const page of pages) await page.connection.settled()
  return openPage(url)
}

async function unfoldAll(page: Page): Promise<void> {
  for (;;) {
    const folded = page.tasks().filter(({ lazy }) => lazy)
    if (folded.length === 0) return
    for (const { id } of folded) await page.act('open-task', { id, mode: true })
  }
}

let made = 0

/** Something a person could do now; the server refuses some of it, because another was faster. */
function actAtRandom(page: Page, random: SeededRandom): void {
  const tasks = page.tasks()
  const task = () => random.pick(tasks)
  const mode = random.pick(['before', 'after', 'child'])
  const dice = random.next()
  if (tasks.length < 6 || dice < 0.2) {
    const type = random.pick(['task', 'task', 'milestone'])
    const added = { text: `Task ${++made}`, type, start: someDay(random), duration: 2 }
    page.start('add-task', { task: added, target: tasks.length > 0 ? task().id : null, mode })
  } else if (dice < 0.3 || tasks.length > 60) {
    page.start('delete-task', { id: task().id })
  } else if (dice < 0.5) {
    const start = someDay(random)
    const end = new Date(start.getTime())
    end.setDate(end.getDate() + random.between(1, 5))
    const { id, type } = task()
    if (type === 'task') page.start('update-task', { id, task: { start, end } })
  } else if (dice < 0.6) {
    const text = `Renamed ${++made}`
    page.start('update-task', { id: task().id, task: { text }, inProgress: dice < 0.55 })
  } else if (dice < 0.65) {
    const leaf = task()
    if (leaf.data?.length) page.start('update-task', { id: leaf.id, task: { type: 'summary' } })
  } else if (dice < 0.8) {
    page.start('move-task', { id: task().id, target: task().id, mode })
  } else if (dice < 0.85) {
    page.start('copy-task', { id: task().id, target: task().id, mode: 'after' })
  } else if (dice < 0.95) {
    const [source, target] = [task().id, task().id]
    const isThere = page.links().some((one) => one.source === source && one.target === target)
    if (source !== target && !isThere) {
      page.start('add-link', { link: { source, target, type: 'e2s' } })
    }
  } else if (page.links().length > 0) {
    page.start('delete-link', { id: random.pick(page.links()).id })
  }
}

function someDay(random: SeededRandom): Date {
  return new Date(2026, 3, random.between(1, 28))
}
