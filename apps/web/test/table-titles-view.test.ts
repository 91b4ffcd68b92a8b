import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { focusName } from './keyboard-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { openTable, send } from './columns-page.ts'

async function becomes(t: TestContext, value: () => Promise<unknown>, wanted: unknown) {
  await t.waitFor(async () => assert.deepEqual(await value(), wanted), patient)
}

const listed = (page: Page) => page.getByRole('navigation', { name: 'Tables' }).getByRole('link')

describe('tables on the page', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('are called as people write them, from the first row on', async (t) => {
    const shown = await openTable(site, 'films')
    const { page, button } = shown
    await button('New table').click()
    await page.keyboard.type('Kundenliste 2026 (Köln)')
    await screenshot(page, 'table-new-title')
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Enter')
    await page.waitForURL(/#\/tables\/kundenliste-2026-koeln$/)
    await becomes(t, () => focusName(page), 'Add row')
    await becomes(t, () => page.title(), 'Kundenliste 2026 (Köln) · Tables · main · Triptych')
    await page.getByRole('region', { name: 'Kundenliste 2026 (Köln)' }).waitFor()
    await listed(page).getByText('Kundenliste 2026 (Köln)', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.cell-editor:focus').waitFor()
    await page.keyboard.type('Meier')
    await page.keyboard.press('Enter')
    await becomes(t, () => shown.cell(0, 'Name').innerText(), 'Meier')

    await button('New table').click()
    await page.keyboard.type('kundenliste 2026 (KÖLN)')
    await page.keyboard.press('Enter')
    await page.getByText('There is a table kundenliste 2026 (KÖLN) already.').waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Files')
    await page.keyboard.press('Enter')
    await page.waitForURL(/#\/tables\/files-2$/)
    await becomes(t, () => focusName(page), 'Add row')
    await shown.visit.close()
  })

  it('get another title, and keep their address unless that is changed, too', async (t) => {
    const made = { name: 'orders', title: 'Bestellungen', columns: [{ name: 'a', type: 'text' }] }
    await send(site, 'POST', 'tables', made)
    const shown = await openTable(site, 'orders')
    const { page, button } = shown
    const rename = async () => {
      await button('More').click()
      await page.getByRole('menuitem', { name: 'Rename …' }).click()
      await page.getByRole('dialog').waitFor()
    }
    await rename()
    await page.getByRole('dialog', { name: 'Rename Bestellungen' }).waitFor()
    await page.keyboard.type('Aufträge')
    await screenshot(page, 'table-rename')
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Enter')
    await listed(page).getByText('Aufträge', { exact: true }).waitFor()
    assert.match(page.url(), /#\/tables\/orders$/)
    await becomes(t, () => page.title(), 'Aufträge · Tables · main · Triptych')

    await rename()
    await becomes(t, () => page.getByLabel('New name').inputValue(), 'Aufträge')
    await page.getByLabel('In its address').fill('auftraege')
    await page.keyboard.press('Enter')
    await page.waitForURL(/#\/tables\/auftraege$/)
    await listed(page).getByText('Aufträge', { exact: true }).waitFor()

    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('auftr')
    await page.getByRole('option', { name: 'Aufträge' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    const recent = page.getByRole('region', { name: 'Recent places' })
    const last = recent.getByText('Aufträge', { exact: true })
    await last.waitFor()
    await page.getByText('renamed the table Bestellungen to Aufträge').waitFor()
    await screenshot(page, 'table-title-home')
    await last.click()
    await page.waitForURL(/#\/tables\/auftraege$/)
    await shown.visit.close()
  })
})
