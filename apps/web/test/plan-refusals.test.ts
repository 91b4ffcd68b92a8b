import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { field, type } from './grid-page.ts'
import { schedulePage } from './schedule-page.ts'
import type { Plan } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

const waitsOf = (name: string) =>
  `.wx-table .wx-row:has([data-col-id=":text"]:has-text("${name}")) [data-col-id=":predecessors"]`

async function showPredecessors(page: Page, [columns, name, show]: string[]): Promise<void> {
  await page.getByRole('button', { name: columns! }).click()
  const dialog = page.getByRole('dialog', { name: columns! })
  await dialog.getByLabel(name!, { exact: true }).check()
  await dialog.getByRole('button', { name: show! }).click()
}

describe('what a plan refuses', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan, open } = schedulePage(() => site)

  async function tileOn({ name, roof }: Plan): Promise<void> {
    await ask('POST', `w/${name}/tasks`, { text: 'Tile', parent: roof, duration: 1 })
    await ask('PUT', `w/${name}/tasks/${roof}`, { open: true })
  }

  it('names both tasks where one cannot wait for the other, and where one ends too early', async () => {
    const made = await plan('names', { mode: 'auto' })
    await tileOn(made)
    const visit = await open(made, { width: 1440 })
    const { page } = visit
    await showPredecessors(page, ['Columns', 'Predecessors', 'Show'])
    const says = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()
    await type(page, 'Dig', 'predecessors', '2')
    await says('“Dig” cannot wait for “Lay”, which waits for it already: “Dig” → “Lay”.')
    await screenshot(page, 'plan-refused-circle')
    await field(page).fill('1')
    await page.keyboard.press('Enter')
    await says('A task cannot wait for itself.')
    await page.keyboard.press('Escape')
    await type(page, 'Tile', 'predecessors', '3')
    await says('“Tile” is part of “Roof”: neither can wait for the other.')
    await page.keyboard.press('Escape')
    await type(page, 'Lay', 'end', '1.3.2026')
    await says('“Lay” begins on 05 Mar 2026 and cannot end before.')
    await visit.close()
  })

  it('names the one that an earlier start has to wait for, and can be taken back', async (t) => {
    const made = await plan('early', { mode: 'auto' })
    const visit = await open(made, { width: 1440 })
    const { page } = visit
    await type(page, 'Lay', 'start', '3.3.2026')
    const toast = page.locator('.toasts')
    await toast
      .getByText('“Lay” begins on 5 Mar 2026 and not on 3 Mar 2026. It waits for “Dig”.')
      .waitFor()
    await screenshot(page, 'plan-start-not-taken')
    await toast.getByRole('button', { name: 'Undo' }).click()
    await t.waitFor(async () => {
      const tasks = await ask<{ id: number; constraint?: object }[]>('GET', 'w/early/tasks')
      assert.equal(tasks.find(({ id }) => id === made.lay)?.constraint, undefined)
    }, patient)
    await type(page, 'Roof', 'start', '7.3.2026')
    await toast
      .getByText('“Roof” begins on 9 Mar 2026 and not on 7 Mar 2026. Nothing is worked before.')
      .waitFor()
    await visit.close()
  })

  it('says so in German, also what only the server sees', async () => {
    const made = await plan('deutsch', { mode: 'auto' })
    await tileOn(made)
    await ask('POST', 'w/deutsch/links', { source: made.lay, target: made.roof })
    const visit = await site.openPage({
      path: 'w/deutsch/#/gantt',
      width: 1440,
      locale: 'de-DE',
    })
    visit.allow(/answered 4\d\d: POST .*links|status of 4\d\d/)
    const { page } = visit
    await showPredecessors(page, ['Spalten', 'Vorgänger', 'Anzeigen'])
    await page.locator(waitsOf('Dig')).click()
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await page
      .getByRole('alert')
      .filter({ hasText: '„Dig“ kann nicht auf „Lay“ warten, da dieser schon auf ihn wartet' })
      .waitFor()
    await page.keyboard.press('Escape')
    // It waits by way of what it is part of.
    await page.keyboard.type('3.1')
    await page.keyboard.press('Enter')
    const toast = page.locator('.toast.error')
    await toast.filter({ hasText: '„Dig“ kann nicht auf „Tile“ warten' }).waitFor()
    await toast.filter({ hasText: 'Dig → Lay → Roof → Tile' }).waitFor()
    await screenshot(page, 'plan-refused-german')
    await visit.close()
  })
})
