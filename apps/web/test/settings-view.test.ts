import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { screenshot } from './screenshot.ts'
import { tablesPage } from './tables-page.ts'

describe('the settings', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('say how dates and numbers are written and read, and how close rows stand', async () => {
    await fetch(`${site.url}tables`, {
      method: 'POST',
      body: JSON.stringify({
        name: 'places',
        columns: [
          { name: 'day', type: 'date' },
          { name: 'size', type: 'number' },
        ],
      }),
    })
    await fetch(`${site.url}places`, {
      method: 'POST',
      body: JSON.stringify({ day: '2027-03-01', size: 12345.5 }),
    })
    const visit = await site.openPage({ path: '#/tables/places' })
    const { page } = visit
    const { cell, status, edit } = tablesPage(page)
    await status.getByText('1 row').waitFor()
    const before = (await cell(0, 'day').boundingBox())!.height

    await page.getByRole('button', { name: 'Help' }).click()
    await page.getByRole('menuitem', { name: 'Settings…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByLabel('Dates and numbers').selectOption('de-DE')
    await dialog.getByText('31.03.2027, 14:30 · 1.234.567,5').waitFor()
    await dialog.getByRole('combobox', { name: 'Rows' }).selectOption('Close together')
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'settings')
    await dialog.getByRole('button', { name: 'Save' }).click()

    await page.waitForFunction(() =>
      document.querySelector('[data-col-id=":day"].wx-cell')?.textContent?.includes('01.03.2027'),
    )
    assert.equal((await cell(0, 'size').innerText()).trim(), '12.345,5')
    assert.ok((await cell(0, 'day').boundingBox())!.height < before)
    await edit(0, 'day', '24.12.2027')
    await cell(0, 'day').getByText('24.12.2027').waitFor()
    await visit.close()
  })
})
