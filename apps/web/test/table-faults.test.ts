import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { boxOf, openTable, send } from './columns-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const press = (key: string, more = '') =>
  `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true, cancelable: true${more} }));`

describe('a table with references into a large one', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
    await send(site, 'POST', 'tables', {
      name: 'people',
      columns: [{ name: 'name', type: 'text' }],
    })
    const rows = Array.from({ length: 1200 }, (_, index) => ({ name: `Person ${index + 1}` }))
    await send(site, 'POST', 'people/rows', { rows })
    const reference = { table: 'people', onDelete: 'restrict' }
    const columns = [
      { name: 'what', type: 'text', unique: true },
      { name: 'who', type: 'integer', reference },
    ]
    await send(site, 'POST', 'tables', { name: 'visits', columns })
    const visits = [
      { what: 'first', who: 777 },
      { what: 'second', who: 5 },
      { what: 'third', who: 777 },
    ]
    await send(site, 'POST', 'visits/rows', { rows: visits })
  })
  after(() => site.stop())

  it('opens what the picked cell is about, however fast the keys come', async () => {
    const shown = await openTable(site, 'visits')
    const { page } = shown
    await shown.cell(0, 'who').getByText('Person 777').waitFor()
    await shown.cell(0, 'who').click()
    // Before the grid has drawn anything, the focus is in the cell above.
    await page.evaluate(press('ArrowDown') + press('Enter', ', altKey: true'))
    await page.getByRole('heading', { name: 'Person 5', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Person 5' }).waitFor({ state: 'detached' })
    assert.equal(
      await shown.cell(1, 'who').evaluate((cell) => cell.contains(document.activeElement)),
      true,
    )

    await page.evaluate(press('ArrowUp') + press(' '))
    await page.getByRole('complementary', { name: 'Row 1', exact: true }).waitFor()
    await shown.visit.close()
  })

  it('says in the second row, too, why a value is refused, below the header', async () => {
    const shown = await openTable(site, 'visits')
    const { page } = shown
    shown.visit.allow(/409/)
    await shown.edit(1, 'what', 'first')
    const reason = page.locator('.cell-reason')
    await reason.waitFor()
    const [told, header] = [await boxOf(reason), await boxOf(page.locator('.wx-header-wrapper'))]
    assert.ok(told.y >= header.y + header.height, 'the header covers a part of it')
    await screenshot(page, 'table-refused-second-row')
    await shown.visit.close()
  })

  it('has groups that are called as the rows are', async (t) => {
    const shown = await openTable(site, 'visits?group=who&groups=beside')
    const heads = shown.page.locator('.group-panel .group-head .name')
    await t.waitFor(
      async () => assert.deepEqual(await heads.allInnerTexts(), ['All', 'Person 5', 'Person 777']),
      patient,
    )
    await heads.getByText('Person 777').click()
    await t.waitFor(
      async () => assert.deepEqual(await shown.column('what'), ['first', 'third']),
      patient,
    )
    await screenshot(shown.page, 'table-groups-large')
    await shown.visit.close()
  })
})
