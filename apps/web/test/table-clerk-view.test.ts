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
  { name: 'state', type: 'text', options: ['In work', 'New', 'Done'] },
  { name: 'tags', type: 'json', options: ['urgent', 'fragile', 'gift card', 'gift'] },
  { name: 'count', type: 'integer' },
  { name: 'price', type: 'number', format: { kind: 'currency', currency: 'EUR' } },
  { name: 'paid', type: 'boolean' },
]

/** What somebody meets who fills tables all day. */
describe('a day with a table', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  async function make(name: string): Promise<void> {
    await send(site, 'POST', 'tables', { name, columns })
    const rows = ['Nail', 'Board', 'Glue'].map((part, index) => ({
      part,
      count: index + 1,
      price: 2.5,
    }))
    await send(site, 'POST', `${name}/rows`, { rows })
  }

  async function stores(
    t: TestContext,
    name: string,
    column: string,
    expected: unknown[],
  ): Promise<void> {
    await t.waitFor(async () => {
      const rows = (await send(site, 'GET', name)) as Record<string, unknown>[]
      assert.deepEqual(
        rows.map((row) => row[column]),
        expected,
      )
    }, patient)
  }

  it('takes choices by the beginning of their names, one or several, however fast they are typed', async (t) => {
    await make('chosen')
    const { page, cell, visit } = await openTable(site, 'chosen')
    const { keyboard } = page
    await cell(0, 'state').click()
    await keyboard.type('n')
    await keyboard.press('Tab')
    await keyboard.type('urg')
    await keyboard.press('Tab')
    await keyboard.type('7')
    await keyboard.press('Enter')
    await stores(t, 'chosen', 'state', ['New', null, null])
    await stores(t, 'chosen', 'tags', [['urgent'], null, null])
    await stores(t, 'chosen', 'count', [7, 2, 3])

    // Slowly, so that the list is there; and behind a comma.
    await cell(1, 'tags').click()
    await keyboard.type('gift, fra')
    await page.getByRole('option', { name: 'fragile' }).waitFor()
    await keyboard.press('Enter')
    await stores(t, 'chosen', 'tags', [['urgent'], ['gift', 'fragile'], null])
    await cell(2, 'tags').click()
    await keyboard.type('gi')
    await page.getByRole('option', { name: 'gift', exact: true }).waitFor()
    await keyboard.press('ArrowDown')
    await keyboard.press('Tab')
    await stores(t, 'chosen', 'tags', [['urgent'], ['gift', 'fragile'], ['gift']])
    await visit.close()
  })

  it('adds a column by its name and Enter, selects its name to rename it, and stays at the headers', async (t) => {
    await make('widened')
    const shown = await openTable(site, 'widened')
    const { page, visit } = shown
    // As on a busy machine: frames are rare, and one comes at the very moment when a dialog has gone.
    await page.evaluate(`{
      let waiting = new Map(), last = 0
      window.requestAnimationFrame = (work) => (waiting.set(++last, work), last)
      window.cancelAnimationFrame = (number) => waiting.delete(number)
      const frame = () => {
        const works = waiting
        waiting = new Map()
        for (const work of works.values()) work(performance.now())
      }
      setInterval(frame, 200)
      new MutationObserver((all) => {
        const gone = all.flatMap(({ removedNodes }) => [...removedNodes])
        if (gone.some(({ nodeName }) => nodeName === 'DIALOG')) frame()
      }).observe(document.body, { childList: true, subtree: true })
    }`)
    await shown.choose('part', 'Insert right …')
    await page.getByRole('textbox', { name: 'Name of column 1' }).waitFor()
    await page.keyboard.type('maker')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await t.waitFor(async () => assert.ok((await shown.headers()).includes('maker')), patient)
    await isAt(t, shown, 'part')
    await shown.choose('maker', 'Rename …')
    await page.getByRole('textbox', { name: 'Name of the column' }).waitFor()
    await page.keyboard.type('brand')
    await page.keyboard.press('Enter')
    await t.waitFor(async () => assert.ok((await shown.headers()).includes('brand')), patient)
    await isAt(t, shown, 'brand')
    await visit.close()
  })

  it('keeps the keyboard at the views when one was saved', async (t) => {
    await make('viewed')
    const shown = await openTable(site, 'viewed?sort=part')
    const { page, visit } = shown
    await shown.button('Save as a view …').click()
    await page.getByRole('textbox', { name: 'Name of the view' }).waitFor()
    await page.keyboard.type('By part')
    await page.keyboard.press('Enter')
    await isAt(t, shown, 'By part')
    await visit.close()
  })

  it('says what the numbers of a range come to', async () => {
    await make('added')
    const { page, cell, status, visit } = await openTable(site, 'added')
    await cell(0, 'count').click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await status.getByText('Sum 6 · Avg 2', { exact: true }).waitFor()
    await cell(0, 'price').click()
    await page.keyboard.press('Shift+ArrowDown')
    await status.getByText('Sum €5.00 · Avg €2.50', { exact: true }).waitFor()
    await screenshot(page, 'table-range-sum')
    await page.keyboard.press('ArrowUp')
    await status.getByText('Sum').waitFor({ state: 'detached' })
    await visit.close()
  })

  it('says what a whole column comes to, however long it is, and how much of it is chosen', async () => {
    await make('endless')
    const rows = Array.from({ length: 3000 }, () => ({ part: 'Screw', count: 2, price: 0.5 }))
    await send(site, 'POST', 'endless/rows', { rows })
    const { page, cell, status, visit } = await openTable(site, 'endless')
    await cell(0, 'price').click()
    await page.keyboard.press('Control+Shift+ArrowDown')
    await status.getByText('3,003 selected').waitFor()
    await status.getByText('Sum €1,507.50 · Avg €0.50', { exact: true }).waitFor()
    await screenshot(page, 'table-column-sum')
    // Of the rows that are found only.
    await page.getByRole('searchbox').fill('screw')
    await status.getByText('3,000 rows found').waitFor()
    await cell(0, 'count').click()
    await page.keyboard.press('Control+Space')
    await status.getByText('Sum 6,000 · Avg 2', { exact: true }).waitFor()
    await cell(1, 'part').click()
    await page.keyboard.press('Control+Shift+ArrowDown')
    await status.getByText('2,999 selected').waitFor()
    await status.getByText('Sum').waitFor({ state: 'detached' })
    await visit.close()
  })

  it('is told what happened in lines that can be read, with what can be done below them', async (t) => {
    await make('told')
    const rule = { field: 'count', type: 'number', filter: 'greater', value: 1 }
    const filter = encodeURIComponent(JSON.stringify({ glue: 'and', rules: [rule] }))
    for (const width of [1440, 390]) {
      const path = `#/tables/told?filter=${filter}`
      const visit = await site.openPage({ path, locale: 'de-DE', width })
      const { page } = visit
      await page.locator('.table-status').getByText(/Zeile/).waitFor()
      await page.getByRole('button', { name: 'Zeile hinzufügen' }).click()
      const toast = page.locator('.toast', { hasText: 'steht aber wegen Filter oder Sortierung' })
      await toast.waitFor()
      await screenshot(page, `toast-${width}`)
      await t.waitFor(async () => {
        const [all, text, action, close] = await Promise.all([
          toast.boundingBox(),
          toast.locator('p').boundingBox(),
          toast.getByRole('button', { name: 'Alle Zeilen anzeigen' }).boundingBox(),
          toast.getByRole('button', { name: 'Schließen' }).boundingBox(),
        ])
        assert.ok(text!.width > all!.width * 0.75, `${text!.width} of ${all!.width}`)
        assert.ok(action!.y >= text!.y + text!.height)
        assert.ok(close!.x >= text!.x + text!.width)
      }, patient)
      await visit.close()
    }
  })

  it('takes back all that a paste was refused for by one Escape', async (t) => {
    await make('refused')
    const { page, cell, visit } = await openTable(site, 'refused')
    await cell(0, 'part').click()
    await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'Nut\tNew\turgent\tmany\nBolt\tNew\tgift\tfew')
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true })
      document.activeElement!.dispatchEvent(event)
    })
    const marks = page.locator('.cell-refused')
    await t.waitFor(async () => assert.equal(await marks.count(), 2), patient)
    await page.keyboard.press('Escape')
    await t.waitFor(async () => assert.equal(await marks.count(), 0), patient)
    await visit.close()
  })

  it('shows an empty yes or no as a box that waits, and not as one that is shut', async () => {
    await make('unanswered')
    const { cell, visit } = await openTable(site, 'unanswered')
    const box = cell(0, 'paid').getByRole('checkbox')
    const style = await box.evaluate((node) => {
      const { appearance, borderStyle } = getComputedStyle(node)
      return { appearance, borderStyle }
    })
    assert.deepEqual(style, { appearance: 'none', borderStyle: 'dashed' })
    await screenshot(visit.page, 'table-empty-yes-no')
    await box.click()
    assert.equal(await box.isChecked(), true)
    await visit.close()
  })

  it('begins to edit with the first key of a letter that is composed', async (t) => {
    await make('composed')
    const { page, cell, visit } = await openTable(site, 'composed')
    await cell(0, 'part').click()
    await page.evaluate(() => {
      const event = new CompositionEvent('compositionstart', { bubbles: true })
      document.activeElement!.dispatchEvent(event)
    })
    const editor = page.locator('.cell-editor:focus')
    await editor.waitFor()
    assert.equal(await editor.inputValue(), '')
    await page.keyboard.insertText('釘')
    await page.keyboard.press('Enter')
    await stores(t, 'composed', 'part', ['釘', 'Board', 'Glue'])
    await visit.close()
  })

  it('deletes a new row before it was saved, and tells nothing else of it', async (t) => {
    await make('hasty')
    const shown = await openTable(site, 'hasty')
    const { page, cell, visit } = shown
    await visit.slow({ latencyMs: 2000 })
    await shown.tool('Add row').click()
    await page.locator('.cell-editor:focus').waitFor()
    await page.keyboard.press('Escape')
    await shown.tool('Delete the selected rows').click()
    await page.getByText('Deleted a row.').waitFor()
    await visit.goOnline()
    await shown.edit(0, 'part', 'Screw')
    await stores(t, 'hasty', 'part', ['Screw', 'Board', 'Glue'])
    await shown.edit(1, 'part', 'Plank')
    await stores(t, 'hasty', 'part', ['Screw', 'Plank', 'Glue'])
    await cell(2, 'part').click()
    assert.equal(await page.getByText('puts it elsewhere').count(), 0)
    await visit.close()
  })

  it('chooses several in the form of a row by their boxes', async (t) => {
    await make('boxed')
    const { page, cell, visit } = await openTable(site, 'boxed')
    await cell(0, 'part').click()
    await page.keyboard.press('Space')
    const group = page.getByRole('group', { name: 'tags' })
    await group.getByRole('checkbox', { name: 'fragile' }).check()
    await group.getByRole('checkbox', { name: 'gift', exact: true }).check()
    await stores(t, 'boxed', 'tags', [['fragile', 'gift'], null, null])
    await screenshot(page, 'table-form-choices')
    assert.deepEqual(await axeViolations(page), [])
    await group.getByRole('checkbox', { name: 'fragile' }).uncheck()
    await stores(t, 'boxed', 'tags', [['gift'], null, null])
    await visit.close()
  })
})
