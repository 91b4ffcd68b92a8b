import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { row } from './schedule-page.ts'

/** A cell of the grid beside the chart. */
export const cell = (page: Page, name: string, column: string) =>
  row(page, name).locator(`[data-col-id=":${column}"]`)

/** The field in the cell that is edited. */
export const field = (page: Page) => page.locator('.gantt-cell-input')

/** The cell that has the focus, as the name of its task and its column. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement?.closest('[data-col-id]')
    const name = at?.closest('.wx-row')?.querySelector(`[data-col-id=":text"]`)
    return `${name?.textContent?.trim()} ${at?.getAttribute('data-col-id')?.slice(1)}`
  })
}

export const isFocused = (t: TestContext, page: Page, what: string) =>
  t.waitFor(async () => assert.equal(await focused(page), what), patient)

/** The next task of a list can be named: an empty field below one, which has the keyboard. */
export const isNext = (t: TestContext, page: Page, name: string) =>
  t.waitFor(async () => {
    const found = await page.evaluate(() => {
      const at = document.activeElement?.closest('.gantt-cell-input') as HTMLInputElement | null
      const rows = [...document.querySelectorAll('.wx-table-box .wx-row')]
      const above = rows[rows.indexOf(at?.closest('.wx-row') as Element) - 1]
      return [above?.querySelector('[data-col-id=":text"]')?.textContent?.trim(), at?.value]
    })
    assert.deepEqual(found, [name, ''])
  }, patient)

/** Types into a cell, as somebody who edits what stands there. */
export async function type(page: Page, name: string, column: string, text: string): Promise<void> {
  await cell(page, name, column).click()
  await page.keyboard.press('F2')
  await field(page).fill(text)
  await page.keyboard.press('Enter')
}
