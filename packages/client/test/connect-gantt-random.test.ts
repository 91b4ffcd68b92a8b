import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Task } from '@triptych/contract/gantt'
import type { Analysis } from '@triptych/contract/schedule'
import { chosenSeed, seededRandom } from '../../server/test/fixtures/seeded-random.ts'
import { assertSettledPlan } from '../../server/test/fixtures/settled-plan.ts'
import { ganttServer } from '../../server/test/svar/gantt-server.ts'
import { openPage } from './gantt-page.ts'
import type { Page } from './gantt-page.ts'
import { planToBeginWith, workAtRandom } from './random-plan-work.ts'
import { patient } from '../../server/test/fixtures/patient.ts'

describe('several people in one plan', () => {
  for (const { lazyAbove, mode } of [
    { lazyAbove: 1000, mode: 'off' },
    { lazyAbove: 4, mode: 'off' },
    { lazyAbove: 1000, mode: 'auto' },
  ]) {
    it(`see the same in the end, branches above ${lazyAbove} on demand, scheduling ${mode}`, async (t) => {
      const seed = chosenSeed()
      t.diagnostic(`TRIPTYCH_TEST_SEED=${seed}`)
      const server = await ganttServer(t, { lazyAbove })
      await server.seed(planToBeginWith)
      await server.plain('PUT', '/schedule', { mode })
      const pages = await Promise.all([1, 2, 3].map(() => openPage(server.url)))
      t.after(() => pages.forEach((page) => page.close()))

      const done = await workAtRandom(pages, seededRandom(seed), { isScheduled: mode === 'auto' })

      const fresh = await openWhenQuiet(server.url, pages)
      t.after(() => fresh.close())
      for (const page of [...pages, fresh]) await unfoldAll(page)
      try {
        for (const page of pages) {
          await t.waitFor(() => {
            assert.equal(page.outline(), fresh.outline())
            assert.deepEqual(page.content(), fresh.content())
          }, patient)
        }
      } catch (error) {
        for (const step of done) t.diagnostic(step)
        throw error
      }
      if (mode === 'off') return
      const [tasks, analysis] = [
        (await server.plain('GET', '/tasks')) as Task[],
        (await server.plain('GET', '/schedule/analysis')) as Analysis,
      ]
      assertSettledPlan(tasks, analysis, `${seed}`)
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
