import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { row, schedulePage } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

/** How many rows the tabs of the panel stand in. */
const rowsOfTabs = (page: Page) =>
  page
    .locator('.wx-sidearea .wx-gantt-tabs .wx-tab')
    .evaluateAll((tabs) => new Set(tabs.map((tab) => tab.getBoundingClientRect().top)).size)

/** Where the words of a head and of its cells end. */
const endsOf = (page: Page, column: string) =>
  page
    .locator(`.wx-table-box [data-header-id=":${column}"], [data-col-id=":${column}"]`)
    .evaluateAll((cells) =>
      cells.map((cell) => {
        const words = document.createRange()
        words.selectNodeContents(cell.querySelector('.wx-text, .gantt-cell-text') ?? cell)
        return Math.round(words.getBoundingClientRect().right)
      }),
    )

describe('a plan that is looked at', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan, open } = schedulePage(() => site)

  it('has the tabs of its panel side by side, however narrow it is', async (t) => {
    const made = await plan('tabs', { mode: 'validate' })
    for (const locale of ['en-US', 'de-DE']) {
      for (const width of [1024, 390]) {
        const visit = await site.openPage({
          path: `w/tabs/#/gantt/${made.lay}?edit=`,
          width,
          height: 800,
          locale,
        })
        const { page } = visit
        const tabs = page.locator('.wx-sidearea .wx-gantt-tabs .wx-tab')
        await tabs.nth(4).waitFor()
        await t.waitFor(async () => assert.equal(await rowsOfTabs(page), 1), patient)
        await screenshot(page, `plan-tabs-${locale}-${width}`)
        await visit.close()
      }
    }
  })

  it('has heads that end where their numbers do, and numbers that are not cut', async (t) => {
    const made = await plan('heads')
    let parent = made.roof
    for (let depth = 0; depth < 3; depth++) {
      const below = { text: `Part ${depth}`, parent, start: '2026-03-02T00:00:00', duration: 12 }
      parent = (await ask<{ id: number }>('POST', 'w/heads/tasks', below)).id
      await ask('PUT', `w/heads/tasks/${below.parent}`, { type: 'summary', open: true })
    }
    const visit = await open(made, { width: 1600, height: 800 })
    const { page } = visit
    await t.waitFor(async () => {
      for (const column of ['duration', 'progress']) {
        assert.equal(new Set(await endsOf(page, column)).size, 1, column)
      }
      const number = row(page, 'Part 2').locator('.gantt-cell-text').first()
      assert.equal(await number.textContent(), '3.1.1.1')
      const cut = await number.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      assert.ok(cut <= 0, `${cut} px are cut`)
    }, patient)
    await visit.close()
  })

  it('has no links where all is folded, also after a search', async (t) => {
    const made = await plan('folded')
    const above = { text: 'House', type: 'summary', start: '2026-03-02T00:00:00', duration: 5 }
    const { id } = await ask<{ id: number }>('POST', 'w/folded/tasks', above)
    for (const task of [made.dig, made.lay]) {
      await ask('PUT', `w/folded/tasks/${task}`, { operation: 'move', target: id, mode: 'child' })
    }
    await ask('PUT', `w/folded/tasks/${id}`, { open: true })
    const visit = await open(made, { width: 1440, height: 800 })
    const { page } = visit
    const links = (count: number) =>
      t.waitFor(
        async () => assert.equal(await page.locator('.wx-line-draw').count(), count),
        patient,
      )
    await links(1)
    await page.getByRole('button', { name: 'Fold all', exact: true }).click()
    await row(page, 'Dig').waitFor({ state: 'detached' })
    await links(0)
    const search = page.getByPlaceholder('Search tasks')
    await search.fill('Dig')
    await row(page, 'Dig').waitFor()
    await search.fill('')
    await row(page, 'Dig').waitFor({ state: 'detached' })
    await links(0)
    await page.getByRole('button', { name: 'Unfold all' }).click()
    await links(1)
    await visit.close()
  })

  it('names its tools where the window is wide', async () => {
    const visit = await open(await plan('wide'), { width: 1720, height: 800 })
    const { page } = visit
    const words = page.getByRole('toolbar', { name: 'View of the plan' }).locator('.tool-word')
    const said = ['Columns', 'Scheduling', 'Critical path', 'Load', 'Baselines']
    await page.getByRole('button', { name: 'Baselines' }).getByText('Baselines').waitFor()
    assert.deepEqual(await words.allTextContents(), said)
    await row(page, 'Lay').getByText('Lay').click()
    await page.getByRole('button', { name: 'Paste', exact: true }).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'plan-wide')
    await page.setViewportSize({ width: 1440, height: 800 })
    await words.first().waitFor({ state: 'hidden' })
    await visit.close()
  })
})
