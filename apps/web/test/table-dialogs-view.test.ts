import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { boxOf, focused, makeTable, openTable } from './columns-page.ts'
import { screenshot } from './screenshot.ts'

describe('the forms of tables', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('go on where one types, and forget what was wrong when it is put right', async () => {
    const taken = await makeTable(site, 'taken')
    const shown = await openTable(site, taken)
    const { page } = shown
    shown.visit.allow(/409/)
    await shown.button('New table').click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(taken)
    await shown.button('Add a column').click()
    assert.equal(await focused(page), 'Name of column 2')
    await page.keyboard.type('second')
    await shown.button('Create').click()
    const alert = page.getByRole('dialog').getByRole('alert')
    await alert.waitFor()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('not-taken')
    await alert.waitFor({ state: 'detached' })
    await shown.button('Create').click()
    await shown.header('second').waitFor()
    await shown.visit.close()
  })

  it('take no more room than they need', async () => {
    const shown = await openTable(site, await makeTable(site, 'roomy'))
    const { page } = shown
    await shown.button('Filter').click()
    const panel = page.getByRole('region', { name: 'Filter' })
    await panel.waitFor()
    await shown.button('Cancel').click()
    await page.locator('.wx-filter-editor').waitFor({ state: 'detached' })
    assert.ok((await boxOf(panel)).height < 60)
    const [button, area] = [await boxOf(shown.button('Add filter')), await boxOf(panel)]
    assert.ok(button.x < area.x + 40, 'the button is where one looks for it')

    await shown.button('Import a file').click()
    await page.getByText('Choose a file', { exact: true }).waitFor()
    const buffer = Buffer.from('name,size\none,1\n')
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'things.csv', mimeType: 'text/csv', buffer })
    await page.getByText('things.csv').waitFor()
    await page.getByText('1 row', { exact: true }).waitFor()
    await screenshot(page, 'table-import')
    assert.deepEqual(await axeViolations(page), [])
    await shown.visit.close()
  })
})
