import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { boxOf, openTable, send } from './columns-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const columns = [
  { name: 'name', type: 'text' },
  { name: 'mail', type: 'text', format: { kind: 'email' } },
  { name: 'page', type: 'text', format: { kind: 'url' } },
  { name: 'share', type: 'number', format: { kind: 'percent' } },
  { name: 'price', type: 'number', format: { kind: 'currency', currency: 'EUR' } },
]
const rows = [
  { name: 'Anna', mail: 'anna@example.org', page: 'https://example.org/a', share: 0.125 },
  { name: 'Ben', price: 1234.5 },
]

describe('columns with a format', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  async function make(name: string): Promise<string> {
    await send(site, 'POST', 'tables', { name, columns })
    await send(site, 'POST', `${name}/rows`, { rows })
    return name
  }
  const stored = async (table: string, id: number) =>
    (await send(site, 'GET', `${table}/${id}`)) as Record<string, unknown>

  it('look in the form of a row as in the grid, but while they are typed', async (t) => {
    const shown = await openTable(site, `${await make('formed')}?row=2`, { locale: 'da-DK' })
    const form = shown.page.getByRole('complementary')
    const price = form.getByLabel('price')
    const holds = (text: string) =>
      t.waitFor(
        async () => assert.equal((await price.inputValue()).replaceAll(/\s/g, ' '), text),
        patient,
      )
    await holds('1.234,50 €')
    await price.focus()
    await holds('1234,5')
    await price.fill('2.000,25')
    await shown.page.keyboard.press('Tab')
    await holds('2.000,25 €')
    assert.equal((await stored('formed', 2))['price'], 2000.25)
    await screenshot(shown.page, 'table-row-amounts')
    await shown.visit.close()
  })

  it('show links, percents and amounts, and take them as people write them', async (t) => {
    const table = await make('formats')
    const shown = await openTable(site, table)
    const { page } = shown
    shown.visit.allow(/422/)
    assert.equal((await shown.cell(0, 'share').innerText()).trim(), '12.5%')
    assert.equal((await shown.cell(1, 'price').innerText()).trim(), '€1,234.50')

    // A click selects the cell and leads nowhere.
    await shown.cell(0, 'page').locator('.cell-link').click()
    await page.locator('[data-col-id=":page"]:focus').waitFor()
    const open = shown.cell(0, 'page').getByRole('link', { name: 'Open https://example.org/a' })
    assert.equal(await open.getAttribute('href'), 'https://example.org/a')
    assert.equal(await open.getAttribute('target'), '_blank')
    assert.equal(await open.getAttribute('rel'), 'noopener noreferrer')
    const [cell, icon] = [await boxOf(shown.cell(0, 'page')), await boxOf(open)]
    assert.ok(icon.x > cell.x && icon.x + icon.width <= cell.x + cell.width)
    const mail = shown.cell(0, 'mail').getByRole('link').first()
    assert.equal(await mail.getAttribute('href'), 'mailto:anna@example.org')
    assert.match(page.url(), /tables\/formats/)

    await shown.edit(0, 'share', '7 %')
    await shown.edit(0, 'price', '€ 99.5')
    await shown.edit(1, 'page', 'example.org/x')
    await t.waitFor(async () => {
      assert.equal((await shown.cell(0, 'share').innerText()).trim(), '7%')
      assert.equal((await shown.cell(0, 'price').innerText()).trim(), '€99.50')
      const first = await stored(table, 1)
      assert.deepEqual([first['share'], first['price']], [0.07, 99.5])
      assert.equal((await stored(table, 2))['page'], 'https://example.org/x')
    }, patient)

    await shown.edit(1, 'page', 'javascript:alert(1)')
    await page.locator('.cell-refused', { hasText: 'javascript:alert(1)' }).waitFor()
    await page.locator('.cell-reason', { hasText: 'takes an address such as' }).waitFor()
    await screenshot(page, 'table-formats')
    assert.deepEqual(await axeViolations(page), [])
    assert.equal((await stored(table, 2))['page'], 'https://example.org/x')

    await shown.choose('price', 'Add up …')
    const menu = page.getByRole('menu', { name: 'Below the column price' })
    await menu.getByText('Sum', { exact: true }).click()
    await page.locator('.wx-footer').getByText('Sum €1,334.00').waitFor()
    await shown.visit.close()
  })

  it('are made in the form of a column, several choices among them', async (t) => {
    const table = await make('kinds')
    const shown = await openTable(site, table)
    const { page } = shown
    await shown.choose('name', 'Insert right …')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name of column 1').fill('tags')
    await dialog.getByLabel('Type of column 1').selectOption('Several choices')
    await dialog.getByLabel('Options of column 1').fill('red, green, blue')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await shown.header('tags').waitFor()

    await shown.cell(0, 'tags').dblclick()
    const choices = page.getByRole('listbox', { name: 'Choices' })
    await choices.getByText('red', { exact: true }).click()
    await choices.getByText('blue', { exact: true }).click()
    await page.keyboard.press('Tab')
    await t.waitFor(async () => {
      assert.deepEqual(await shown.cell(0, 'tags').locator('.chip').allInnerTexts(), [
        'red',
        'blue',
      ])
      assert.deepEqual((await stored(table, 1))['tags'], ['red', 'blue'])
    }, patient)

    await shown.choose('price', 'Change what it holds …')
    assert.equal(await dialog.getByLabel('Type of column 1').inputValue(), 'currency')
    await dialog.getByLabel('Currency of column 1').selectOption('CHF')
    await screenshot(page, 'column-currency')
    assert.deepEqual(await axeViolations(page), [])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await shown.cell(1, 'price').getByText('CHF').waitFor()
    await shown.visit.close()
  })
})
