import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { confirm, isFit, openFrom } from './accounts-site.ts'
import { cannotBrowse, openSite } from './browser.ts'
import { confirmDelete, select } from './files-page.ts'
import type { Site } from './browser.ts'
import { tablesPage } from './tables-page.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const file = (page: Page, name: string) => page.locator('.wx-item .wx-name', { hasText: name })

describe('the trash', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('has what was deleted, brings it back, and ends it for good', async () => {
    const visit = await site.openPage({ path: '#/files/Notes', colorScheme: 'dark' })
    const { page } = visit
    await select(page, 'shopping.txt')
    await page.keyboard.press('Delete')
    await confirmDelete(page)
    await page.getByText('Deleted “shopping.txt”.').waitFor()
    const menu = page.getByRole('button', { name: 'More of this workspace' })
    const dialog = await openFrom(menu, 'Trash…', 'Trash')
    await dialog.getByText('/Notes/shopping.txt').waitFor()
    await isFit(page, 'trash-dark')
    await dialog.getByRole('button', { name: 'Restore shopping.txt' }).click()
    await dialog.getByText('It is back: /Notes/shopping.txt').waitFor()
    await dialog.getByText('It is empty.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await file(page, 'shopping.txt').waitFor()

    await select(page, 'shopping.txt')
    await page.keyboard.press('Delete')
    await confirmDelete(page)
    await file(page, 'shopping.txt').waitFor({ state: 'detached' })
    const again = await openFrom(menu, 'Trash…', 'Trash')
    await confirm(again, 'Delete shopping.txt for good')
    await again.getByText('It is empty.').waitFor()
    await again.getByRole('button', { name: 'Close' }).click()
    assert.equal(await file(page, 'shopping.txt').count(), 0)
    await visit.close()
  })

  it('has rows and tasks, too, which come back as they were', async (t) => {
    const visit = await site.openPage({ path: '#/tables/films' })
    const { page } = visit
    const shown = tablesPage(page)
    await shown.cell(1, 'name').waitFor()
    const names = await shown.column('name')
    await shown.cell(1, 'id').click()
    await shown.button('Delete the selected rows').click()
    await page.getByText(/^Deleted /).waitFor()
    const tasks = `${site.url}tasks`
    const body = JSON.stringify({ text: 'Shed', type: 'summary' })
    const shed = (await (await fetch(tasks, { method: 'POST', body })).json()) as { id: number }
    const below = JSON.stringify({ text: 'Door', type: 'task', parent: shed.id })
    await fetch(tasks, { method: 'POST', body: below })
    await fetch(`${tasks}/${shed.id}`, { method: 'DELETE' })

    const menu = page.getByRole('button', { name: 'More of this workspace' })
    const dialog = await openFrom(menu, 'Trash…', 'Trash')
    const row = dialog.getByRole('button', { name: `Restore ${names[1]} from films` })
    await row.waitFor()
    await isFit(page, 'trash-of-rows')
    await row.focus()
    await page.keyboard.press('Enter')
    await dialog.getByText(`It is back: ${names[1]} from films`).waitFor()
    await row.waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Restore Shed with 1 task below it' }).click()
    await dialog.getByText('It is empty.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await t.waitFor(async () => assert.deepEqual(await shown.column('name'), names), patient)
    const texts = (await (await fetch(tasks)).json()) as { text: string }[]
    assert.ok(['Shed', 'Door'].every((name) => texts.some(({ text }) => text === name)))
    await visit.close()
  })
})
