import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { isAt, openTable, send } from './columns-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const columns = [
  { name: 'part', type: 'text' },
  { name: 'count', type: 'integer' },
  { name: 'price', type: 'number' },
]

describe('rows of a table', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  async function make(name: string): Promise<void> {
    await send(site, 'POST', 'tables', { name, columns })
    const rows = ['Nail', 'Board', 'Glue'].map((part, count) => ({ part, count }))
    await send(site, 'POST', `${name}/rows`, { rows })
  }

  async function stores(t: TestContext, name: string, expected: unknown[][]): Promise<void> {
    await t.waitFor(async () => {
      const rows = (await send(site, 'GET', name)) as Record<string, unknown>[]
      assert.deepEqual(
        rows.map(({ part, count, price }) => [part, count, price]),
        expected,
      )
    }, patient)
  }

  it('are typed one after the other: Tab to the right, Enter to the next, new at the end', async (t) => {
    await make('typed')
    const shown = await openTable(site, 'typed')
    const { page, cell } = shown
    const { keyboard } = page
    const editor = page.locator('.cell-editor:focus')
    await cell(1, 'part').click()
    await keyboard.type('Plank')
    await keyboard.press('Tab')
    await keyboard.type('7')
    await keyboard.press('Tab')
    await keyboard.type('2.5')
    await keyboard.press('Enter')
    // Below the cell in which this row was begun.
    await keyboard.type('Paste')
    await keyboard.press('Tab')
    await keyboard.type('1')
    await keyboard.press('Enter')
    await editor.waitFor()
    await screenshot(page, 'table-entry')
    for (const part of ['Screw', 'Bolt']) {
      await keyboard.type(part)
      await keyboard.press('Tab')
      await keyboard.type('12')
      await keyboard.press('Tab')
      await keyboard.type('0.5')
      // Behind the last cell as after Enter.
      await keyboard.press('Tab')
      await t.waitFor(async () => assert.equal(await editor.inputValue(), ''), patient)
    }
    await shown.status.getByText('6 rows').waitFor()
    assert.deepEqual(await axeViolations(page), [])

    // Whoever did not want the last one takes it back.
    await keyboard.press('Escape')
    await keyboard.press('Control+z')
    await shown.status.getByText('5 rows').waitFor()
    await cell(3, 'part').click()
    await keyboard.type('Nut')
    await keyboard.press('Enter')
    await stores(t, 'typed', [
      ['Nail', 0, null],
      ['Plank', 7, 2.5],
      ['Paste', 1, null],
      ['Nut', 12, 0.5],
      ['Bolt', 12, 0.5],
    ])
    await shown.visit.close()
  })

  it('are added below one by Insert, and by the menu, with the keyboard in them', async (t) => {
    await make('inserted')
    const shown = await openTable(site, 'inserted')
    const { page, cell } = shown
    await cell(0, 'count').click()
    await page.keyboard.press('Insert')
    await page.keyboard.type('Screw')
    await page.keyboard.press('Enter')
    await stores(t, 'inserted', [
      ['Nail', 0, null],
      ['Screw', null, null],
      ['Board', 1, null],
      ['Glue', 2, null],
    ])
    await cell(0, 'part').click({ button: 'right' })
    await page.getByRole('menu').getByText('Insert above').click()
    await page.locator('.cell-editor:focus').waitFor()
    await page.keyboard.type('Bolt')
    await page.keyboard.press('Enter')
    await t.waitFor(async () => assert.equal(await cell(0, 'part').innerText(), 'Bolt'), patient)
    await shown.visit.close()
  })

  it('are not added by going on where they would stand elsewhere', async (t) => {
    await make('sorted')
    const shown = await openTable(site, 'sorted?sort=part')
    const { page, cell } = shown
    await cell(2, 'price').click()
    await page.keyboard.type('9')
    await page.keyboard.press('Tab')
    await stores(t, 'sorted', [
      ['Nail', 0, 9],
      ['Board', 1, null],
      ['Glue', 2, null],
    ])
    await shown.status.getByText('3 rows').waitFor()
    await shown.visit.close()
  })

  it('are found by Ctrl+F, Enter goes to them, and whole ones are chosen by Shift and Space', async (t) => {
    await make('sought')
    const shown = await openTable(site, 'sought')
    const { page, cell } = shown
    await cell(0, 'count').click()
    await page.keyboard.press('Control+f')
    await isAt(t, shown, 'Search in all text columns')
    await page.keyboard.type('oard')
    await page.keyboard.press('Enter')
    await shown.status.getByText('1 row found').waitFor()
    await page.keyboard.type('5')
    await page.keyboard.press('Enter')
    await stores(t, 'sought', [
      ['Nail', 0, null],
      ['Board', 5, null],
      ['Glue', 2, null],
    ])
    await page.keyboard.press('Control+f')
    await page.keyboard.press('Escape')
    await shown.status.getByText('3 rows').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+Space')
    await page.keyboard.press('Delete')
    // The keyboard is where the row is now that was found.
    await stores(t, 'sought', [
      ['Nail', 0, null],
      [null, null, null],
      [null, null, null],
    ])
    await page.keyboard.press('Control+Space')
    await page.keyboard.press('Delete')
    await stores(t, 'sought', [
      [null, null, null],
      [null, null, null],
      [null, null, null],
    ])
    await shown.visit.close()
  })
})
