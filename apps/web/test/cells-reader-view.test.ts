import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openAccountsSite } from './accounts-site.ts'
import type { AccountsSite } from './accounts-site.ts'
import { cannotBrowse } from './browser.ts'
import { tablesPage } from './tables-page.ts'

describe('the cells of a table that is only to be read', { skip: cannotBrowse }, () => {
  let site: AccountsSite
  before(async () => {
    site = await openAccountsSite()
  })
  after(() => site.stop())

  it('are walked through and copied, and nothing is written into them', async () => {
    await site.invite('Rita', 'reader')
    const before = await site.ask<unknown>('GET', 'films')
    const visit = await site.visitAs('Rita', { path: '#/tables/films' })
    const { page } = visit
    const { cell } = tablesPage(page)
    await cell(0, 'name').click()
    await page.locator('.cell-frame').waitFor()
    await page.keyboard.type('x')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Delete')
    await page.getByText('These cells cannot be written.').waitFor()
    assert.equal(await page.locator('.cell-editor, .fill-handle').count(), 0)
    const copied = await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      const options = { clipboardData, bubbles: true, cancelable: true }
      document.activeElement!.dispatchEvent(new ClipboardEvent('copy', options))
      const text = clipboardData.getData('text/plain')
      document.activeElement!.dispatchEvent(new ClipboardEvent('paste', options))
      return text
    })
    assert.equal(copied, 'The Shawshank Redemption')
    await page.getByText('You may read this table, and not change it.').waitFor()
    assert.deepEqual(await site.ask('GET', 'films'), before)
    await visit.close()
  })
})
