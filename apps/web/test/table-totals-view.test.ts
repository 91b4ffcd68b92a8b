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

  it('stands beside each group, whose rows are shown by a click', async (t) => {
    const table = await makeTable(site, 'groups')
    await send(site, 'PUT', `${table}/12`, { state: null })
    const shown = await openTable(site, `${table}?total=size:sum`)
    const { page } = shown
    await shown.choose('state', 'Group by it')
    await shown.choose('state', 'Groups beside the grid')
    const groups = page.getByRole('complementary', { name: 'Groups by state' })
    const told = async (texts: string[]) =>
      t.waitFor(async () => {
        const all = await groups.getByRole('button', { pressed: false }).allInnerTexts()
        assert.deepEqual(
          all.map((text) => text.split(/\s+/).join(' ')).filter((text) => text !== ''),
          texts,
        )
      }, patient)
    await told(['No value 1 size: Sum 5', 'open 7 size: Sum 43', 'done 4 size: Sum 18'])
    await screenshot(page, 'table-groups')
    assert.deepEqual(await axeViolations(page), [])
    await groups.getByRole('button', { name: /^done/ }).click()
    await shown.status.getByText('4 rows found').waitFor()
    await page.locator('.wx-footer').getByText('Sum 18').waitFor()
    await groups.getByRole('button', { name: /^No value/ }).click()
    await shown.status.getByText('1 row found').waitFor()
    await groups.getByRole('button', { name: /^All/ }).click()
    await shown.status.getByText('12 rows', { exact: true }).waitFor()

    await shown.choose('day', 'Group by it …')
    await page.getByRole('menuitem', { name: 'By month' }).click()
    const months = page.getByRole('complementary', { name: 'Groups by day' })
    await months.getByRole('button', { name: /^February 2026/ }).click()
    await shown.status.getByText('3 rows found').waitFor()
    assert.deepEqual(await shown.column('name'), ['row 2', 'row 6', 'row 10'])
    assert.match(page.url(), /group=day%3Amonth/)
    await months.getByRole('button', { name: 'Do not group' }).click()
    await shown.status.getByText('12 rows', { exact: true }).waitFor()
    await shown.visit.close()
  })
})
