import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
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

  it('is opened by keys, and leads by keys to what was found', async () => {
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
    await page.locator('.wx-bar').first().waitFor()

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
    await visit.close()
  })
})
