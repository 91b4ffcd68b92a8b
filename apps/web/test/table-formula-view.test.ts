import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { openTable, send } from './columns-page.ts'
import type { ColumnsPage } from './columns-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const columns = [
  { name: 'name', type: 'text' },
  { name: 'price', type: 'number' },
  { name: 'amount', type: 'integer' },
]
const rows = [
  { name: 'Nails', price: 1.5, amount: 4 },
  { name: 'Glue', price: 10, amount: 2 },
]
const euro = { kind: 'currency', currency: 'EUR' }
const total = { name: 'total', formula: 'price * amount', format: euro }

const totals = async ({ column }: ColumnsPage) => (await column('total')).map((text) => text.trim())

const shows = (t: TestContext, shown: ColumnsPage, wanted: string[]) =>
  t.waitFor(async () => assert.deepEqual(await totals(shown), wanted), patient)

describe('a column with a formula', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  async function make(name: string, more: object[] = []): Promise<string> {
    await send(site, 'POST', 'tables', { name, columns: [...columns, ...more] })
    await send(site, 'POST', `${name}/rows`, { rows })
    return name
  }

  it('is made by what is typed: columns are offered, mistakes told, results shown', async (t) => {
    const table = await make('made')
    const shown = await openTable(site, table)
    const { page } = shown
    await shown.choose('amount', 'Insert right …')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name of column 1').fill('total')
    await dialog.getByLabel('Type of column 1').selectOption('Formula')
    const formula = dialog.getByLabel('Formula of column 1')
    await formula.click()
    await page.keyboard.type('pri')
    await dialog.getByRole('option', { name: 'price' }).waitFor()
    await screenshot(page, 'table-formula-offers')
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Enter')
    await page.keyboard.type(' * amont')
    assert.equal(await formula.inputValue(), 'price * amont')
    await dialog.getByText('There is no column “amont”.').waitFor()
    for (let n = 0; n < 3; n++) await page.keyboard.press('Backspace')
    await page.keyboard.type('o')
    await page.keyboard.press('Escape')
    await dialog.getByText('There is no column “amo”.').waitFor()
    await page.keyboard.type('unt')
    await dialog.getByText('Number: 6 · 20').waitFor()
    await dialog.getByLabel('How column 1 is shown').selectOption('Currency')
    await dialog.getByText('Number: €6.00 · €20.00').waitFor()
    await screenshot(page, 'table-formula-dialog')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })

    await shows(t, shown, ['€6.00', '€20.00'])
    const sign = shown.header('total').locator('.formula-sign')
    assert.equal(await sign.getAttribute('title'), 'total is worked out: price * amount')
    assert.deepEqual(
      ((await send(site, 'GET', `tables/${table}`)) as { columns: unknown[] }).columns.at(-1),
      {
        name: 'total',
        type: 'number',
        nullable: true,
        unique: false,
        default: null,
        options: null,
        reference: null,
        format: euro,
        formula: 'price * amount',
      },
    )

    await shown.choose('total', 'Change what it holds …')
    const change = page.getByRole('dialog')
    await change.getByLabel('Formula of column 1').fill('price * amount + 1')
    await change.getByRole('button', { name: 'Save', exact: true }).click()
    await change.waitFor({ state: 'hidden' })
    await shows(t, shown, ['€7.00', '€21.00'])
    await shown.visit.close()
  })

  it('follows what is typed beside it, on every page and in its order', async (t) => {
    const table = await make('live', [total])
    const shown = await openTable(site, table)
    const sorted = await openTable(site, `${table}?sort=-total`)
    await shows(t, shown, ['€6.00', '€20.00'])
    await shows(t, sorted, ['€20.00', '€6.00'])

    await shown.edit(0, 'amount', '100')

    await shows(t, shown, ['€150.00', '€20.00'])
    await shows(t, sorted, ['€150.00', '€20.00'])
    await shown.choose('total', 'Add up …')
    const menu = shown.page.getByRole('menu', { name: 'Below the column total' })
    await menu.getByText('Sum', { exact: true }).click()
    await shown.page.locator('.wx-footer').getByText('Sum €170.00').waitFor()
    await sorted.edit(1, 'price', '')
    await shows(t, shown, ['€150.00', ''])
    await shown.page.locator('.wx-footer').getByText('Sum €150.00').waitFor()
    // What was done here is taken back, with what is worked out from what others did since.
    await shown.page.keyboard.press('Control+z')
    await shows(t, sorted, ['€6.00', ''])
    await shows(t, shown, ['€6.00', ''])
    await shown.page.locator('.wx-footer').getByText('Sum €6.00').waitFor()
    await screenshot(shown.page, 'table-formula')
    assert.deepEqual(await axeViolations(shown.page), [])
    await sorted.visit.close()
    await shown.visit.close()
  })

  it('cannot be typed into, cleared or filled, and says why', async (t) => {
    const table = await make('read', [total])
    const shown = await openTable(site, table)
    const { page } = shown
    const why = page.getByText('total is worked out: price * amount')
    for (const key of ['5', 'Delete', 'F2']) {
      await shown.cell(0, 'total').click()
      await page.keyboard.press(key)
      await why.first().waitFor()
      assert.equal(await page.locator('.wx-editor').count(), 0)
      await page
        .getByRole('button', { name: 'Dismiss' })
        .first()
        .click()
        .catch(() => {})
    }
    await shows(t, shown, ['€6.00', '€20.00'])

    // What is pasted over it goes into the columns beside it.
    await shown.cell(0, 'amount').click()
    await page.evaluate(`(() => {
      const data = new DataTransfer()
      data.setData('text/plain', '7\\t999\\n8\\t999')
      document.activeElement.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    })()`)
    await shows(t, shown, ['€10.50', '€80.00'])

    await shown.cell(0, 'name').click()
    await page.keyboard.press('Space')
    const form = page.getByRole('complementary', { name: 'Row 1' })
    const field = form.getByLabel('total')
    await t.waitFor(async () => assert.equal(await field.inputValue(), '€10.50'), patient)
    assert.ok(await field.isDisabled())
    await form.getByText('= price * amount').waitFor()
    await screenshot(page, 'table-formula-row')
    await form.getByLabel('price').fill('2')
    await page.keyboard.press('Enter')
    await t.waitFor(async () => assert.equal(await field.inputValue(), '€14.00'), patient)
    await shown.visit.close()
  })
})
