import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { screenshot } from './screenshot.ts'

describe('the language of the page', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('is the one that was chosen, with its months and days', async () => {
    const visit = await site.openPage({ path: '#/files', locale: 'de-DE' })
    const { page } = visit
    await page.getByRole('button', { name: 'Hilfe' }).click()
    await page.getByRole('menuitem', { name: 'Einstellungen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Einstellungen' })
    await dialog.getByRole('combobox', { name: 'Sprache' }).selectOption('English')
    await dialog.getByText('31 Mar 2027').or(dialog.getByText('Mar 31, 2027')).waitFor()
    await screenshot(page, 'german-settings')
    await dialog.getByRole('button', { name: 'Speichern' }).click()

    await page.getByRole('link', { name: 'Files', exact: true }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'en')
    await page.reload()
    await page.getByRole('button', { name: 'Help' }).click()
    await page.getByRole('menuitem', { name: 'Settings …' }).click()
    const again = page.getByRole('dialog', { name: 'Settings' })
    assert.equal(await again.getByLabel('Language').inputValue(), 'en')
    await again.getByLabel('Language').selectOption('As the browser has it')
    await again.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Hilfe' }).waitFor()
    await visit.close()
  })
})
