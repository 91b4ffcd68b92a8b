import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { makeTable, openTable, send } from './columns-page.ts'
import { screenshot } from './screenshot.ts'

describe('the keyboard in a table', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  it('is on the row that the search over everything has led to', async (t) => {
    await makeTable(site, 'led')
    await send(site, 'POST', 'led/rows', { rows: [{ name: 'Zanzibar', size: 5 }] })
    const visit = await site.openPage({ path: '#/files' })
    const { page } = visit
    const dialog = page.getByRole('dialog', { name: 'Search everything' })
    const isAt = async (column: string, text: string) => {
      const cell = page.locator(`[data-col-id=":${column}"]:focus`, { hasText: text })
      await cell.waitFor()
    }
    const lead = async (text: string, name: RegExp) => {
      await page.keyboard.press('Control+k')
      await dialog.getByRole('combobox').fill(text)
      await dialog.getByRole('option', { name }).first().waitFor()
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
    }
    await page.locator('.connection').getByText('Live').waitFor()
    await lead('zanzib', /Zanzibar/)
    await isAt('name', 'Zanzibar')
    await screenshot(page, 'found-row')
    await page.keyboard.press('ArrowRight')
    await isAt('size', '5')
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
    await t.waitFor(async () => {
      const found = (await send(site, 'GET', 'led?size=7&name=Zanzibar')) as unknown[]
      assert.equal(found.length, 1)
    }, patient)

    // From a field of the same table, too, and from one table to another.
    await page.getByRole('searchbox').fill('row')
    await page.getByText('12 rows found').waitFor()
    await lead('zanzib', /Zanzibar/)
    await isAt('name', 'Zanzibar')
    await lead('shawshank', /Shawshank/)
    await isAt('name', 'Shawshank')
    await visit.close()
  })

  it('composes on a picked cell, and goes on in its editor', async (t) => {
    const shown = await openTable(site, await makeTable(site, 'composed'))
    const { page } = shown
    const devtools = await page.context().newCDPSession(page)
    const compose = (text: string) =>
      devtools.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      })
    const insert = (text: string) => devtools.send('Input.insertText', { text })
    const editor = page.locator('.cell-editor:focus')
    const holds = (text: string) =>
      t.waitFor(async () => assert.equal(await editor.inputValue(), text), patient)
    const reads = (row: number, text: string) =>
      t.waitFor(async () => assert.equal(await shown.cell(row, 'name').innerText(), text), patient)

    await shown.cell(0, 'name').click()
    await compose('に')
    await compose('にほん')
    await page.locator('.cell-composing', { hasText: 'にほん' }).waitFor()
    await screenshot(page, 'composing')
    await insert('日本')
    await editor.waitFor()
    await holds('日本')
    await compose('ご')
    await insert('語')
    await holds('日本語')
    await page.keyboard.press('Enter')
    await reads(0, '日本語')

    // What comes without keys, at the cell to which Enter has gone.
    await page.locator('[data-col-id=":name"]:focus', { hasText: 'row 2' }).waitFor()
    await insert('🙂')
    await editor.waitFor()
    await page.keyboard.type('!')
    await page.keyboard.press('Enter')
    await reads(1, '🙂!')

    // Composed and taken back: nothing was begun, and keys are as before.
    await compose('か')
    await compose('')
    await page.locator('.cell-composing').waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowDown')
    await page.locator('[data-col-id=":name"]:focus', { hasText: 'row 4' }).waitFor()
    await reads(2, 'row 3')
    await page.keyboard.press('Control+c')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Control+v')
    await reads(4, 'row 4')

    // Fields around the cells compose as ever.
    await page.getByRole('searchbox').click()
    await compose('ご')
    await insert('日本')
    await page.getByText('1 row found').waitFor()
    await shown.visit.close()
  })
})
