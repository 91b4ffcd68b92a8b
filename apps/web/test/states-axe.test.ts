import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { screenshot } from './screenshot.ts'

/** In words of either language, so that one walk does for both. */
const named = (page: Page, name: RegExp) => page.getByRole('button', { name }).first()
const item = (page: Page, name: RegExp) => page.getByRole('menuitem', { name }).first()
const shown = (page: Page, selector: string) => page.locator(selector).first().waitFor()

interface State {
  name: string
  at: string
  reach: (page: Page) => Promise<unknown>
}

const states: readonly State[] = [
  { name: 'home', at: '#/home', reach: (page) => shown(page, '.home-column h2') },
  {
    name: 'help',
    at: '#/home',
    async reach(page) {
      await named(page, /^(Help|Hilfe)$/).click()
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  {
    name: 'history',
    at: '#/files',
    async reach(page) {
      await named(page, /^(More of this workspace|Mehr zu diesem Arbeitsbereich)$/).click()
      await item(page, /^(History|Verlauf)/).click()
      await shown(page, '.history-step')
    },
  },
  {
    name: 'trash',
    at: '#/files',
    async reach(page) {
      await named(page, /^(More of this workspace|Mehr zu diesem Arbeitsbereich)$/).click()
      await item(page, /^(Trash|Papierkorb)/).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'cell',
    at: '#/tables/screenings',
    async reach(page) {
      await page.locator('.wx-body .wx-row [data-col-id=":day"]').first().click()
      await page.keyboard.press('Enter')
      await shown(page, '.cell-editor')
    },
  },
  {
    name: 'row',
    at: '#/tables/films',
    async reach(page) {
      await page.locator('.wx-body .wx-row [data-col-id=":name"]').first().click()
      await page.keyboard.press('Space')
      await page.getByRole('complementary').first().waitFor()
    },
  },
  { name: 'empty plan', at: 'w/bare/#/gantt', reach: (page) => shown(page, '.gantt-empty') },
  { name: 'task', at: '#/gantt/5?edit=', reach: (page) => shown(page, '.wx-sidearea') },
  {
    name: 'schedule',
    at: '#/gantt',
    async reach(page) {
      await named(page, /^(Scheduling|Terminplanung|Planung)/).click()
      await page.getByRole('dialog').waitFor()
    },
  },
]

describe('axe finds nothing', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
    const body = JSON.stringify({ name: 'bare' })
    assert.equal(
      (await fetch(new URL('workspaces', site.url), { method: 'POST', body })).status,
      200,
    )
  })
  after(() => site.stop())

  for (const [locale, colorScheme] of [
    ['en-GB', 'dark'],
    ['de-DE', 'light'],
  ] as const) {
    for (const { name, at, reach } of states) {
      it(`in ${name}, ${locale}, ${colorScheme}`, async () => {
        const visit = await site.openPage({ path: at, locale, colorScheme, loadsAhead: true })
        await reach(visit.page)
        await screenshot(visit.page, `axe-${name}-${locale}`)
        assert.deepEqual(await axeViolations(visit.page), [])
        await visit.close()
      })
    }
  }

  it('in a plan that has not come yet, on a phone', async () => {
    const visit = await site.openPage({ path: '#/home', width: 390 })
    const { page } = visit
    await page.route(/\/tasks/, () => {})
    await page.goto(new URL('#/gantt', visit.url).href)
    await shown(page, '.wx-chart .wx-scale')
    assert.equal(await page.locator('.wx-bar').count(), 0)
    assert.deepEqual(await axeViolations(page), [])
    await visit.close()
  })
})
