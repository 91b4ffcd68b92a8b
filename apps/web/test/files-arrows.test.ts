import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { cannotBrowse } from './browser.ts'
import { name } from './files-page.ts'
import { filesStage } from './files-stage.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

/** What is chosen, and whether it can be seen. */
const chosen = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('.wx-item.wx-selected, .wx-row.wx-selected')]
    return all.map((one) => {
      const { left, top, height } = one.getBoundingClientRect()
      const at = document.elementFromPoint(left + 60, top + height / 2)
      return `${one.querySelector('.wx-name')?.textContent?.trim()}${one.contains(at) ? '' : ' out of sight'}`
    })
  })

const choose = (t: TestContext, page: Page, wanted: string) =>
  t.waitFor(async () => assert.deepEqual(await chosen(page), [wanted]), patient)

describe('keys in the list of files', { skip: cannotBrowse }, () => {
  const { put, visit } = filesStage()

  it('lead from card to card as they stand, and by letters to a name', async (t) => {
    for (let at = 10; at < 40; at++) await put(`cards/item ${at}.txt`)
    await put('cards/zebra.txt')
    const { page } = await visit(t, '/cards')
    await name(page, 'item 10.txt').waitFor()
    await page.locator('.wx-cards').focus()
    await page.keyboard.press('ArrowDown')
    await choose(t, page, 'item 10.txt')
    const [first, ...others] = await page
      .locator('.wx-cards .wx-item')
      .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).offsetTop))
    const columns = others.findIndex((top) => top > first!) + 1
    await page.keyboard.press('ArrowDown')
    await choose(t, page, `item ${10 + columns}.txt`)
    await page.keyboard.press('ArrowRight')
    await choose(t, page, `item ${11 + columns}.txt`)
    await screenshot(page, 'files-arrows')
    await page.keyboard.press('End')
    await choose(t, page, 'zebra.txt')
    await page.keyboard.press('Home')
    await choose(t, page, 'item 10.txt')
    await page.keyboard.press('z')
    await choose(t, page, 'zebra.txt')
  })

  it('are for the list where nothing has the keyboard yet, Enter, too', async (t) => {
    await put('nowhere/inner/deep.txt', 'found without a click')
    const { page } = await visit(t, '/nowhere')
    await name(page, 'inner').waitFor()
    assert.equal(await page.evaluate('document.activeElement === document.body'), true)
    await page.keyboard.press('ArrowDown')
    await choose(t, page, 'inner')
    await page.keyboard.press('Enter')
    await page.waitForURL(/#\/files\/nowhere\/inner$/)
    await name(page, 'deep.txt').waitFor()
    await page.keyboard.press('End')
    await choose(t, page, 'deep.txt')
    await page.keyboard.press('Enter')
    await page.getByText('found without a click').waitFor()
  })

  it('keep in sight what they choose in a long table', async (t) => {
    for (let at = 100; at < 160; at++) await put(`rows/row ${at}.txt`)
    const { page } = await visit(t, '/rows?mode=table')
    await name(page, 'row 100.txt').click()
    await choose(t, page, 'row 100.txt')
    for (let step = 0; step < 30; step++) await page.keyboard.press('ArrowDown')
    await choose(t, page, 'row 130.txt')
    await page.keyboard.press('End')
    await choose(t, page, 'row 159.txt')
    await screenshot(page, 'files-arrows-table')
    await page.keyboard.press('Home')
    await choose(t, page, 'row 100.txt')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await t.waitFor(() => assert.match(page.url(), /#\/files(\?mode=table)?$/), patient)
  })
})
