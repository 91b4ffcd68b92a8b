import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { isAt, openTable, send } from './columns-page.ts'
import type { ColumnsPage } from './columns-page.ts'
import { screenshot } from './screenshot.ts'
import { tablesPage } from './tables-page.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const columns = [
  { name: 'customer', type: 'text' },
  { name: 'paid', type: 'boolean' },
]
const rows = [{ customer: 'Ada', paid: true }, { customer: 'Bob', paid: false }, { customer: 'Cy' }]

const contains = (value: string) => ({
  field: 'customer',
  filter: 'contains',
  value,
  type: 'text',
})

const finds = (t: TestContext, shown: ColumnsPage, ...names: string[]) =>
  t.waitFor(async () => assert.deepEqual(await shown.column('customer'), names), patient)

describe('the bar of filters', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
    await send(site, 'POST', 'tables', { name: 'orders', columns })
    await send(site, 'POST', 'orders/rows', { rows })
  })
  after(() => site.stop())

  it('opens with a rule to fill, and Escape gives the keyboard back', async (t) => {
    const shown = await openTable(site, 'orders')
    const { page } = shown
    const bar = page.getByRole('region', { name: 'Filter' })
    await shown.tool('Filter').click()
    await isAt(t, shown, 'Value')
    await screenshot(page, 'filter-bar')
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    await isAt(t, shown, 'Filter')
    assert.doesNotMatch(page.url(), /filter=/)

    // The next key works there.
    await page.keyboard.press('Enter')
    await isAt(t, shown, 'Value')
    await page.keyboard.type('b')
    await page.keyboard.press('Enter')
    await page.locator('.wx-filter-editor').waitFor({ state: 'detached' })
    await finds(t, shown, 'Bob')
    await isAt(t, shown, 'Change this filter')

    // Of two things that are open the upper one goes first, and what was asked stays.
    await bar.getByText('customer contains b').dblclick()
    await isAt(t, shown, 'Value')
    await page.keyboard.type('zzz')
    await page.keyboard.press('Escape')
    await page.locator('.wx-filter-editor').waitFor({ state: 'detached' })
    await bar.getByText('customer contains b').waitFor()
    await isAt(t, shown, 'Change this filter')
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    await isAt(t, shown, 'Filter\n1')
    await finds(t, shown, 'Bob')

    await page.keyboard.press('Enter')
    await isAt(t, shown, 'Change this filter')
    assert.equal(await bar.locator('.wx-rule').count(), 1)
    await shown.visit.close()
  })

  it('asks of any column whether there is anything, and is emptied by one button', async (t) => {
    const kinds = [
      { name: 'customer', type: 'text' },
      { name: 'note', type: 'text' },
      { name: 'sum', type: 'number' },
      { name: 'day', type: 'date' },
    ]
    await send(site, 'POST', 'tables', { name: 'gaps', columns: kinds })
    const full = { note: 'x', sum: 1, day: '2026-05-01' }
    const all = [
      { customer: 'Ada', ...full },
      { customer: 'Bob', ...full, note: '' },
      { customer: 'Cy', ...full, sum: null },
      { customer: 'Di', ...full, day: null },
    ]
    await send(site, 'POST', 'gaps/rows', { rows: all })
    const shown = await openTable(site, 'gaps')
    const { page, choose, button } = shown
    const condition = page.locator('.wx-filter-editor .wx-cell .wx-richselect')
    const ask = async (label: string) => {
      await condition.click()
      const list = page.locator('.wx-popup > .wx-list')
      await list.getByText(label, { exact: true }).click()
      await list.waitFor({ state: 'detached' })
    }
    for (const [column, found] of [
      ['note', 'Bob'],
      ['sum', 'Cy'],
      ['day', 'Di'],
    ] as const) {
      await choose(column, 'Filter by it …')
      await ask('is empty')
      const value = page.locator('.wx-filter-editor').getByLabel('Value', { exact: true })
      await value.waitFor({ state: 'hidden' })
      await page.keyboard.press('Enter')
      await finds(t, shown, found)
      assert.equal(await page.locator('.wx-rule .wx-filter').innerText(), `${column} is empty`)
      if (column === 'sum') await screenshot(page, 'filter-empty')

      await page.locator('.wx-rule').dblclick()
      await ask('is not empty')
      await page.keyboard.press('Enter')
      await finds(t, shown, ...['Ada', 'Bob', 'Cy', 'Di'].filter((one) => one !== found))
      await button('Remove all filters').click()
      await finds(t, shown, 'Ada', 'Bob', 'Cy', 'Di')
      await isAt(t, shown, 'Add filter')
    }

    // Where there is something to compare with again, nothing stands in its place.
    await choose('note', 'Filter by it …')
    await ask('is empty')
    await page.keyboard.press('Enter')
    await page.locator('.wx-rule').dblclick()
    await ask('contains')
    const value = page.getByLabel('Value', { exact: true })
    await value.waitFor()
    await t.waitFor(async () => assert.equal(await value.inputValue(), ''), patient)
    await value.fill('x')
    await value.press('Enter')
    await finds(t, shown, 'Ada', 'Cy', 'Di')
    await shown.visit.close()
  })

  it('lists the values of a column where these are all, and no part of them', async () => {
    await send(site, 'POST', 'tables', { name: 'long', columns: [{ name: 'no', type: 'text' }] })
    const lines = Array.from({ length: 301 }, (_, at) => ({ no: `A${at}` }))
    await send(site, 'POST', 'long/rows', { rows: lines.slice(1) })
    const shown = await openTable(site, 'long')
    const { page, choose } = shown
    const list = page.locator('.wx-filter-editor').getByRole('group', { name: 'Values' })
    await choose('no', 'Filter by it …')
    await list.getByText('A300', { exact: true }).waitFor()
    await page.keyboard.press('Escape')

    // Whoever takes one of a part away would ask for the rest of that part.
    await send(site, 'POST', 'long/rows', { rows: lines.slice(0, 1) })
    const answer = page.waitForResponse((one) => one.url().includes('/suggest'))
    await choose('no', 'Filter by it …')
    await answer
    await list.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Unselect all' }).waitFor({ state: 'hidden' })
    await shown.visit.close()
  })

  it('has a word between two rules that is changed by the keyboard, too', async (t) => {
    const filter = JSON.stringify({ glue: 'and', rules: [contains('a'), contains('b')] })
    const shown = await openTable(site, `orders?filter=${encodeURIComponent(filter)}`)
    const { page } = shown
    const word = page.getByRole('region', { name: 'Filter' }).getByRole('button', { name: 'and' })
    await shown.status.getByText('0 rows found').waitFor()
    await word.focus()
    await screenshot(page, 'filter-and')
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Enter')
    await finds(t, shown, 'Ada', 'Bob')
    await isAt(t, shown, 'or')
    await page.keyboard.press('Space')
    await finds(t, shown)
    await isAt(t, shown, 'and')
    await shown.visit.close()
  })

  it('asks for yes, for no, and for neither, in words', async (t) => {
    const shown = await openTable(site, 'orders')
    const { page } = shown
    const bar = page.getByRole('region', { name: 'Filter' })
    const editor = page.getByRole('dialog', { name: 'Filter by paid' })
    await shown.choose('paid', 'Filter by it …')
    await isAt(t, shown, 'Condition')
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    await isAt(t, shown, 'paid')
    await finds(t, shown, 'Ada', 'Bob', 'Cy')

    await shown.choose('paid', 'Filter by it …')
    await editor.waitFor()
    await screenshot(page, 'filter-yes-or-no')
    assert.deepEqual(await axeViolations(page), [])
    await editor.getByRole('button', { name: 'Apply' }).click()
    await finds(t, shown, 'Ada')
    await bar.getByText('paid is yes').waitFor()
    for (const [condition, ...names] of [
      ['is no', 'Bob'],
      ['is empty', 'Cy'],
      ['is not empty', 'Ada', 'Bob'],
    ] as const) {
      await bar.locator('.wx-rule').dblclick()
      await editor.getByLabel('Condition').selectOption(condition)
      await editor.getByRole('button', { name: 'Apply' }).click()
      await finds(t, shown, ...names)
    }
    // Another look at the same address is the same.
    await bar.locator('.wx-rule').dblclick()
    await editor.getByLabel('Condition').selectOption('is no')
    await editor.getByRole('button', { name: 'Apply' }).click()
    await finds(t, shown, 'Bob')
    await page.reload()
    await finds(t, shown, 'Bob')
    await bar.getByText('paid is no').waitFor()
    await screenshot(page, 'filter-no')
    await shown.visit.close()
  })

  it('shows what else an address asks of yes and no', async (t) => {
    const rule = { field: 'paid', filter: 'notEqual', value: true }
    const filter = encodeURIComponent(JSON.stringify({ glue: 'and', rules: [rule] }))
    const visit = await site.openPage({ path: `#/tables/orders?filter=${filter}`, locale: 'de-DE' })
    const { page } = visit
    await t.waitFor(
      async () => assert.deepEqual(await tablesPage(page).column('customer'), ['Bob', 'Cy']),
      patient,
    )
    await page.locator('.filter-panel .wx-rule').dblclick()
    await page.getByRole('dialog', { name: 'Nach paid filtern' }).waitFor()
    await screenshot(page, 'filter-yes-or-no-de')
    await visit.close()
  })
})
