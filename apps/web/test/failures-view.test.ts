import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
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
    await page.route(/\/assets\/keys-dialog\./, (route) => route.abort())
    await page.reload()
    await page.locator('.connection').getByText('Live').waitFor()
    const askForKeys = async () => {
      await page.getByRole('button', { name: 'Help' }).click()
      await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    }
    await askForKeys()
    const failed = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
    await failed.waitFor()
    // All else goes on.
    await page.locator('.wx-filemanager').waitFor()
    await screenshot(page, 'failed-dialog')
    assert.deepEqual(await axeViolations(page), [])
    await failed.getByRole('button', { name: 'Close' }).click()
    await failed.waitFor({ state: 'detached' })
    await askForKeys()
    await failed.waitFor()
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

  it('are no dialogs of the frame without a connection, and what is told of it goes with it', async (t) => {
    const visit = await site.openPage({ path: '#/files', loadsAhead: true })
    const { page } = visit
    await page.locator('.connection').getByText('Live').waitFor()
    const parts = ['find', 'settings', 'keys', 'history', 'account', 'trash', 'home-view']
    await t.waitFor(async () => {
      const names = 'performance.getEntriesByType("resource").map(({ name }) => name).join()'
      const loaded = await page.evaluate<string>(names)
      for (const part of parts) assert.match(loaded, new RegExp(`/assets/${part}[-a-z]*\\.`))
    }, patient)

    await visit.goOffline()
    await page.locator('.connection').getByText('No connection').waitFor()
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByText('The plan could not be read.').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search everything' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await screenshot(page, 'home-offline')

    await visit.goOnline()
    await page.getByText('The plan could not be read.').waitFor({ state: 'detached' })
    await page
      .getByRole('region', { name: 'What changed lately' })
      .getByRole('listitem')
      .first()
      .waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
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
