import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { screenshot } from './screenshot.ts'
import { chooseInWorkspaces, workspaceButton } from './workspace-menu.ts'

const titled = async (page: Page, title: string) => {
  while ((await page.title()) !== title) await pause(50)
}
const shownTitle = (page: Page) => workspaceButton(page).innerText()

describe('workspaces on the page', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('are called as people write them, and can be called otherwise', async () => {
    const visit = await site.openPage({ path: '#/tables' })
    const { page } = visit
    await chooseInWorkspaces(page, 'New workspace…')
    await page.getByRole('dialog', { name: 'New workspace' }).waitFor()
    await page.keyboard.type('Big plan 2027')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/w\/big-plan-2027\/#\/tables$/)
    await titled(page, 'Tables · Big plan 2027 · Triptych')
    assert.equal(await shownTitle(page), 'Big plan 2027')

    await chooseInWorkspaces(page, 'Rename this workspace…')
    const dialog = page.getByRole('dialog', { name: 'Rename this workspace' })
    await dialog.waitFor()
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'Big plan 2027')
    await dialog.getByLabel('Name').fill('Größerer Plan')
    await screenshot(page, 'workspace-rename')
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await shownTitle(page), 'Größerer Plan')
    await titled(page, 'Tables · Größerer Plan · Triptych')
    await page.reload()
    await titled(page, 'Tables · Größerer Plan · Triptych')
    assert.match(page.url(), /\/w\/big-plan-2027\//)
    await visit.close()
  })

  it('that are none are told so, with ways on', async () => {
    const visit = await site.openPage({ path: 'w/nothing-yet/#/gantt' })
    const { page } = visit
    await page.getByRole('heading', { name: 'No such workspace' }).waitFor()
    await page.getByRole('link', { name: 'main' }).waitFor()
    await page.getByRole('button', { name: 'Create it' }).waitFor()
    assert.equal(await page.evaluate('document.activeElement.tagName'), 'BODY')
    await screenshot(page, 'no-workspace')
    assert.deepEqual(await axeViolations(page), [])
    await page.getByRole('button', { name: 'Create it' }).click()
    await page.locator('.connection').getByText('Live').waitFor()
    assert.equal(await shownTitle(page), 'nothing-yet')

    visit.allow(/404/)
    await page.goto(new URL('w/nowhere/no/such/address', visit.url).href)
    await page.getByRole('heading', { name: 'Nothing here' }).waitFor()
    await screenshot(page, 'no-address')
    await page.getByRole('link', { name: 'Go to the start page' }).click()
    await page.locator('.connection').getByText('Live').waitFor()
    await visit.close()
  })

  it('are gone through by the keyboard, and one is gone to only when it is asked for', async () => {
    const made = await fetch(new URL('workspaces', site.url), {
      method: 'POST',
      body: JSON.stringify({ name: 'annex', title: 'The annex' }),
    })
    assert.equal(made.status, 200)
    const visit = await site.openPage({ path: '#/tables/films' })
    const { page } = visit
    const rests = (name: string) =>
      page.locator('[role=menuitem]:focus', { hasText: name }).waitFor()
    await page.locator('.connection').getByText('Live').waitFor()
    await workspaceButton(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await rests('main')
    await page.keyboard.press('End')
    await rests('Deleted workspaces…')
    await page.keyboard.press('t')
    await rests('The annex')
    await screenshot(page, 'workspaces-menu')
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('m')
    await rests('main')
    await page.keyboard.press('Enter')
    assert.match(page.url(), /#\/tables\/films$/)
    await page.locator('.workspaces:focus').waitFor()

    await page.keyboard.press('Enter')
    await rests('main')
    await page.keyboard.press('t')
    await rests('The annex')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/w\/annex\/#\/tables$/)
    await page.locator('.connection').getByText('Live').waitFor()
    assert.equal(await shownTitle(page), 'The annex')
    await visit.close()
  })

  it('of the same title get names of their own', async () => {
    const visit = await site.openPage({ path: '#/tables' })
    const { page } = visit
    visit.allow(/409/)
    for (const name of ['twin', 'twin-2']) {
      await chooseInWorkspaces(page, 'New workspace…')
      await page.getByRole('dialog', { name: 'New workspace' }).getByLabel('Name').fill('Twin')
      await page.keyboard.press('Enter')
      await page.waitForURL(new RegExp(`/w/${name}/`))
    }
    await visit.close()
  })
})
