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

const filterOf = (rule: object) =>
  encodeURIComponent(JSON.stringify({ glue: 'and', rules: [rule] }))

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

  it('are typed as fast as fingers go, also while the page is slow to draw them', async (t) => {
    await make('fast')
    const shown = await openTable(site, 'fast')
    const { page, cell, tool } = shown
    const { keyboard } = page
    await cell(2, 'part').click()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await tool('Add row').focus()
    await keyboard.press('Enter')
    const names = ['Iron bar', 'Screw', 'Bolt', 'Hook', 'Hinge', 'Lath', 'Tack', 'Clamp']
    for (const [index, name] of names.entries()) {
      await keyboard.type(name)
      await keyboard.press('Tab')
      await keyboard.type(String(index + 10))
      await keyboard.press('Enter')
    }
    await keyboard.type('Wedge')
    await keyboard.press('Enter')
    await stores(t, 'fast', [
      ['Nail', 0, null],
      ['Board', 1, null],
      ['Glue', 2, null],
      ...names.map((name, index) => [name, index + 10, null]),
      ['Wedge', null, null],
    ])
    await screenshot(page, 'table-entry-fast')
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await shown.visit.close()
  })

  it('are typed before any of them is there, and nothing of it is lost', async (t) => {
    await make('ahead')
    const { page, tool, visit } = await openTable(site, 'ahead')
    await tool('Add row').focus()
    const keys = 'I r o n Tab 1 0 Enter S c r e w Tab 1 1 Enter B o l t'.split(' ')
    // In one breath: no field is drawn between them.
    await page.evaluate((pressed) => {
      const button = document.activeElement as HTMLElement
      button.click()
      for (const key of pressed) {
        const more = { key, bubbles: true, cancelable: true }
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', more))
      }
    }, keys)
    const editor = page.locator('.cell-editor:focus')
    await t.waitFor(async () => assert.equal(await editor.inputValue(), 'Bolt'), patient)
    await page.keyboard.press('Enter')
    await stores(t, 'ahead', [
      ['Nail', 0, null],
      ['Board', 1, null],
      ['Glue', 2, null],
      ['Iron', 10, null],
      ['Screw', 11, null],
      ['Bolt', null, null],
    ])
    await visit.close()
  })

  it('are mended where they end, by F2, by Enter and by a double click', async (t) => {
    await make('mended')
    const { page, cell, visit } = await openTable(site, 'mended')
    const { keyboard } = page
    const editor = page.locator('.cell-editor:focus')
    await cell(0, 'part').click()
    // The letters may be there before the field is.
    await keyboard.press('F2')
    await keyboard.type('s, long')
    await keyboard.press('Enter')
    await keyboard.press('Enter')
    await editor.waitFor()
    await keyboard.press('Backspace')
    await keyboard.type('ds')
    await keyboard.press('Enter')
    await cell(2, 'part').dblclick()
    await editor.waitFor()
    await keyboard.type(' of wood')
    await keyboard.press('Tab')
    await keyboard.press('F2')
    await keyboard.type('5')
    // Enter would begin another row behind the last.
    await keyboard.press('Tab')
    await stores(t, 'mended', [
      ['Nails, long', 0, null],
      ['Boards', 1, null],
      ['Glue of wood', 25, null],
    ])
    await visit.close()
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

  it('have what a filter asks for, and a form where they are not shown, with what was typed meanwhile', async (t) => {
    await make('filtered')
    const one = filterOf({ field: 'count', filter: 'equal', value: 1, type: 'number' })
    const shown = await openTable(site, `filtered?filter=${one}`)
    const { page, cell, tool, status } = shown
    await status.getByText('1 row found').waitFor()
    await tool('Add row').click()
    await page.keyboard.type('Tie beam')
    await page.keyboard.press('Enter')
    await t.waitFor(
      async () => assert.equal(await cell(1, 'part').innerText(), 'Tie beam'),
      patient,
    )
    assert.equal(await cell(1, 'count').innerText(), '1')

    const board = filterOf({ field: 'part', filter: 'contains', value: 'oard', type: 'text' })
    await page.evaluate((hash) => (location.hash = hash), `#/tables/filtered?filter=${board}`)
    await t.waitFor(async () => assert.deepEqual(await shown.column('part'), ['Board']), patient)
    await tool('Add row').click()
    // The button has the focus still, and a space would press it again.
    await page.keyboard.type('Tin can')
    const form = page.getByRole('complementary', { name: 'Row 5' })
    const field = form.getByLabel('part', { exact: true })
    await t.waitFor(async () => assert.equal(await field.inputValue(), 'Tin can'), patient)
    await page.keyboard.press('Tab')
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
    await page.getByText('puts it elsewhere').waitFor()
    await screenshot(page, 'table-entry-elsewhere')
    await stores(t, 'filtered', [
      ['Nail', 0, null],
      ['Board', 1, null],
      ['Glue', 2, null],
      ['Tie beam', 1, null],
      ['Tin can', 7, null],
    ])
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await t.waitFor(
      async () => assert.ok(await page.evaluate('!!document.activeElement.closest(".grid-area")')),
      patient,
    )
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
