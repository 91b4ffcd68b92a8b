import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { screenshot } from './screenshot.ts'

const choice = (page: Page) => page.getByLabel('Workspace', { exact: true })
const titled = async (page: Page, title: string) => {
  while ((await page.title()) !== title) await pause(50)
}
const shownTitle = (page: Page) =>
  choice(page).evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.label)

describe('workspaces on the page', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('are called as people write them, and can be called otherwise', async () => {
    const visit = await site.openPage({ path: '#/tables' })
    const { page } = visit
    await choice(page).selectOption('New workspace…')
    await page.getByRole('dialog', { name: 'New workspace' }).waitFor()
    await page.keyboard.type('Big plan 2027')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/w\/big-plan-2027\/#\/tables$/)
    await titled(page, 'Tables · Big plan 2027 · Triptych')
    assert.equal(await shownTitle(page), 'Big plan 2027')

    await choice(page).selectOption('Rename this workspace…')
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

  it('of the same title get names of their own', async () => {
    const visit = await site.openPage({ path: '#/tables' })
    const { page } = visit
    visit.allow(/409/)
    for (const name of ['twin', 'twin-2']) {
      await choice(page).selectOption('New workspace…')
      await page.getByRole('dialog', { name: 'New workspace' }).getByLabel('Name').fill('Twin')
      await page.keyboard.press('Enter')
      await page.waitForURL(new RegExp(`/w/${name}/`))
    }
    await visit.close()
  })
})
