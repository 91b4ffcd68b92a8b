import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { screenshot } from './screenshot.ts'
import { tablesPage } from './tables-page.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

describe('a file to import', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('is shown with some of its values, and is read as a person says it is written', async () => {
    const visit = await site.openPage({ path: '#/tables/films' })
    const { page } = visit
    const { button, status } = tablesPage(page)
    await status.getByText(/row/).waitFor()
    await button('Import a file').click()
    const buffer = Buffer.from('Tag;Summe;Preis\n01/02/2026;1.234;5,50 €\n03/04/2026;2.500;7 €\n')
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'Rechnungen.csv', mimeType: 'text/csv', buffer })

    const types = page.locator('.import-columns select')
    await page.getByText('01/02/2026 · 03/04/2026').waitFor()
    const chosen = () =>
      types.evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value))
    assert.deepEqual(await chosen(), ['text', 'integer', 'currency'])
    await page.getByText('How the file is written').click()
    await page.getByLabel('Dates').selectOption('Day first: 31.12.2026')
    await page.waitForFunction(
      () => document.querySelector<HTMLSelectElement>('.import-columns select')?.value === 'date',
    )
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'import-writing')
    await button('Import').click()

    await page.waitForURL(/#\/tables\/rechnungen$/)
    await status.getByText('2 rows').waitFor()
    const rows: unknown = await (await fetch(`${site.url}rechnungen`)).json()
    assert.deepEqual(rows, [
      { id: 1, Tag: '2026-02-01', Summe: 1234, Preis: 5.5 },
      { id: 2, Tag: '2026-04-03', Summe: 2500, Preis: 7 },
    ])
    await visit.close()
  })

  it('goes into the columns that a person names, and nowhere while none is named', async (t) => {
    const post = (path: string, body: object) =>
      fetch(site.url + path, { method: 'POST', body: JSON.stringify(body) })
    const columns = [
      { name: 'name', type: 'text' },
      { name: 'town', type: 'text' },
    ]
    assert.ok((await post('tables', { name: 'people', columns })).ok)
    const visit = await site.openPage({ path: '#/tables/people' })
    const { page } = visit
    const { button, status } = tablesPage(page)
    await status.getByText(/row/).waitFor()
    await button('Import a file').click()
    await page.getByLabel('Into').selectOption('people')
    const buffer = Buffer.from('Kunde,Ort,Rabatt\nMeyer,Bonn,3\n')
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'kunden.csv', mimeType: 'text/csv', buffer })
    await page.getByLabel('Column for Kunde').waitFor()
    assert.equal(await button('Import').isDisabled(), true)
    await page.getByLabel('Column for Kunde').selectOption('name')
    await page.getByLabel('Column for Ort').selectOption('town')
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'import-columns-named')
    await button('Import').click()
    await status.getByText('1 row').waitFor()
    await t.waitFor(async () => {
      const rows: unknown = await (await fetch(`${site.url}people`)).json()
      assert.deepEqual(rows, [{ id: 1, name: 'Meyer', town: 'Bonn' }])
    }, patient)
    await visit.close()
  })
})
