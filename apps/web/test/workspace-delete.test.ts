import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { screenshot } from './screenshot.ts'
import { chooseInWorkspaces, workspaceButton } from './workspace-menu.ts'

const deletedPage = (page: Page) => page.getByRole('heading', { name: 'The workspace was deleted' })
const live = (page: Page) => page.locator('.connection').getByText('Live').waitFor()

describe('a workspace that is deleted on the page', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
    const made = await fetch(new URL('workspaces', site.url), {
      method: 'POST',
      body: JSON.stringify({ name: 'crew', title: 'Our crew' }),
    })
    assert.equal(made.status, 200)
  })
  after(() => site.stop())

  it('has its name typed first, is gone for others, too, and comes back', async () => {
    const other = await site.openPage({ path: 'w/crew/#/tables', width: 390 })
    const visit = await site.openPage({ path: 'w/crew/#/tables' })
    const { page } = visit
    other.allow(/404/)
    visit.allow(/404/)
    await Promise.all([live(page), live(other.page)])

    await chooseInWorkspaces(page, 'Delete this workspace…')
    const dialog = page.getByRole('dialog', { name: 'Delete this workspace' })
    await dialog.waitFor()
    const button = dialog.getByRole('button', { name: 'Delete' })
    await page.keyboard.type('Our')
    assert.ok(await button.isDisabled())
    await page.keyboard.press('Enter')
    await page.keyboard.type(' crew')
    assert.ok(await button.isEnabled())
    await screenshot(page, 'workspace-delete')
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Enter')

    await deletedPage(page).waitFor()
    await page.getByText(/“Our crew” was deleted/).waitFor()
    const back = page.getByRole('button', { name: 'Bring it back' })
    assert.ok(await back.evaluate((element) => element === document.activeElement))
    await page.getByRole('link', { name: 'main' }).waitFor()
    await screenshot(page, 'workspace-deleted')
    assert.deepEqual(await axeViolations(page), [])
    await deletedPage(other.page).waitFor()
    await screenshot(other.page, 'workspace-deleted-phone')

    await page.keyboard.press('Enter')
    await live(page)
    assert.equal(new URL(page.url()).pathname, '/w/crew/')
    await other.page.reload()
    await live(other.page)
    await Promise.all([visit.close(), other.close()])
  })

  it('is found again by those who no longer know its address', async () => {
    assert.equal(
      (await fetch(new URL('workspaces/crew', site.url), { method: 'DELETE' })).status,
      200,
    )
    const visit = await site.openPage({ path: '#/tables' })
    const { page } = visit
    await live(page)
    await chooseInWorkspaces(page, 'Deleted workspaces…')
    const dialog = page.getByRole('dialog', { name: 'Deleted workspaces' })
    await dialog.getByText(/^deleted .* · can be restored until /).waitFor()
    await screenshot(page, 'workspaces-deleted')
    assert.deepEqual(await axeViolations(page), [])
    await dialog.getByRole('button', { name: 'Restore Our crew' }).click()
    await page.waitForURL(/\/w\/crew\//)
    await live(page)
    await visit.close()
  })

  it('is none where there is only the first one', async () => {
    const visit = await site.openPage({ path: '#/tables' })
    const { page } = visit
    await live(page)
    await workspaceButton(page).click()
    const offered = await page.getByRole('menuitem').allInnerTexts()
    assert.ok(offered.includes('Rename this workspace…'))
    assert.ok(!offered.includes('Delete this workspace…'))
    await visit.close()
  })
})
