import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { boxOf, openTable, send, shows } from './columns-page.ts'
import type { ColumnsPage } from './columns-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const most = 12_000

describe('all rows of a filter', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  /** The first 11,000 of 12,000. */
  async function openLong(name: string): Promise<ColumnsPage> {
    const columns = [
      { name: 'name', type: 'text' },
      { name: 'size', type: 'integer' },
    ]
    await send(site, 'POST', 'tables', { name, columns })
    for (let at = 0; at < most; at += 6000) {
      const rows = Array.from({ length: 6000 }, (_, n) => ({ name: `row ${at + n}`, size: at + n }))
      await send(site, 'POST', `${name}/rows`, { rows })
    }
    const rule = { field: 'size', type: 'number', filter: 'less', value: 11_000 }
    const filter = JSON.stringify({ glue: 'and', rules: [rule] })
    return openTable(site, `${name}?filter=${encodeURIComponent(filter)}`)
  }

  const countOf = async (table: string, search: string) => {
    const found = await send(site, 'POST', `${table}/query`, { search, start: 0, end: 1 })
    return (found as { total: number }).total
  }

  it('get a value by what is typed or copied once, as one step', async (t) => {
    const shown = await openLong('typed')
    const { page } = shown
    await shown.cell(0, 'name').click()
    await page.keyboard.press('Control+Space')
    await page.keyboard.type('same')
    await page.keyboard.press('Control+Enter')
    await page.getByText('11,000 rows were changed.').waitFor()
    await shows(t, shown, 'name', 3, 'same')
    assert.equal(await countOf('typed', 'same'), 11_000)

    await page.keyboard.press('Control+z')
    await shows(t, shown, 'name', 3, 'row 3')
    assert.equal(await countOf('typed', 'same'), 0)
    // The first of the column goes into all.
    await page.keyboard.press('Control+Space')
    await page.keyboard.press('Control+d')
    await shows(t, shown, 'name', 3, 'row 0')
    await page.keyboard.press('Delete')
    await shows(t, shown, 'name', 3, '')
    assert.equal(await countOf('typed', 'row'), 1000)
    await shown.visit.close()
  })

  it('are selected by the box in the corner of the grid, and a column by its menu', async (t) => {
    const shown = await openLong('picked')
    const { page, status, cell, choose } = shown
    const box = page.getByRole('checkbox', { name: 'Select all rows' })
    await cell(1, 'name').click()
    // Nothing jumps to the first row.
    const scroller = page.locator('.wx-scroll')
    await scroller.evaluate((node) => node.scrollTo(0, 32 * 5000))
    await page.getByText('row 5000', { exact: true }).waitFor()
    const { x, y } = await boxOf(box)
    // The driver would scroll for a click of its own.
    const tick = () => page.mouse.click(x + 8, y + 8)
    await tick()
    await status.getByText('All 11,000 rows selected').waitFor()
    assert.equal(await box.isChecked(), true)
    assert.equal(await page.getByText('row 5000', { exact: true }).isVisible(), true)
    await screenshot(page, 'table-all-rows-box')
    // Nor is anything sorted by it.
    assert.equal(page.url().includes('sort='), false)

    // The keyboard is with them.
    await page.keyboard.press('Delete')
    await page.getByText('11,000 rows were changed.').waitFor()
    assert.equal(await countOf('picked', 'row'), 1000)
    await page.keyboard.press('Control+z')
    await t.waitFor(async () => assert.equal(await countOf('picked', 'row'), most), patient)

    await tick()
    await t.waitFor(async () => assert.equal(await box.isChecked(), false), patient)
    await status.getByText('All 11,000 rows selected').waitFor({ state: 'hidden' })
    await page.getByText('row 5000', { exact: true }).waitFor()

    await choose('size', 'Select all its cells')
    await status.getByText('11,000 selected').waitFor()
    assert.equal(await box.isChecked(), false)
    await page.keyboard.type('-7')
    await page.keyboard.press('Control+Enter')
    await page.getByText('11,000 rows were changed.').waitFor()
    const changed = { field: 'size', type: 'number', filter: 'equal', value: -7 }
    const filter = { glue: 'and', rules: [changed] }
    const found = await send(site, 'POST', 'picked/query', { filter, start: 0, end: 1 })
    assert.equal((found as { total: number }).total, 11_000)
    await shown.visit.close()
  })

  it('are deleted together, also by the menu of one of them, and come back', async (t) => {
    const shown = await openLong('deleted')
    const { page } = shown
    await shown.cell(0, 'name').click()
    await page.keyboard.press('Control+a')
    await shown.status.getByText('All 11,000 rows selected').waitFor()
    await shown.cell(2, 'name').click({ button: 'right' })
    await screenshot(page, 'table-all-rows')
    await page.getByRole('menuitem', { name: 'Delete 11,000 rows' }).click()
    const toast = page.locator('.toast', { hasText: 'Deleted 11,000 rows.' })
    await toast.waitFor()
    await t.waitFor(async () => assert.match(await shown.status.innerText(), /^0 rows/), patient)
    assert.equal(await countOf('deleted', 'row'), 1000)
    await toast.getByRole('button', { name: 'Undo' }).click()
    await shows(t, shown, 'name', 3, 'row 3')
    assert.equal(await countOf('deleted', 'row'), most)
    await shown.visit.close()
  })
})
