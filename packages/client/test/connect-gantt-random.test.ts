import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chosenSeed, seededRandom } from '../../server/test/fixtures/seeded-random.ts'
import { ganttServer } from '../../server/test/svar/gantt-server.ts'
import { openPage } from './gantt-page.ts'
import type { Page } from './gantt-page.ts'
import { planToBeginWith, workAtRandom } from './random-plan-work.ts'
import { patient } from '../../server/test/fixtures/patient.ts'

describe('several people in one plan', () => {
  for (const lazyAbove of [1000, 4]) {
    it(`see the same in the end, branches above ${lazyAbove} on demand`, async (t) => {
      const seed = chosenSeed()
      t.diagnostic(`TRIPTYCH_TEST_SEED=${seed}`)
      const server = await ganttServer(t, { lazyAbove })
      await server.seed(planToBeginWith)
      const pages = await Promise.all([1, 2, 3].map(() => openPage(server.url)))
      t.after(() => pages.forEach((page) => page.close()))

      const done = await workAtRandom(pages, seededRandom(seed))

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
