import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { makeTable, send } from './columns-page.ts'
import { screenshot } from './screenshot.ts'

describe('the keyboard in a table', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('is on the row that the search over everything has led to', async (t) => {
    await makeTable(site, 'led')
    await send(site, 'POST', 'led/rows', { rows: [{ name: 'Zanzibar', size: 5 }] })
    const visit = await site.openPage({ path: '#/files' })
    const { page } = visit
    const dialog = page.getByRole('dialog', { name: 'Search everything' })
    const isAt = async (column: string, text: string) => {
      const cell = page.locator(`[data-col-id=":${column}"]:focus`, { hasText: text })
      await cell.waitFor()
    }
    const lead = async (text: string, name: RegExp) => {
      await page.keyboard.press('Control+k')
      await dialog.getByRole('combobox').fill(text)
      await dialog.getByRole('option', { name }).first().waitFor()
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
    }
    await page.locator('.connection').getByText('Live').waitFor()
    await lead('zanzib', /Zanzibar/)
    await isAt('name', 'Zanzibar')
    await screenshot(page, 'found-row')
    await page.keyboard.press('ArrowRight')
    await isAt('size', '5')
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
    await t.waitFor(async () => {
      const found = (await send(site, 'GET', 'led?size=7&name=Zanzibar')) as unknown[]
      assert.equal(found.length, 1)
    }, patient)

    // From a field of the same table, too, and from one table to another.
    await page.getByRole('searchbox').fill('row')
    await page.getByText('12 rows found').waitFor()
    await lead('zanzib', /Zanzibar/)
    await isAt('name', 'Zanzibar')
    await lead('shawshank', /Shawshank/)
    await isAt('name', 'Shawshank')
    await visit.close()
  })
})
