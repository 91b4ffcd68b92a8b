import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { schedulePage, startOf } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

const bar = (page: Page, name: string) =>
  page.locator('.wx-bars [data-task-id]').filter({ hasText: name }).first()

async function hold(page: Page, name: string, days: number): Promise<void> {
  await bar(page, name).hover()
  const box = (await bar(page, name).boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.locator('.gantt-tip').waitFor()
  await page.mouse.down()
  await page.mouse.move(x + days * 40, y, { steps: 8 })
}

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!]
  const across = a.x < b.x + b.width && b.x < a.x + a.width
  return across && a.y < b.y + b.height && b.y < a.y + a.height
}

describe('what is told beside a bar', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan, open } = schedulePage(() => site)

  it('is the task as it is now, also where others change it meanwhile', async () => {
    const made = await plan('tip-now', { mode: 'auto' })
    const visit = await open(made)
    const { page } = visit
    await bar(page, 'Dig').hover()
    const tip = page.locator('.gantt-tip')
    await tip.filter({ hasText: '0 % done' }).waitFor()
    await ask('PUT', `w/tip-now/tasks/${made.dig}`, { progress: 40 })
    await tip.filter({ hasText: '40 % done' }).waitFor()
    await screenshot(page, 'tip-now')
    await visit.close()
  })

  it('hides neither its days nor what would follow, where there is little room', async (t) => {
    const visit = await open(await plan('tip-both', { mode: 'auto' }), { width: 1024 })
    const { page } = visit
    await hold(page, 'Dig', 2)
    await page.locator('.what-if').waitFor()
    await screenshot(page, 'tip-both')
    await t.waitFor(
      async () =>
        assert.equal(
          await overlap(page.locator('.gantt-drag-tip'), page.locator('.what-if')),
          false,
        ),
      patient,
    )
    await page.mouse.up()
    await visit.close()
  })

  it('can be taken back beside the panel of a task', async () => {
    const made = await plan('tip-panel', { mode: 'auto' })
    const changes = Array.from({ length: 25 }, (_, at) => [
      {
        url: 'tasks',
        method: 'POST',
        data: { id: `temp://${at}`, text: `Step ${at}`, length: 480 },
      },
      {
        url: 'links',
        method: 'POST',
        data: { source: made.lay, target: `temp://${at}`, type: 'e2s' },
      },
    ])
    await ask('POST', 'w/tip-panel/batch', changes.flat())
    const visit = await open(made)
    const { page } = visit
    await hold(page, 'Dig', 1)
    await page.mouse.up()
    await page.getByText('“Dig” was moved, and 26 other tasks with it.').waitFor()
    await bar(page, 'Dig').dblclick()
    const panel = page.locator('.wx-sidearea')
    await panel.waitFor()
    await screenshot(page, 'tip-panel')
    assert.equal(await overlap(page.locator('.toast'), panel), false)
    await page.getByRole('button', { name: 'Undo' }).click()
    await startOf(page, 'Lay').filter({ hasText: '05 Mar 2026' }).waitFor()
    await visit.close()
  })
})
