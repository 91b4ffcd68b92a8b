import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { screenshot } from './screenshot.ts'

describe('the language of the page', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('is German where the browser prefers it', async () => {
    const visit = await site.openPage({
      path: '#/files',
      locale: 'de-DE',
      width: 1440,
      height: 900,
    })
    const { page } = visit
    const lang = await page.locator('html').getAttribute('lang')
    assert.equal(lang, 'de')
    await page.getByRole('link', { name: 'Dateien' }).waitFor()
    await page.getByRole('button', { name: 'Neu', exact: true }).first().waitFor()
    await page.getByText('Alle Dateien').first().waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'german-files')

    await page.goto(`${visit.url}#/gantt`)
    await page.getByRole('columnheader', { name: 'Vorgang' }).first().waitFor()
    await page.getByLabel('Farben der Balken').selectOption({ label: 'Farben nach Status' })
    await page.getByRole('list', { name: 'Bedeutung der Farben' }).getByText('Erledigt').waitFor()
    // The chart is reached by the keyboard through what stands in it.
    await page.locator('.wx-bar').first().waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'german-plan')

    await page.goto(`${visit.url}#/tables`)
    await page.getByRole('link', { name: 'Tabellen' }).waitFor()
    await screenshot(page, 'german-tables')
    await page.getByRole('button', { name: 'Hilfe' }).click()
    await page.getByRole('menuitem', { name: 'Tastenkombinationen' }).click()
    await page.getByRole('dialog').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'german-keys')
    await visit.close()
  })

  it('is the one that was chosen, with its months and days', async () => {
    const visit = await site.openPage({ path: '#/files', locale: 'de-DE' })
    const { page } = visit
    await page.getByRole('button', { name: 'Hilfe' }).click()
    await page.getByRole('menuitem', { name: 'Einstellungen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Einstellungen' })
    await dialog.getByRole('combobox', { name: 'Sprache' }).selectOption('English')
    await dialog.getByText('31 Mar 2027').or(dialog.getByText('Mar 31, 2027')).waitFor()
    await screenshot(page, 'german-settings')
    await dialog.getByRole('button', { name: 'Speichern' }).click()

    await page.getByRole('link', { name: 'Files', exact: true }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'en')
    await page.reload()
    await page.getByRole('button', { name: 'Help' }).click()
    await page.getByRole('menuitem', { name: 'Settings…' }).click()
    const again = page.getByRole('dialog', { name: 'Settings' })
    assert.equal(await again.getByRole('combobox', { name: 'Language' }).inputValue(), 'en')
    await again.getByRole('combobox', { name: 'Language' }).selectOption('As the browser has it')
    await again.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Hilfe' }).waitFor()
    await visit.close()
  })

  it('is that of the widgets and of what the server refuses', async () => {
    const visit = await site.openPage({ path: '#/gantt', locale: 'de-DE' })
    const { page } = visit
    await page.locator('.wx-bar').nth(2).dblclick()
    await page.getByPlaceholder('Beschreibung hinzufügen').waitFor()

    await page.goto(`${visit.url}#/tables`)
    visit.allow(/422/)
    await page.getByRole('button', { name: 'Neue Tabelle' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Neue Tabelle' })
    await dialog.getByRole('textbox').first().fill('films')
    await dialog.getByRole('button', { name: 'Erstellen' }).click()
    await dialog.getByText('Es gibt bereits eine Tabelle films.').waitFor()
    // That was the page itself; this the server refuses.
    await dialog.getByRole('textbox').first().fill('Neue Filme')
    await dialog.getByRole('textbox').nth(1).fill('id')
    await dialog.getByRole('button', { name: 'Erstellen' }).click()
    await dialog.getByText('Eine Angabe ist so nicht möglich').waitFor()
    await visit.close()
  })

  it('fits on a phone', async () => {
    const phone = { width: 390, height: 850, colorScheme: 'dark', locale: 'de-DE' } as const
    const visit = await site.openPage({ path: '#/files', ...phone })
    const { page } = visit
    for (const [view, name] of [
      ['files', 'Alle Dateien'],
      ['gantt', 'Heute'],
      ['tables', 'Alle Zeilen'],
    ] as const) {
      await page.goto(`${visit.url}#/${view}`)
      await page.getByText(name).first().waitFor()
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      assert.ok(wide <= 390, `${view} is ${wide} wide`)
      await screenshot(page, `german-${view}-phone`)
    }
    await visit.close()
  })
})
