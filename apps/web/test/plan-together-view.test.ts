import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { cell, isFocused } from './grid-page.ts'
import { row, schedulePage } from './schedule-page.ts'
import type { Plan } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

interface Stored {
  id: number
  text: string
  parent: number
}

/** Which rows are marked, from above. */
const selected = (t: TestContext, page: Page, ...names: string[]) =>
  t.waitFor(async () => {
    const rows = page.locator('.wx-table-box .wx-row.wx-selected [data-col-id=":text"]')
    const texts = await rows.allInnerTexts()
    assert.deepEqual(
      texts.map((text) => text.trim()),
      names,
    )
  }, patient)

describe('tasks that are selected together', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan, open } = schedulePage(() => site)

  /** The plan as a person reads it: names in their order, with what they are below. */
  const isStored = (t: TestContext, { name }: Plan, expected: string) =>
    t.waitFor(async () => {
      const tasks = await ask<Stored[]>('GET', `w/${name}/tasks`)
      const nameOf = (id: number) => tasks.find((one) => one.id === id)?.text
      const said = tasks.map(({ text, parent }) => [nameOf(parent), text].filter(Boolean).join('/'))
      assert.equal(said.join(' '), expected)
    }, patient)

  it('are so by Shift and arrows, there and back, and go below another as one step', async (t) => {
    const made = await plan('ranged')
    const visit = await open(made, { width: 1440 })
    const { page } = visit
    await cell(page, 'Lay', 'text').click()
    await page.keyboard.press('Shift+ArrowDown')
    await selected(t, page, 'Lay', 'Roof')
    await isFocused(t, page, 'Roof text')
    await page.keyboard.press('Shift+ArrowUp')
    await selected(t, page, 'Lay')
    await page.keyboard.press('Shift+ArrowUp')
    await selected(t, page, 'Dig', 'Lay')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await selected(t, page, 'Lay', 'Roof')
    await screenshot(page, 'plan-ranged')
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await isStored(t, made, 'Dig Dig/Lay Dig/Roof')
    await page.keyboard.press('Control+z')
    await isStored(t, made, 'Dig Lay Roof')
    await page.keyboard.press('Alt+Shift+ArrowUp')
    await isStored(t, made, 'Lay Roof Dig')
    await page.keyboard.press('Control+z')
    await isStored(t, made, 'Dig Lay Roof')
    await visit.close()
  })

  it('are deleted after one question, as one step', async (t) => {
    const made = await plan('gone')
    await ask('PUT', `w/gone/tasks/${made.lay}`, {
      operation: 'move',
      target: made.dig,
      mode: 'child',
    })
    const visit = await open(made, { width: 1440 })
    const { page } = visit
    await cell(page, 'Dig', 'text').click()
    await cell(page, 'Roof', 'text').click({ modifiers: ['Control'] })
    await selected(t, page, 'Dig', 'Roof')
    await page.keyboard.press('Delete')
    const question = page.getByRole('dialog', { name: 'Delete 2 tasks?' })
    await question.getByText('There is one task below it.').waitFor()
    await question.getByRole('button', { name: 'Delete' }).click()
    await isStored(t, made, '')
    await page.getByRole('button', { name: 'Undo' }).click()
    await isStored(t, made, 'Dig Roof Dig/Lay')
    assert.equal(await page.getByRole('dialog').count(), 0)
    await visit.close()
  })

  it('are copied with all below them and the links, as one step', async (t) => {
    const made = await plan('copied')
    const visit = await open(made, { width: 1440 })
    const { page } = visit
    await cell(page, 'Dig', 'text').click()
    await page.keyboard.press('Shift+ArrowDown')
    await selected(t, page, 'Dig', 'Lay')
    await page.keyboard.press('Control+c')
    await cell(page, 'Roof', 'text').click()
    await page.keyboard.press('Control+v')
    await page.getByText('Pasted 2 tasks.').waitFor()
    await isStored(t, made, 'Dig Lay Roof Dig Lay')
    assert.equal((await ask<object[]>('GET', 'w/copied/links')).length, 2)
    await row(page, 'Lay').nth(1).waitFor()
    await selected(t, page, 'Dig', 'Lay')
    assert.doesNotMatch((await row(page, 'Dig').nth(0).getAttribute('class')) ?? '', /selected/)
    await isFocused(t, page, 'Dig text')
    await screenshot(page, 'plan-pasted')
    await page.keyboard.press('Control+z')
    await isStored(t, made, 'Dig Lay Roof')
    await row(page, 'Lay').nth(1).waitFor({ state: 'detached' })
    await isFocused(t, page, 'Roof text')

    // What was cut by the button goes by the key.
    await cell(page, 'Dig', 'text').click()
    await page.getByRole('button', { name: 'Cut' }).click()
    await cell(page, 'Roof', 'text').click()
    await page.getByRole('button', { name: 'Paste' }).click()
    await isStored(t, made, 'Lay Roof Dig')
    await visit.close()
  })

  it('are a table for other programs, and lines of text from there are tasks', async (t) => {
    const made = await plan('texts')
    const visit = await open(made, { width: 1440 })
    const { page } = visit
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    // A message goes by itself after a while; here only what is done takes it away.
    await page.evaluate(() => {
      const wait = window.setTimeout
      Object.assign(window, {
        setTimeout: (go: TimerHandler, ms?: number) => (ms === 12_000 ? 0 : wait(go, ms)),
      })
    })
    await cell(page, 'Dig', 'text').click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+c')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    const lines = copied.split(/\r?\n/).map((line) => line.split('\t').slice(0, 5))
    assert.deepEqual(lines, [
      ['1', 'Dig', '02 Mar 2026', '04 Mar 2026', '3d'],
      ['2', 'Lay', '02 Mar 2026', '03 Mar 2026', '2d'],
    ])
    await page.evaluate(() =>
      navigator.clipboard.writeText('Paint\r\n  Walls\r\n  Doors\r\nMove in'),
    )
    await cell(page, 'Roof', 'text').click()
    await page.keyboard.press('Control+v')
    await page.getByText('Pasted 4 tasks.').waitFor()
    await isStored(t, made, 'Dig Lay Roof Paint Move in Paint/Walls Paint/Doors')
    await selected(t, page, 'Paint', 'Walls', 'Doors', 'Move in')
    await page.keyboard.press('Control+z')
    await isStored(t, made, 'Dig Lay Roof')
    // There is nothing left that it could undo.
    await page.getByText('Pasted 4 tasks.').waitFor({ state: 'detached' })
    await visit.close()
  })
})
