import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { cannotBrowse } from './browser.ts'
import { confirmDelete, name, nameField, select } from './files-page.ts'
import { filesStage } from './files-stage.ts'
import { screenshot } from './screenshot.ts'

describe('whoever deletes files goes on at the next one', { skip: cannotBrowse }, () => {
  const { put, holds, visit } = filesStage()

  for (const [look, mode] of [
    ['cards', ''],
    ['rows of a table', '?mode=table'],
  ] as const) {
    it(`by keys alone, and by Undo back at what was there, in ${look}`, async (t) => {
      const folder = `gone${mode.length}`
      for (const file of ['a', 'b', 'c', 'd', 'e']) await put(`${folder}/${file}.txt`)
      const { page } = await visit(t, `/${folder}${mode}`)
      await name(page, 'b.txt').click()
      await at(t, page, 'b.txt')
      await page.keyboard.press('Delete')
      await page.keyboard.press('Enter')
      await at(t, page, 'c.txt')
      await holds(t, `/${folder}`, 'a.txt', 'c.txt', 'd.txt', 'e.txt')
      await at(t, page, 'c.txt')
      // The next key is for it, and for those beside it.
      await page.keyboard.press('End')
      await at(t, page, 'e.txt')
      await page.keyboard.press(mode ? 'Shift+ArrowUp' : 'Shift+ArrowLeft')
      await at(t, page, 'd.txt', 'e.txt')
      await page.keyboard.press('Delete')
      await page.getByRole('dialog', { name: 'Delete 2 items?' }).waitFor()
      await page.keyboard.press('Enter')
      // There is none behind them.
      await at(t, page, 'c.txt')
      await holds(t, `/${folder}`, 'a.txt', 'c.txt')
      await screenshot(page, `files-next-${look.slice(0, 5)}`)

      await page.keyboard.press('Control+z')
      await at(t, page, 'd.txt', 'e.txt')
      await page.keyboard.press('Control+z')
      await at(t, page, 'b.txt')
      await page.keyboard.press('ArrowDown')
      await holds(t, `/${folder}`, 'a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt')
    })
  }

  it('also by the button below the list and the offer to undo, far down in a long table', async (t) => {
    for (let n = 100; n < 160; n++) await put(`long/row ${n}.txt`)
    const { page } = await visit(t, '/long?mode=table')
    await name(page, 'row 100.txt').click()
    await at(t, page, 'row 100.txt')
    await page.keyboard.press('End')
    await at(t, page, 'row 159.txt')
    await page.keyboard.press('PageUp')
    await t.waitFor(async () => assert.notEqual((await chosen(page))[0], 'row 159.txt'), patient)
    const [before] = await chosen(page)
    const next = `row ${Number.parseInt(before!.slice(4), 10) + 1}.txt`
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
    await confirmDelete(page)
    await at(t, page, next)
    await page.getByRole('button', { name: 'Undo' }).click()
    await at(t, page, before!)
    await page.keyboard.press('ArrowDown')
    await at(t, page, next)
  })

  it('but what somebody else deletes leads nowhere, and the last one leaves nothing', async (t) => {
    for (const file of ['a.txt', 'b.txt']) await put(`other/${file}`)
    const { page } = await visit(t, '/other')
    const other = (await visit(t, '/other')).page
    await select(page, 'a.txt')
    await select(other, 'a.txt')
    await other.keyboard.press('Delete')
    await confirmDelete(other)
    await at(t, other, 'b.txt')
    await name(page, 'a.txt').waitFor({ state: 'detached' })
    assert.deepEqual(await chosen(page), [])
    await other.keyboard.press('Delete')
    await confirmDelete(other)
    await other.locator('.files-empty').waitFor()
    await holds(t, '/other')
    await other.keyboard.press('Backspace')
    await name(other, 'other').waitFor()
  })

  it('also by a key that comes before a question has told of its end', async (t) => {
    await put('quick/a.txt')
    const { page } = await visit(t, '/quick')
    await select(page, 'a.txt')
    await page.keyboard.press('F2')
    await nameField(page).waitFor()
    await page.evaluate(() => {
      document.querySelector<HTMLDialogElement>('dialog[open]')!.close()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'F2', bubbles: true }))
    })
    await nameField(page).waitFor()
    await page.keyboard.type('b')
    await page.keyboard.press('Enter')
    await holds(t, '/quick', 'b.txt')
  })

  it('and to a finger, nothing is checked after it', async (t) => {
    for (const file of ['a.txt', 'b.txt']) await put(`finger/${file}`)
    const { page } = await visit(t, '/finger', { isPhone: true, width: 390, height: 700 })
    await page.getByRole('checkbox', { name: 'Select a.txt' }).tap()
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).tap()
    await name(page, 'a.txt').waitFor({ state: 'detached' })
    await page.getByText('1 file').waitFor()
    assert.deepEqual(await chosen(page), [])
  })
})

/** What can be seen to be chosen. */
function chosen(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll(':is(.wx-item, .wx-row).wx-selected')].map((one) => {
      const { left, top, height } = one.getBoundingClientRect()
      const seen = document.elementFromPoint(left + 60, top + height / 2)
      const text = one.querySelector('.wx-name')?.textContent?.trim() ?? ''
      return one.contains(seen) ? text : `${text} out of sight`
    }),
  )
}

/** These are chosen, can be seen, and the keyboard is with them. */
async function at(t: TestContext, page: Page, ...wanted: string[]): Promise<void> {
  await t.waitFor(async () => {
    assert.deepEqual(await chosen(page), wanted)
    const hasKeys = 'document.activeElement.closest(".wx-cards, .wx-table-box") !== null'
    assert.equal(await page.evaluate(hasKeys), true)
  }, patient)
}
