import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { makeTable, openTable, send } from './columns-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

describe('what stands below the columns of a table', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('is of all rows of the filter, follows changes, and is kept by a view', async (t) => {
    const table = await makeTable(site, 'totals')
    const shown = await openTable(site, table)
    const { page } = shown
    const foot = page.locator('.wx-footer')
    const add = async (column: string, total: string) => {
      await shown.choose(column, 'Add up …')
      const menu = page.getByRole('menu', { name: `Below the column ${column}` })
      await menu.getByText(total, { exact: true }).click()
    }
    await add('size', 'Sum')
    await foot.getByText('Sum 66').waitFor()
    await add('day', 'Max')
    await foot.getByText('Max 15 Apr 2026').waitFor()
    // A text has no sum.
    await shown.choose('name', 'Add up …')
    const offered = page
      .getByRole('menu', { name: 'Below the column name' })
      .getByRole('menuitemradio')
    assert.deepEqual(await offered.allInnerTexts(), ['Nothing', 'Count', 'Min', 'Max'])
    await page.keyboard.press('Escape')
    await screenshot(page, 'table-totals')
    assert.deepEqual(await axeViolations(page), [])

    await shown.edit(0, 'size', '100')
    await foot.getByText('Sum 166').waitFor()
    await send(site, 'PUT', `${table}/2`, { size: 1007 })
    await foot.getByText('Sum 1,166').waitFor()
    await page.getByRole('searchbox').fill('row 12')
    await foot.getByText('Sum 5', { exact: true }).waitFor()
    await page.getByRole('searchbox').fill('')
    await foot.getByText('Sum 1,166').waitFor()

    await page.getByRole('button', { name: 'Save as a view …' }).click()
    await page.getByLabel('Name of the view').fill('sums')
    await page.keyboard.press('Enter')
    await t.waitFor(() => assert.match(page.url(), /totals\?view=sums$/), patient)
    await page.reload()
    await foot.getByText('Sum 1,166').waitFor()
    await add('size', 'Nothing')
    await foot.getByText('Sum').waitFor({ state: 'detached' })
    await add('day', 'Nothing')
    await foot.waitFor({ state: 'detached' })
    await shown.visit.close()
  })
})
