import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { screenshot } from './screenshot.ts'

describe('the search over everything', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('is opened by keys, and leads by keys to what was found', async (t) => {
    const visit = await site.openPage({ path: '#/files' })
    const { page } = visit
    await page.locator('.connection').getByText('Live').waitFor()
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Search everything' })
    const field = dialog.getByRole('combobox')
    const chosen = dialog.locator('[aria-selected=true]')
    await field.waitFor()
    await page.keyboard.type('the')
    await dialog.getByRole('group', { name: 'Rows' }).getByRole('option').first().waitFor()
    await screenshot(page, 'find')
    assert.deepEqual(await axeViolations(page), [])

    await field.fill('walls')
    const walls = dialog.getByRole('option', { name: /Walls/ })
    await walls.first().waitFor()
    assert.match(await chosen.innerText(), /Walls/)
    assert.match(await chosen.innerText(), /Gantt ›/)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.waitForURL(/#\/gantt\/\d+/)
    await keyboardIsAt(t, page, 'Walls')
    await page.keyboard.press('ArrowDown')
    await keyboardIsAt(t, page, 'Roof')
    // And on from a row of the plan to another one.
    await page.keyboard.press('Control+k')
    await field.fill('dig')
    await dialog.getByRole('option', { name: /^Dig/ }).waitFor()
    await page.keyboard.press('Enter')
    await keyboardIsAt(t, page, 'Dig')

    // By the mouse, too, and to a row of a table.
    await page.getByRole('button', { name: 'Search everything' }).click()
    await field.fill('shawshank')
    const row = dialog.getByRole('option', { name: /Shawshank/ }).first()
    await row.click()
    await page.waitForURL(/#\/tables\/films\?search=/)
    await page.getByText('1 row found').waitFor()
    await screenshot(page, 'find-row')
    const shown = page.locator('.wx-grid .wx-row').filter({ hasText: 'Shawshank' })
    assert.equal(await shown.count(), 1)

    await page.keyboard.press('Control+k')
    await field.fill('no such thing anywhere')
    await dialog.getByText('Nothing was found.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await visit.close()
  })

  it('offers where one was last before anything is typed, but not where one is', async () => {
    const visit = await site.openPage({ path: '#/tables/films' })
    const { page } = visit
    await page.locator('.wx-grid .wx-row').first().waitFor()
    await page.goto(new URL('#/gantt/5', visit.url).href)
    await page.locator('.wx-bar').first().waitFor()
    await page.goto(new URL('#/files/Pictures', visit.url).href)
    await page.locator('.wx-filemanager').waitFor()
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Search everything' })
    const places = dialog.getByRole('group', { name: 'Recent places' }).getByRole('option')
    await places.nth(1).waitFor()
    assert.deepEqual(await places.locator('.find-where').allInnerTexts(), ['Gantt', 'Tables'])
    await screenshot(page, 'find-recent')
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/#\/tables\/films$/)
    await page.locator('.wx-grid .wx-row').first().waitFor()
    await visit.close()
  })

  it('leads to views, other workspaces and what the page opens, before any answer', async () => {
    const haus = JSON.stringify({ name: 'haus', title: 'Haus Müller' })
    const made = await fetch(new URL('workspaces', site.url), { method: 'POST', body: haus })
    assert.equal(made.status, 200)
    const visit = await site.openPage({ path: '#/files' })
    const { page } = visit
    await page.route(/\/search\?/, () => {})
    await page.locator('.connection').getByText('Live').waitFor()
    const dialog = page.getByRole('dialog', { name: 'Search everything' })
    const ways = dialog.getByRole('group', { name: 'Go to' }).getByRole('option')
    const go = async (text: string, way: string) => {
      await page.keyboard.press('Control+k')
      await dialog.getByRole('combobox').fill(text)
      await dialog.locator('[aria-selected=true]').filter({ hasText: way }).waitFor()
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
    }
    await page.keyboard.press('Control+k')
    await ways.filter({ hasText: 'Haus Müller' }).waitFor()
    assert.equal(await ways.filter({ hasText: 'Files' }).count(), 0)
    await screenshot(page, 'find-ways')
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Escape')
    await go('sett', 'Settings…')
    await page.getByRole('dialog', { name: 'Settings' }).waitFor()
    await page.keyboard.press('Escape')
    await go('tab', 'Tables')
    await page.waitForURL(/#\/tables/)
    await go('muller', 'Haus Müller')
    await page.waitForURL(/\/w\/haus\/#\/tables/)
    await visit.close()
  })

  it('says that it failed, and tries again', async () => {
    const visit = await site.openPage({ path: '#/files', width: 390, colorScheme: 'dark' })
    const { page } = visit
    visit.allow(/500/)
    await page.route(/\/search\?/, (route) => route.fulfill({ status: 500 }), { times: 1 })
    await page.getByRole('button', { name: 'Search everything' }).click()
    const dialog = page.getByRole('dialog', { name: 'Search everything' })
    await dialog.getByRole('combobox').fill('pic')
    await dialog.getByText('The server cannot be reached.').waitFor()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByRole('option', { name: /Pictures/ }).waitFor()
    await screenshot(page, 'find-390')
    assert.deepEqual(await axeViolations(page), [])
    // Without a connection in words of the page, too.
    await visit.goOffline()
    await dialog.getByRole('combobox').fill('notes')
    await dialog.getByText('The server cannot be reached.').waitFor()
    await visit.goOnline()
    await visit.close()
  })
})

async function keyboardIsAt(t: TestContext, page: Page, task: string): Promise<void> {
  const focused = page.locator('.wx-table [data-col-id=":text"]:focus')
  await t.waitFor(
    async () => assert.equal((await focused.allInnerTexts()).join().trim(), task),
    patient,
  )
}
