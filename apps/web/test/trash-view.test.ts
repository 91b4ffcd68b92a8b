import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { confirm, isFit, openFrom } from './accounts-site.ts'
import { cannotBrowse, openSite } from './browser.ts'
import { select } from './files-page.ts'
import type { Site } from './browser.ts'

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
    await page.getByRole('button', { name: 'OK' }).click()
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
    await page.getByRole('button', { name: 'OK' }).click()
    await file(page, 'shopping.txt').waitFor({ state: 'detached' })
    const again = await openFrom(menu, 'Trash…', 'Trash')
    await confirm(again, 'Delete shopping.txt for good')
    await again.getByText('It is empty.').waitFor()
    await again.getByRole('button', { name: 'Close' }).click()
    assert.equal(await file(page, 'shopping.txt').count(), 0)
    await visit.close()
  })
})
