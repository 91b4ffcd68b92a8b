import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { openTable, send, shows } from './columns-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const people = 100_000
const reference = (table: string) => ({ reference: { table, onDelete: 'restrict' } })
const focused = 'document.activeElement?.closest(".wx-cell")?.getAttribute("data-col-id")'

const hasFocus = (cell: Element) => cell.contains(document.activeElement)

describe('a reference in a table', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
    await send(site, 'POST', 'tables', {
      name: 'people',
      columns: [
        { name: 'name', type: 'text' },
        { name: 'town', type: 'text' },
      ],
    })
    for (let from = 0; from < people; from += 10_000) {
      const rows = Array.from({ length: 10_000 }, (_, index) => {
        const number = from + index + 1
        return { name: `Person ${number}`, town: number % 2 ? 'Ulm' : 'Bonn' }
      })
      await send(site, 'POST', 'people/rows', { rows })
    }
    await send(site, 'POST', 'tables', {
      name: 'halls',
      columns: [{ name: 'title', type: 'text' }],
    })
    await send(site, 'POST', 'halls/rows', { rows: [{ title: 'Large hall' }, { title: 'Cellar' }] })
    await send(site, 'POST', 'tables', {
      name: 'visits',
      columns: [
        { name: 'what', type: 'text' },
        { name: 'who', type: 'integer', ...reference('people') },
        { name: 'hall', type: 'integer', ...reference('halls') },
      ],
    })
    const rows = [
      { what: 'first', who: 77_777, hall: 2 },
      { what: 'second', who: 5, hall: 1 },
      { what: 'third' },
    ]
    await send(site, 'POST', 'visits/rows', { rows })
  })
  after(() => site.stop())

  it('shows the title of the row it names, also of one in a hundred thousand, and as it is called now', async (t) => {
    const shown = await openTable(site, 'visits')
    await shows(t, shown, 'who', 0, 'Person 77777')
    await shows(t, shown, 'who', 1, 'Person 5')
    await shows(t, shown, 'who', 2, '')
    await shows(t, shown, 'hall', 0, 'Cellar')
    await screenshot(shown.page, 'table-references')

    await send(site, 'PUT', 'people/5', { row: { name: 'Eva' } })
    await shows(t, shown, 'who', 1, 'Eva')
    await send(site, 'PUT', 'people/5', { row: { name: 'Person 5' } })
    await shown.visit.close()
  })

  it('is opened over the table by Alt+Enter, its icon or Ctrl+click, and Escape gives the keyboard back', async (t) => {
    const shown = await openTable(site, 'visits')
    const { page } = shown
    const panel = page.getByRole('complementary', { name: 'Row 77777' })
    await shown.cell(0, 'who').click()
    await page.keyboard.press('Alt+Enter')
    await panel.getByRole('heading', { name: 'Person 77777' }).waitFor()
    await t.waitFor(
      async () => assert.equal(await panel.getByLabel('town').inputValue(), 'Ulm'),
      patient,
    )
    await shown.cell(0, 'what').waitFor()
    await screenshot(page, 'table-reference-open')
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    assert.equal(await page.evaluate(focused), ':who')
    await page.keyboard.press('ArrowDown')
    await t.waitFor(async () => assert.ok(await shown.cell(1, 'who').evaluate(hasFocus)), patient)
    await page.keyboard.press('Alt+Enter')
    await page.getByRole('complementary', { name: 'Row 5', exact: true }).waitFor()
    await page.keyboard.press('Escape')

    await shown.cell(0, 'hall').hover()
    await shown.cell(0, 'hall').getByRole('button', { name: 'Open Cellar' }).click()
    await page.getByRole('heading', { name: 'Cellar' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Cellar' }).waitFor({ state: 'detached' })
    await shown.cell(1, 'hall').click({ modifiers: ['Control'] })
    await page.getByRole('heading', { name: 'Large hall' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Large hall' }).waitFor({ state: 'detached' })
    await shown.visit.close()
  })

  it('is looked for by text, arrows and Enter among a hundred thousand rows', async (t) => {
    const shown = await openTable(site, 'visits')
    const { page } = shown
    await shown.cell(2, 'who').click()
    await page.keyboard.type('person 9999')
    const list = page.getByRole('listbox', { name: 'Choices' })
    await list.getByRole('option', { name: 'Person 99998', exact: true }).waitFor()
    await screenshot(page, 'table-reference-search')
    assert.equal(await list.getByRole('option').first().innerText(), 'Person 9999')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const second = await list.locator('.marked').innerText()
    await page.keyboard.press('Enter')
    await shows(t, shown, 'who', 2, second)
    assert.match(second, /^Person 9999\d$/)

    // Enter may come before it is known what the text means.
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowDown')
    await shown.cell(2, 'who').click()
    await page.keyboard.type('person 4242')
    await page.keyboard.press('Enter')
    await shows(t, shown, 'who', 2, 'Person 4242')
    const kept = (await send(site, 'GET', 'visits/3')) as { who: number }
    assert.equal(kept.who, 4242)
    await shown.visit.close()
  })

  it('is pasted by the name of one in a hundred thousand, and copied by it', async (t) => {
    await send(site, 'POST', 'people/rows', { rows: [{ name: 'Twin' }, { name: 'Twin' }] })
    const columns = [
      { name: 'what', type: 'text' },
      { name: 'who', type: 'integer', ...reference('people') },
    ]
    await send(site, 'POST', 'tables', { name: 'calls', columns })
    await send(site, 'POST', 'calls/rows', { rows: [{ what: 'first' }, { what: 'second' }] })
    const shown = await openTable(site, 'calls')
    const { page, cell } = shown
    const paste = (text: string) =>
      page.evaluate((plain) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', plain)
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true })
        document.activeElement!.dispatchEvent(event)
      }, text)
    await cell(0, 'what').click()
    await paste('one\tPerson 4711\r\ntwo\t99999\r\nthree\tPerson 12\r\nfour\t\r\n')
    await shows(t, shown, 'who', 0, 'Person 4711')
    await shows(t, shown, 'who', 1, 'Person 99999')
    await shows(t, shown, 'who', 2, 'Person 12')
    await shows(t, shown, 'who', 3, '')

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await cell(0, 'who').click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+c')
    await t.waitFor(async () => {
      const text = await page.evaluate('navigator.clipboard.readText()')
      assert.equal(text, 'Person 4711\r\nPerson 99999')
    }, patient)

    await paste('Twin\r\nNobody')
    await page.getByText('2 cells were not taken, so nothing was pasted.').waitFor()
    await page.locator('.cell-reason', { hasText: 'Several rows are called “Twin”.' }).waitFor()
    await screenshot(page, 'table-reference-pasted')
    await page.keyboard.press('Escape')
    await shows(t, shown, 'who', 0, 'Person 4711')
    await shown.visit.close()
  })

  it('stays as it is where its editor is only opened, and says where no row is like that', async (t) => {
    const shown = await openTable(site, 'visits')
    const { page } = shown
    await shows(t, shown, 'who', 0, 'Person 77777')
    await shown.cell(0, 'who').click()
    await page.keyboard.press('Enter')
    await page.getByRole('listbox', { name: 'Choices' }).getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await shows(t, shown, 'who', 0, 'Person 77777')

    await shown.cell(0, 'who').click()
    await page.keyboard.type('nobody at all')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('There is no row “nobody at all” to name.').waitFor()
    await page.keyboard.press('Escape')
    await shows(t, shown, 'who', 0, 'Person 77777')
    await shown.visit.close()
  })
})
