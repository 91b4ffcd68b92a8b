import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { cannotBrowse } from './browser.ts'
import { exactly } from './files-page.ts'
import { filesStage } from './files-stage.ts'
import { screenshot } from './screenshot.ts'

describe('files in two panels', { skip: cannotBrowse }, () => {
  const { put, holds, visit } = filesStage()

  it('are chosen by a rectangle and dragged over in the one that the mouse is in', async (t) => {
    for (const file of ['a.txt', 'b.txt', 'c.txt', 'into/x.txt']) await put(`two/${file}`)
    const { page } = await visit(t, '/two?mode=panels')
    const left = page.locator('[data-panel="0"]')
    const right = page.locator('[data-panel="1"]')
    await row(left, 'a.txt').waitFor()
    await row(right, 'two').locator('.wx-name').dblclick()
    await row(right, 'a.txt').waitFor()
    await row(left, 'c.txt').locator('.wx-name').click()
    await left.locator('.wx-row.wx-selected', { hasText: 'c.txt' }).waitFor()

    // The other one was used last.
    await drag(page, cell(right, 'a.txt'), cell(right, 'b.txt'))
    await page.mouse.up()
    await t.waitFor(async () => {
      const chosen = await right.locator('.wx-row.wx-selected .wx-name').allInnerTexts()
      assert.deepEqual(chosen, ['a.txt', 'b.txt'])
    }, patient)
    await left.locator('.wx-row.wx-selected', { hasText: 'c.txt' }).waitFor()
    await screenshot(page, 'files-two-panels')
    await row(left, 'c.txt').locator('.wx-name').click()
    await drag(page, row(right, 'a.txt').locator('.wx-name'), row(left, 'into'))
    await left.locator('.wx-row.drop-here', { hasText: 'into' }).waitFor()
    await page.mouse.up()
    await holds(t, '/two/into', 'a.txt', 'b.txt', 'x.txt')
    await holds(t, '/two', 'c.txt', 'into')
  })

  it('are dropped on the way up of the panel that it is in', async (t) => {
    for (const file of ['a.txt', 'deep/inner/x.txt']) await put(`ways/${file}`)
    const { page } = await visit(t, '/ways/deep?mode=panels')
    const left = page.locator('[data-panel="0"]')
    const right = page.locator('[data-panel="1"]')
    await row(left, 'inner').waitFor()
    await row(right, 'ways').locator('.wx-name').dblclick()
    await row(right, 'a.txt').waitFor()
    await drag(page, row(left, 'inner').locator('.wx-name'), row(right, 'One folder up'))
    await right.locator('.wx-row.drop-here').waitFor()
    await page.mouse.up()
    await holds(t, '/inner', 'x.txt')
    await holds(t, '/ways/deep')
  })
})

function row(panel: Locator, file: string): Locator {
  const called = panel.page().locator('.wx-name', { hasText: exactly(file) })
  return panel.locator('.wx-row', { has: called })
}

function cell(panel: Locator, file: string): Locator {
  return row(panel, file).locator('[data-col-id=":size"]')
}

async function drag(page: Page, thing: Locator, place: Locator): Promise<void> {
  await thing.hover()
  await page.mouse.down()
  const { x, y, width, height } = (await place.boundingBox())!
  await page.mouse.move(x + width / 2 + 3, y + height / 2, { steps: 4 })
  await page.mouse.move(x + width / 2, y + height / 2)
}
