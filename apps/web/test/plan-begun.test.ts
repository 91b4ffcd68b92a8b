import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { cell, isFocused, isNext, type } from './grid-page.ts'
import { row, schedulePage, startOf } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

const button = (page: Page, mode: string) =>
  page.getByRole('button', { name: `Scheduling: ${mode}` })
const isReady = (page: Page) => page.locator('.gantt-cell-input:focus').waitFor()

/** Puts a text where Ctrl+V finds it. */
const paste = (page: Page, text: string) =>
  page.evaluate((written) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', written)
    const init = { clipboardData, bubbles: true, cancelable: true }
    document.querySelector('.wx-gantt .wx-layout')!.dispatchEvent(new ClipboardEvent('paste', init))
  }, text)

describe('a plan that is begun on the page', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan, open, tasksAre } = schedulePage(() => site)

  const modeOf = async (name: string) =>
    (await ask<{ mode: string }>('GET', `w/${name}/schedule`)).mode

  it('moves what waits for another task, with nothing to be set first', async (t) => {
    await ask('POST', 'workspaces', { name: 'new' })
    const visit = await site.openPage({ path: 'w/new/#/gantt', width: 1600 })
    const { page } = visit
    await page.getByText('What waits for another task moves with it.').waitFor()
    await screenshot(page, 'plan-begun-empty')
    await page.getByRole('button', { name: 'Add the first task' }).click()
    await isReady(page)
    await page.keyboard.type('Dig')
    await page.keyboard.press('Enter')
    await isReady(page)
    await page.keyboard.type('Lay')
    await page.keyboard.press('Enter')
    await isReady(page)
    await page.keyboard.press('Escape')
    await isFocused(t, page, 'Lay text')
    await button(page, 'automatic').waitFor()
    // The first of a list takes as long as the others.
    for (const name of ['Dig', 'Lay']) {
      await cell(page, name, 'duration').filter({ hasText: /^1d$/ }).waitFor()
    }
    await type(page, 'Dig', 'duration', '3')
    // A Friday: what takes three days ends on Tuesday.
    await type(page, 'Dig', 'start', '3.3.2034')
    await startOf(page, 'Dig').filter({ hasText: '03 Mar 2034' }).waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    const columns = page.getByRole('dialog', { name: 'Columns' })
    await columns.getByLabel('Predecessors', { exact: true }).check()
    await columns.getByRole('button', { name: 'Show' }).click()
    await type(page, 'Lay', 'predecessors', '1')
    await startOf(page, 'Lay').filter({ hasText: '08 Mar 2034' }).waitFor()
    await cell(page, 'Dig', 'end').filter({ hasText: '07 Mar 2034' }).waitFor()
    await type(page, 'Dig', 'duration', '4')
    await startOf(page, 'Lay').filter({ hasText: '09 Mar 2034' }).waitFor()
    await screenshot(page, 'plan-begun')
    assert.deepEqual(await axeViolations(page), [])
    assert.equal(await page.getByText('The link moves nothing').count(), 0)
    await visit.close()
  })

  it('is empty again when its first task is taken back, and schedules itself once more', async (t) => {
    await ask('POST', 'workspaces', { name: 'back' })
    const visit = await site.openPage({ path: 'w/back/#/gantt', width: 1440 })
    const { page } = visit
    for (let round = 0; round < 2; round++) {
      await page.getByRole('button', { name: 'Add the first task' }).click()
      await isReady(page)
      // Nothing was made yet.
      await page.keyboard.press('Escape')
      await page.getByText('This plan is empty').waitFor()
      await page.locator('.plan-actions .primary:focus').waitFor()
      await page.keyboard.press('Enter')
      await isReady(page)
      await page.keyboard.type('Dig')
      await page.keyboard.press('Enter')
      await isNext(t, page, 'Dig')
      await page.keyboard.press('Escape')
      await isFocused(t, page, 'Dig text')
      await tasksAre(t, 'back', 'Dig')
      assert.equal(await modeOf('back'), 'auto')
      await page.keyboard.press('Control+z')
      await page.getByText('This plan is empty').waitFor()
    }
    await page.keyboard.press('Control+z')
    await button(page, 'off').waitFor()
    assert.equal(await modeOf('back'), 'off')
    await visit.close()
  })

  it('also where its first task comes before it is known how the plan is scheduled', async (t) => {
    await ask('POST', 'workspaces', { name: 'slow' })
    const visit = await site.openPage({ path: 'w/slow/#/gantt', width: 1440 })
    const { page } = visit
    const { promise: isKnown, resolve: tell } = Promise.withResolvers<void>()
    await page.route('**/w/slow/schedule', async (route) => {
      if (route.request().method() === 'GET') await isKnown
      // What is said of the plan takes longer than a task does.
      else await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    await page.reload()
    await page.getByRole('button', { name: 'Add the first task' }).click()
    await isReady(page)
    await page.keyboard.type('Dig')
    await page.keyboard.press('Enter')
    await isNext(t, page, 'Dig')
    await tasksAre(t, 'slow', 'Dig')
    tell()
    await button(page, 'automatic').waitFor()
    assert.equal(await modeOf('slow'), 'auto')
    await visit.close()
  })

  it('also with a list that is pasted, as one step', async (t) => {
    await ask('POST', 'workspaces', { name: 'pasted' })
    const visit = await site.openPage({ path: 'w/pasted/#/gantt', width: 1440 })
    const { page } = visit
    await page.getByText('This plan is empty').waitFor()
    await paste(page, 'Dig\nLay\nRoof\n')
    await row(page, 'Roof').waitFor()
    await button(page, 'automatic').waitFor()
    await tasksAre(t, 'pasted', 'Dig', 'Lay', 'Roof')
    await page.locator('.toasts').getByRole('button', { name: 'Undo' }).click()
    await button(page, 'off').waitFor()
    await tasksAre(t, 'pasted')
    await visit.close()
  })

  it('is left as it was where it has tasks already, or somebody has said how it is scheduled', async (t) => {
    const visit = await open(await plan('made'), { width: 1440 })
    await cell(visit.page, 'Roof', 'text').click()
    await visit.page.keyboard.press('Insert')
    await isReady(visit.page)
    await visit.page.keyboard.type('Fence')
    await visit.page.keyboard.press('Enter')
    await tasksAre(t, 'made', 'Dig', 'Lay', 'Roof', 'Fence')
    assert.equal(await modeOf('made'), 'off')
    await visit.close()

    await ask('POST', 'workspaces', { name: 'said' })
    await ask('PUT', 'w/said/schedule', { mode: 'auto' })
    await ask('PUT', 'w/said/schedule', { mode: 'off' })
    const other = await site.openPage({ path: 'w/said/#/gantt', width: 1440 })
    await other.page.getByText('This plan is empty').waitFor()
    await button(other.page, 'off').waitFor()
    assert.equal(await other.page.getByText('What waits for another task').count(), 0)
    await other.page.getByRole('button', { name: 'Add the first task' }).click()
    await isReady(other.page)
    await other.page.keyboard.type('Dig')
    await other.page.keyboard.press('Enter')
    await isNext(t, other.page, 'Dig')
    await tasksAre(t, 'said', 'Dig')
    assert.equal(await modeOf('said'), 'off')
    await other.close()
  })
})
