import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { screenshot } from './screenshot.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name })

describe('the start page', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('lists where one was and what changed, and leads there', async () => {
    const visit = await site.openPage({ path: '#/home' })
    const { page } = visit
    await section(page, 'Recent places').getByText('that you open are listed here').waitFor()
    await page.goto(new URL('#/files/Pictures', visit.url).href)
    await page.locator('.wx-filemanager').waitFor()
    await page.goto(new URL('#/tables/films?sort=-year', visit.url).href)
    await page.locator('.wx-grid .wx-row').first().waitFor()
    await page.goto(new URL('#/gantt/5', visit.url).href)
    await page.locator('.wx-bar').first().waitFor()
    const response = await fetch(new URL('tasks/5', site.url), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'Ask them all' }),
    })
    assert.equal(response.status, 200)

    await page.getByRole('link', { name: 'Home' }).click()
    const places = section(page, 'Recent places').getByRole('link')
    await places.filter({ hasText: 'Ask them all' }).waitFor()
    assert.deepEqual(
      (await places.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim()),
      ['Ask them all Gantt', 'films Tables', 'Pictures Files'],
    )
    const changes = section(page, 'What changed lately')
    await changes
      .getByRole('link', { name: /Ask them all/ })
      .first()
      .waitFor()
    await screenshot(page, 'home')
    assert.deepEqual(await axeViolations(page), [])
    await page.locator('.connection').getByText('Live').waitFor()
    await fetch(new URL('tasks/6', site.url), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'News of others' }),
    })
    await changes.getByRole('link', { name: /News of others/ }).waitFor()
    await changes
      .getByRole('link', { name: /Ask them all/ })
      .first()
      .click()
    await page.waitForURL(/#\/gantt\/5/)
    await visit.close()
  })

  it('fits a phone in the dark, and says what could not be read', async () => {
    const visit = await site.openPage({ path: '#/files', width: 390, colorScheme: 'dark' })
    const { page } = visit
    visit.allow(/500/)
    await page.route(/\/history\?/, (route) => route.fulfill({ status: 500 }), { times: 1 })
    await page.getByRole('link', { name: 'Home' }).click()
    const changes = section(page, 'What changed lately')
    await changes.getByText('What changed could not be read.').waitFor()
    await changes.getByRole('button', { name: 'Try again' }).click()
    await changes.getByRole('listitem').first().waitFor()
    await screenshot(page, 'home-390')
    assert.deepEqual(await axeViolations(page), [])
    const overflow = 'document.documentElement.scrollWidth - innerWidth'
    assert.ok(Number(await page.evaluate(overflow)) <= 0)
    await visit.close()
  })
})
