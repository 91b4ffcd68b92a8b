import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { focused } from './columns-page.ts'
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

  it('tells of each bad line in the language of the page', async () => {
    const visit = await site.openPage({ path: '#/tables/films', locale: 'de-DE' })
    const { page } = visit
    await page.getByRole('button', { name: 'Datei importieren' }).click()
    // More than the kinds of the columns are guessed by.
    const good = 'Anna;3,50;01.02.2026;2\n'.repeat(5000)
    const buffer = Buffer.from(
      `Kunde;Betrag;Datum;Menge\n${good}Ben;n/a;02.02.2026;3\nCleo;4,00;31.02.2026;3\nDan;1,00;03.02.2026;ca. 20\n`,
    )
    await page
      .getByLabel('Datei', { exact: true })
      .setInputFiles({ name: 'Kunden.csv', mimeType: 'text/csv', buffer })
    const told = page.locator('dialog ul.problem li')
    await told.first().waitFor()
    assert.deepEqual(await told.allInnerTexts(), [
      'Zeile 5002: Betrag: "n/a" ist keine Zahl.',
      'Zeile 5003: Datum: "31.02.2026" ist kein Datum.',
      'Zeile 5004: Menge: "ca. 20" ist keine ganze Zahl oder zu groß.',
    ])
    await screenshot(page, 'import-refused-german')

    // One bad cell need not cost the rest of its row.
    await page.getByLabel('Nur die Zellen leer lassen, die nicht übernommen werden können').check()
    await page.getByRole('button', { name: 'Importieren', exact: true }).click()
    await page.getByText('5.003 Zeilen in Kunden importiert. 3 Zellen blieben leer.').waitFor()
    const bad: unknown = await (await fetch(`${site.url}kunden?limit=3&offset=5000`)).json()
    assert.deepEqual(bad, [
      { id: 5001, Kunde: 'Ben', Betrag: null, Datum: '2026-02-02', Menge: 3 },
      { id: 5002, Kunde: 'Cleo', Betrag: 4, Datum: null, Menge: 3 },
      { id: 5003, Kunde: 'Dan', Betrag: 1, Datum: '2026-02-03', Menge: null },
    ])
    await visit.close()
  })

  it('offers a choice where texts repeat, and makes it with what the file has', async (t) => {
    const visit = await site.openPage({ path: '#/tables/films' })
    const { page } = visit
    const { button, status, cell } = tablesPage(page)
    await status.getByText(/row/).waitFor()
    await button('Import a file').click()
    const states = ['open', 'paid', 'late']
    const lines = Array.from({ length: 30 }, (_, at) => `A${at},${states[at % 3]}`)
    const buffer = Buffer.from(`no,state\n${lines.join('\n')}\n`)
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'bills.csv', mimeType: 'text/csv', buffer })
    // Names that do not repeat are no choice.
    const offer = button('Make it a choice of 3 values')
    await offer.waitFor()
    assert.equal(await page.getByText(/Make it a choice/).count(), 1)
    await screenshot(page, 'import-choice-offered')
    await offer.click()
    const kind = page.getByLabel('Type of state')
    assert.equal(await kind.inputValue(), 'choice')
    await t.waitFor(async () => assert.equal(await focused(page), 'Type of state'), patient)
    const chips = page.locator('.import-columns .chip')
    assert.deepEqual(await chips.allInnerTexts(), states)
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'import-choice')
    await button('Import').click()

    await page.waitForURL(/#\/tables\/bills$/)
    await status.getByText('30 rows').waitFor()
    await cell(1, 'state').locator('.chip', { hasText: 'paid' }).waitFor()
    const table = await (await fetch(`${site.url}tables/bills`)).json()
    const { columns } = table as { columns: { options: unknown }[] }
    assert.deepEqual(
      columns.map(({ options }) => options),
      [null, states],
    )
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
