import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { confirm, isFit, openAccountsSite } from './accounts-site.ts'
import type { AccountsSite } from './accounts-site.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { tablesPage } from './tables-page.ts'

async function openOn(page: Page, file: string): Promise<Locator> {
  await page.locator('.wx-cards .wx-item', { hasText: file }).click({ button: 'right' })
  await page.locator('.wx-menu').getByText('Comments…').click()
  const dialog = page.getByRole('dialog', { name: `Comments on ${file}` })
  await dialog.getByText('Loading …').waitFor({ state: 'detached' })
  return dialog
}

async function say(panel: Locator, text: string): Promise<void> {
  await panel.getByRole('textbox').fill(text)
  await panel.getByRole('button', { name: 'Comment', exact: true }).click()
  await panel.locator('.text', { hasText: text }).waitFor()
}

describe('comments on a page without accounts', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('on a file are written, changed and deleted, and seen by others at once', async () => {
    const visits = [
      await site.openPage({ path: '#/files' }),
      await site.openPage({ path: '#/files' }),
    ]
    const [ours, theirs] = visits.map(({ page }) => page) as [Page, Page]
    const file = 'Read me first.txt'
    const [mine, other] = [await openOn(ours, file), await openOn(theirs, file)]
    await mine.getByText('Nobody has said anything yet.').waitFor()
    await say(mine, 'Who has read this?\nI have.')
    await other.locator('.text', { hasText: 'Who has read this?' }).waitFor()
    await isFit(ours, 'comments-of-a-file')

    await mine.getByRole('button', { name: /^Edit the comment/ }).click()
    await mine.getByRole('textbox').fill('Nobody has.')
    await mine.getByRole('textbox').press('Control+Enter')
    await other.locator('.text', { hasText: 'Nobody has.' }).waitFor()
    await other.getByText('edited').waitFor()
    const label = await other.getByRole('button', { name: /^Delete/ }).getAttribute('aria-label')
    await confirm(other, label!)
    await mine.getByText('Nobody has said anything yet.').waitFor()
    for (const visit of visits) await visit.close()
  })

  it('on a task are in its editor, and leave the plan as it is', async () => {
    const visit = await site.openPage({ path: '#/gantt/3?edit=' })
    const { page } = visit
    await page.getByText('Comments', { exact: true }).last().click()
    const panel = page.locator('.wx-gantt-editor .comments')
    await say(panel, 'Is the ground frozen?')
    await panel.getByRole('textbox').fill('more')
    await panel.getByRole('textbox').press('Backspace')
    assert.equal(await panel.getByRole('textbox').inputValue(), 'mor')
    await isFit(page, 'comments-of-a-task')
    await page.reload()
    await page.getByText('Comments', { exact: true }).last().click()
    await panel.locator('.text', { hasText: 'Is the ground frozen?' }).waitFor()
    await visit.close()
  })

  it('are taken back by Ctrl+Z, and said again', async () => {
    const visit = await site.openPage({ path: '#/gantt/4?edit=' })
    const { page } = visit
    await page.getByText('Comments', { exact: true }).last().click()
    const panel = page.locator('.wx-gantt-editor .comments')
    await say(panel, 'Too early?')
    await panel.getByText('Too early?').click()
    await page.keyboard.press('Control+z')
    await panel.getByText('Nobody has said anything yet.').waitFor()
    await page.keyboard.press('Control+y')
    await panel.locator('.text', { hasText: 'Too early?' }).waitFor()
    await visit.close()
  })

  it('on a row are behind a button for the one that is selected', async () => {
    const visit = await site.openPage({ path: '#/tables/films' })
    const { page, cell, button } = tablesPage(visit.page)
    const open = button('Comments on the selected row')
    await cell(0, 'name').click()
    await open.click()
    const dialog = page.getByRole('dialog', { name: /^Comments on row/ })
    await say(dialog, 'Seen it.')
    await isFit(page, 'comments-of-a-row')
    await visit.close()
  })

  it('fit on a phone, in the dark', async () => {
    const phone = { path: '#/files', width: 360, height: 640, colorScheme: 'dark' } as const
    const visit = await site.openPage(phone)
    const dialog = await openOn(visit.page, 'Read me first.txt')
    await say(dialog, 'From a phone, with a word that is long: ' + 'x'.repeat(200))
    await isFit(visit.page, 'comments-on-a-phone')
    await visit.close()
  })
})

describe('comments on a page with accounts', { skip: cannotBrowse }, () => {
  let site: AccountsSite
  before(async () => {
    site = await openAccountsSite()
  })
  after(() => site.stop())

  it('are for commenters to write, and for readers to read', async () => {
    const file = 'Read me first.txt'
    await site.invite('Cora', 'commenter')
    await site.invite('Rita', 'reader')
    const cora = await site.visitAs('Cora', { path: '#/files' })
    const dialog = await openOn(cora.page, file)
    await say(dialog, 'For @Rita.')
    await dialog.getByRole('button', { name: /^Edit the comment of Cora/ }).waitFor()
    await cora.close()

    const rita = await site.visitAs('Rita', { path: '#/files' })
    const read = await openOn(rita.page, file)
    await read.locator('.text', { hasText: 'For @Rita.' }).waitFor()
    assert.equal(await read.getByRole('textbox').count(), 0)
    assert.equal(await read.getByRole('button', { name: /Edit|Delete/ }).count(), 0)
    await rita.close()
  })
})
