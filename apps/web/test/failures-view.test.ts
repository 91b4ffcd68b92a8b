import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { screenshot } from './screenshot.ts'

describe('what fails to load', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('is told with a way to try again, be it a view or a dialog', async () => {
    const visit = await site.openPage({ path: '#/files' })
    const { page } = visit
    visit.allow(/net::ERR_FAILED|dynamically imported|Failed to fetch|preload CSS/)
    await page.locator('.connection').getByText('Live').waitFor()
    await page.route(/\/assets\/keys-dialog\./, (route) => route.abort())
    await page.getByRole('button', { name: 'Help' }).click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    const failed = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
    await failed.waitFor()
    // All else goes on.
    await page.locator('.wx-filemanager').waitFor()
    await screenshot(page, 'failed-dialog')
    assert.deepEqual(await axeViolations(page), [])
    await page.unroute(/\/assets\/keys-dialog\./)
    await failed.getByRole('button', { name: 'Try again' }).click()
    await page.locator('.connection').getByText('Live').waitFor()

    await page.route(/\/assets\/gantt-view\./, (route) => route.abort())
    await page.reload()
    await page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: 'Gantt' })
      .click()
    await failed.waitFor()
    await screenshot(page, 'failed-view')
    await page.unroute(/\/assets\/gantt-view\./)
    await failed.getByRole('button', { name: 'Try again' }).click()
    await page.locator('.wx-bar').first().waitFor()
    await visit.close()
  })

  it('is told when the server fails at first, and comes by itself', async () => {
    const visit = await site.openPage({ path: '#/files' })
    const { page } = visit
    visit.allow(/500/)
    await page.route(/\/auth$/, (route) => route.fulfill({ status: 500 }))
    await page.reload()
    await page.getByRole('alert').getByText('The server has failed (500).').waitFor()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute(/\/auth$/)
    await page.locator('.connection').getByText('Live').waitFor()
    await visit.close()
  })
})
