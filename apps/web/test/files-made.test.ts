import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { addEntry, name, nameField } from './files-page.ts'
import { cannotBrowse } from './browser.ts'
import { filesStage } from './files-stage.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

describe('what somebody makes in a long list is seen', { skip: cannotBrowse }, () => {
  const { put, holds, visit } = filesStage()

  for (const [look, mode] of [
    ['cards', ''],
    ['rows of a table', '?mode=table'],
  ] as const) {
    it(`when it is new, has another name or is pasted, among ${look}`, async (t) => {
      const folder = `made${mode.length}`
      const files = Array.from({ length: 60 }, (_, at) => `row ${100 + at}.txt`)
      for (const file of files) await put(`${folder}/${file}`)
      const { page } = await visit(t, `/${folder}${mode}`)
      await name(page, 'row 100.txt').waitFor()
      await addEntry(page, 'New file', 'row 155 b.txt')
      await seen(t, page, 'row 155 b.txt')
      await screenshot(page, `files-made-${look.slice(0, 5)}`)
      await rename(page, 'a first one')
      await seen(t, page, 'a first one.txt')
      // The next key is for it.
      await rename(page, 'row 157 b')
      await seen(t, page, 'row 157 b.txt')

      await page.keyboard.press('Home')
      await seen(t, page, 'row 100.txt')
      await page.keyboard.press('End')
      await seen(t, page, 'row 159.txt')
      await page.keyboard.press('Control+c')
      await page.keyboard.press('Home')
      await seen(t, page, 'row 100.txt')
      await page.keyboard.press('Control+v')
      await seen(t, page, 'row 159 (2).txt')
      await holds(t, `/${folder}`, ...[...files, 'row 157 b.txt', 'row 159 (2).txt'].toSorted())
    })
  }
})

async function rename(page: Page, called: string): Promise<void> {
  await page.keyboard.press('F2')
  await nameField(page).waitFor()
  await page.keyboard.type(called)
  await page.keyboard.press('Enter')
}

/** It alone is chosen, and lies open in the list. */
async function seen(t: TestContext, page: Page, called: string): Promise<void> {
  await t.waitFor(async () => {
    const found = await page.evaluate(() =>
      [...document.querySelectorAll(':is(.wx-item, .wx-row).wx-selected')].map((one) => {
        const { left, top, height } = one.getBoundingClientRect()
        const isSeen = one.contains(document.elementFromPoint(left + 60, top + height / 2))
        return `${one.querySelector('.wx-name')?.textContent?.trim()}${isSeen ? '' : ' out of sight'}`
      }),
    )
    assert.deepEqual(found, [called])
  }, patient)
}
