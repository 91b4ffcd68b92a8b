import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { isAt, openTable, send } from './columns-page.ts'
import { screenshot } from './screenshot.ts'
import { tablesPage } from './tables-page.ts'
import type { TablesPage } from './tables-page.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const finds = (t: TestContext, shown: TablesPage, ...names: string[]) =>
  t.waitFor(async () => assert.deepEqual(await shown.column('task'), names), patient)

/** Where it is about noon, so that no midnight comes between. */
function noonZone(): string {
  const behind = new Date().getUTCHours() - 12
  return `Etc/GMT${behind < 0 ? '' : '+'}${behind}`
}

describe('a filter as seen from today', { skip: cannotBrowse }, () => {
  let site: Site
  const timezone = noonZone()
  before(async () => {
    site = await openSite()
    const here = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone })
    const due = (days: number) => here.format(Date.now() + days * 86_400_000)
    const columns = [
      { name: 'task', type: 'text' },
      { name: 'due', type: 'date' },
      { name: 'state', type: 'text', options: ['open', 'done'] },
      { name: 'paid', type: 'boolean' },
    ]
    await send(site, 'POST', 'tables', { name: 'chores', columns })
    const rows = [
      { task: 'yesterday', due: due(-1), state: 'open', paid: true },
      { task: 'today', due: due(0), state: 'done' },
      { task: 'tomorrow', due: due(1) },
      { task: 'later', due: due(20), state: 'open' },
      { task: 'never', due: null },
    ]
    await send(site, 'POST', 'chores/rows', { rows })
  })
  after(() => site.stop())

  it('is chosen among the conditions of a date, and stays as it was said', async (t) => {
    const shown = await openTable(site, 'chores', { timezone })
    const { page } = shown
    const bar = page.getByRole('region', { name: 'Filter' })
    const rule = bar.locator('.wx-rule')
    const condition = page.locator('.wx-filter-editor .wx-cell .wx-richselect')
    const list = page.locator('.wx-popup > .wx-list')
    const ask = async (label: string) => {
      await condition.click()
      await list.getByText(label, { exact: true }).click()
      await list.waitFor({ state: 'detached' })
    }
    await shown.choose('due', 'Filter by it …')
    await condition.click()
    await list.waitFor()
    await screenshot(page, 'filter-periods')
    await list.getByText('is tomorrow', { exact: true }).click()
    await list.waitFor({ state: 'detached' })
    await page.getByLabel('Value', { exact: true }).waitFor({ state: 'hidden' })
    await page.keyboard.press('Enter')
    await finds(t, shown, 'tomorrow')
    assert.equal(await rule.innerText(), 'due is tomorrow')
    const { searchParams } = new URL(page.url().replace('#', ''))
    const asked = JSON.parse(searchParams.get('filter')!) as { rules: object[] }
    assert.deepEqual(
      asked.rules.map((one) => ({ ...one, id: 0 })),
      [{ id: 0, field: 'due', type: 'date', filter: 'within', value: 'tomorrow', includes: [] }],
    )

    // One click opens it, as it was left by the address alone, too.
    await page.reload()
    await finds(t, shown, 'tomorrow')
    await rule.click()
    await condition.getByText('is tomorrow').waitFor()
    await ask('is in the next 30 days')
    await page.keyboard.press('Enter')
    await finds(t, shown, 'today', 'tomorrow', 'later')
    await rule.click()
    await ask('is before today')
    await page.keyboard.press('Enter')
    await finds(t, shown, 'yesterday')

    // Where a day is asked for again there is none yet.
    await rule.click()
    await ask('equal')
    const value = page.locator('.wx-filter-editor .wx-cell:last-child input')
    await value.waitFor()
    assert.equal(await value.inputValue(), '')
    await page.keyboard.press('Escape')
    await finds(t, shown, 'yesterday')
    await shown.visit.close()
  })

  it('shows numbers of days that an address asks for, in German, too', async (t) => {
    const rule = { field: 'due', type: 'date', filter: 'within', value: 'next2Days' }
    const filter = JSON.stringify({ glue: 'and', rules: [rule] })
    const path = `#/tables/chores?filter=${encodeURIComponent(filter)}`
    const visit = await site.openPage({ path, timezone, locale: 'de-DE' })
    const shown = tablesPage(visit.page)
    await finds(t, shown, 'today', 'tomorrow')
    await visit.page.locator('.wx-rule').getByText('ist in den nächsten 2 Tagen').waitFor()
    await screenshot(visit.page, 'filter-periods-de')
    await visit.close()
  })

  it('is made of the value of a cell by its menu', async (t) => {
    const shown = await openTable(site, 'chores', { timezone })
    const { page, cell } = shown
    const menu = page.getByRole('menu', { name: /^Row/ })
    await cell(0, 'state').click({ button: 'right' })
    await menu.getByText('Filter by “open”').click()
    await finds(t, shown, 'yesterday', 'later')
    assert.equal(await page.locator('.wx-rule').innerText(), 'state in open')
    await cell(1, 'due').click({ button: 'right' })
    await screenshot(page, 'filter-by-value')
    await menu.getByText(/Filter by “\d+ \w+ \d+”/).click()
    await finds(t, shown, 'later')
    assert.equal(await page.locator('.wx-rule').count(), 2)
    await page.getByRole('button', { name: 'Remove all filters' }).click()
    await finds(t, shown, 'yesterday', 'today', 'tomorrow', 'later', 'never')
    await cell(0, 'paid').click({ button: 'right' })
    await menu.getByText('Filter by “Yes”').click()
    await finds(t, shown, 'yesterday')
    await page.getByRole('button', { name: 'Remove all filters' }).click()
    await finds(t, shown, 'yesterday', 'today', 'tomorrow', 'later', 'never')
    await cell(4, 'due').click({ button: 'right' })
    await menu.getByText('Filter by empty cells').click()
    await finds(t, shown, 'never')
    // The keyboard is still in the rows.
    await page.keyboard.press('ArrowLeft')
    await isAt(t, shown, '5')
    await shown.visit.close()
  })
})
