import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { openTable, send } from './columns-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

describe('a column that becomes a choice', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  async function make(name: string, values: (string | null)[]): Promise<void> {
    const columns = [{ name: 'state', type: 'text' }]
    await send(site, 'POST', 'tables', { name, columns })
    await send(site, 'POST', `${name}/rows`, { rows: values.map((state) => ({ state })) })
  }

  async function openForm(name: string) {
    const shown = await openTable(site, name)
    await shown.choose('state', 'Change what it holds …')
    const dialog = shown.page.getByRole('dialog')
    const type = dialog.getByRole('combobox', { name: 'Type of column 1' })
    await type.waitFor()
    const choices = () =>
      dialog
        .getByRole('textbox', { name: /^Choice \d+ of column 1$/ })
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    return { ...shown, dialog, type, choices }
  }

  it('offers what its cells hold, and what is the same but for spaces and for names becomes one', async (t) => {
    await make('dirty', ['open', 'Done', ' open', 'done ', null, 'done', 'open'])
    const { page, dialog, type, choices, column, visit } = await openForm('dirty')
    // What it holds is what one came for.
    await t.waitFor(async () => {
      assert.ok(await type.evaluate((one) => one === document.activeElement))
    }, patient)
    await type.selectOption('Choice')
    await t.waitFor(
      async () => assert.deepEqual(await choices(), ['open', 'Done', 'done']),
      patient,
    )
    await screenshot(page, 'table-become-choice')
    assert.deepEqual(await axeViolations(page), [])
    // Whoever gives one the name of another has put both together.
    await dialog.getByRole('textbox', { name: 'Choice 2 of column 1' }).fill('done')
    await dialog.getByText('All rows fit.').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await t.waitFor(async () => {
      assert.deepEqual(await column('state'), ['open', 'done', 'open', 'done', '', 'done', 'open'])
    }, patient)
    await page.locator('.wx-body .chip').first().waitFor()
    const { columns } = (await send(site, 'GET', 'tables/dirty')) as { columns: object[] }
    assert.deepEqual((columns[0] as { options: string[] }).options, ['open', 'done'])
    await visit.close()
  })

  it('offers them one by one where several can be chosen', async (t) => {
    await make('several', ['red,blue', 'blue', 'green'])
    const { page, dialog, type, choices, visit } = await openForm('several')
    await type.selectOption('Several choices')
    await t.waitFor(async () => {
      assert.deepEqual((await choices()).toSorted(), ['blue', 'green', 'red'])
    }, patient)
    await dialog.getByText('All rows fit.').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await t.waitFor(async () => {
      const chips = await page.locator('.wx-body .chip').allInnerTexts()
      assert.deepEqual(chips, ['red', 'blue', 'blue', 'green'])
    }, patient)
    await visit.close()
  })

  it('says so where nobody could choose among them', async () => {
    await make(
      'many',
      Array.from({ length: 300 }, (_, index) => `row ${index}`),
    )
    const { dialog, type, choices, visit } = await openForm('many')
    await type.selectOption('Choice')
    await dialog.getByText('Its cells hold more than 200 different values.').waitFor()
    assert.deepEqual(await choices(), [])
    await dialog.getByRole('textbox', { name: 'Options of column 1' }).fill('a, b')
    await visit.close()
  })
})
