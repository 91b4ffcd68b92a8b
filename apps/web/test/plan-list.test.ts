import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { cell, field, isFocused, isNext } from './grid-page.ts'
import { row, schedulePage } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

interface Task {
  id: number
  text: string
  parent: number
  start: string
  end: string
}

/** Keys of fast hands: none waits until the one before is seen. */
const atOnce = (page: Page, keys: readonly string[]) =>
  Promise.all(keys.map((key) => page.keyboard.press(key)))

/** The names of the rows, as they are read. */
const names = (page: Page) =>
  page.locator('.wx-table-box .wx-row [data-col-id=":text"]').allInnerTexts()

const shown = (t: TestContext, page: Page, ...wanted: string[]) =>
  t.waitFor(async () => {
    assert.deepEqual(
      (await names(page)).map((text) => text.trim()),
      wanted,
    )
  }, patient)

describe('a list of tasks that is typed', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan, open, tasksAre } = schedulePage(() => site)

  const words = ['Walls', 'Roof truss', 'Tiles', 'Windows', 'Doors', 'Floor', 'Paint', 'Garden']

  for (const schedule of [undefined, { mode: 'auto' }]) {
    const how = schedule ? 'where the plan schedules itself' : 'where nothing does'
    it(`has a row for each Enter, however fast it comes, ${how}`, async (t) => {
      const { name, ...made } = await plan(schedule ? 'fast-auto' : 'fast', schedule)
      const visit = await open({ name, ...made }, { width: 1440 })
      const { page } = visit
      await cell(page, 'Roof', 'text').click()
      await isFocused(t, page, 'Roof text')
      const typed = words.flatMap((word) => [...word.replace(' ', '').split(''), 'Enter'])
      await atOnce(page, ['Insert', ...typed])
      const joined = words.map((word) => word.replace(' ', ''))
      await tasksAre(t, name, 'Dig', 'Lay', 'Roof', ...joined)
      await isNext(t, page, 'Garden')
      await screenshot(page, `plan-list-${how.replaceAll(' ', '-')}`)
      assert.deepEqual(await axeViolations(page), [])
      await page.keyboard.press('Escape')
      await isFocused(t, page, 'Garden text')
      await shown(t, page, 'Dig', 'Lay', 'Roof', ...joined)
      await tasksAre(t, name, 'Dig', 'Lay', 'Roof', ...joined)
      await visit.close()
    })
  }

  it('is longer than the window, on a machine that draws late', async (t) => {
    const made = await plan('long')
    const visit = await open(made, { width: 1440, height: 420 })
    const { page } = visit
    await cell(page, 'Roof', 'text').click()
    await isFocused(t, page, 'Roof text')
    const many = Array.from({ length: 20 }, (_, at) => `T${at}`)
    await page.evaluate(() => {
      window.requestAnimationFrame = (draw) => Number(setTimeout(() => draw(performance.now()), 60))
      window.cancelAnimationFrame = clearTimeout
    })
    await atOnce(page, ['Insert', ...many.flatMap((name) => [...name.split(''), 'Enter'])])
    await tasksAre(t, 'long', 'Dig', 'Lay', 'Roof', ...many)
    await isNext(t, page, 'T19')
    const { y, height } = (await field(page).boundingBox())!
    assert.ok(y + height <= 420, `${y} ${height}`)
    await page.keyboard.press('Escape')
    await isFocused(t, page, 'T19 text')
    await visit.close()
  })

  it('ends with an empty name, and leaves nothing', async (t) => {
    const made = await plan('ended')
    const visit = await open(made, { width: 1440 })
    const { page } = visit
    const wrote: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET' && /\/(tasks|batch)/.test(request.url()))
        wrote.push(request.url())
    })
    await cell(page, 'Dig', 'text').click()
    await isFocused(t, page, 'Dig text')
    for (const end of ['Enter', 'Escape', 'Tab', 'ArrowUp']) {
      await page.keyboard.press('Insert')
      await isNext(t, page, 'Dig')
      await cell(page, 'Lay', 'wbs').filter({ hasText: '3' }).waitFor()
      await page.keyboard.press(end)
      await isFocused(t, page, 'Dig text')
      await shown(t, page, 'Dig', 'Lay', 'Roof')
    }
    await page.keyboard.press('Insert')
    await isNext(t, page, 'Dig')
    await page.keyboard.press('ArrowDown')
    await isFocused(t, page, 'Lay text')
    // What was typed goes with Escape.
    await page.keyboard.press('Insert')
    await isNext(t, page, 'Lay')
    await page.keyboard.type('Fence')
    await page.keyboard.press('Escape')
    await isFocused(t, page, 'Lay text')
    // A click elsewhere leaves nothing either, and what was clicked is selected.
    await page.keyboard.press('Insert')
    await isNext(t, page, 'Lay')
    await cell(page, 'Roof', 'start').click()
    await isFocused(t, page, 'Roof start')
    await shown(t, page, 'Dig', 'Lay', 'Roof')
    assert.deepEqual(wrote, [])
    await visit.close()
  })

  it('is begun by every button and menu, and leaves nothing of a task without a name', async (t) => {
    const made = await plan('begun')
    const visit = await open(made, { width: 1440 })
    const { page } = visit
    const wrote: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') wrote.push(request.url())
    })
    const named = page.getByRole('textbox', { name: 'Name of the new task' })
    const choose = (text: string) => async () => {
      await cell(page, 'Dig', 'text').click({ button: 'right' })
      await page.getByText('Add', { exact: true }).hover()
      await page.getByText(text, { exact: true }).click()
    }
    const ways = [
      () => page.getByRole('button', { name: 'New task' }).click(),
      () => row(page, 'Dig').locator('[data-action="add-task"]').click(),
      choose('Task below'),
      choose('Child task'),
    ]
    await cell(page, 'Dig', 'text').click()
    await isFocused(t, page, 'Dig text')
    for (const add of ways) {
      await add()
      await named.waitFor()
      await page.keyboard.press('Escape')
      await isFocused(t, page, 'Dig text')
      assert.equal(await named.count(), 0)
      await shown(t, page, 'Dig', 'Lay', 'Roof')
    }
    assert.deepEqual(wrote, [])

    // Below a task that had nothing below it the list goes on, unfolded.
    await ways[1]!()
    await named.waitFor()
    await page.keyboard.type('Trench')
    await page.keyboard.press('Enter')
    await isNext(t, page, 'Trench')
    await page.keyboard.type('Shore')
    await page.keyboard.press('Enter')
    await isNext(t, page, 'Shore')
    await page.keyboard.press('Escape')
    await isFocused(t, page, 'Shore text')
    await shown(t, page, 'Dig', 'Trench', 'Shore', 'Lay', 'Roof')
    await cell(page, 'Shore', 'wbs').filter({ hasText: '1.2' }).waitFor()
    await screenshot(page, 'plan-list-below')
    // The server has them level by level.
    await tasksAre(t, 'begun', 'Dig', 'Lay', 'Roof', 'Trench', 'Shore')
    await visit.close()
  })

  it('is kept when it is left in the middle of a name', async (t) => {
    const made = await plan('left')
    const visit = await open(made, { width: 1440 })
    const { page } = visit
    await cell(page, 'Dig', 'text').click()
    await isFocused(t, page, 'Dig text')
    await page.keyboard.press('Insert')
    await isNext(t, page, 'Dig')
    await page.keyboard.type('Fence')
    await cell(page, 'Roof', 'start').click()
    await isFocused(t, page, 'Roof start')
    await tasksAre(t, 'left', 'Dig', 'Fence', 'Lay', 'Roof')
    // Tab goes on to the days.
    await cell(page, 'Fence', 'text').click()
    await isFocused(t, page, 'Fence text')
    await page.keyboard.press('Insert')
    await isNext(t, page, 'Fence')
    await atOnce(page, ['G', 'a', 't', 'e', 'Tab'])
    await t.waitFor(async () => {
      const label = await page.locator('.gantt-cell-input:focus').getAttribute('aria-label')
      assert.equal(label, 'Start of “Gate”')
    }, patient)
    await page.keyboard.press('Escape')
    await isFocused(t, page, 'Gate start')
    await tasksAre(t, 'left', 'Dig', 'Fence', 'Gate', 'Lay', 'Roof')
    await visit.close()
  })

  it('goes on below the last row, and what was done before is taken back from there', async (t) => {
    const made = await plan('last')
    const visit = await open(made, { width: 1440 })
    const { page } = visit
    await cell(page, 'Lay', 'text').click()
    await isFocused(t, page, 'Lay text')
    await atOnce(page, [
      'P',
      'i',
      'p',
      'e',
      's',
      'Enter',
      'T',
      'i',
      'l',
      'e',
      's',
      'Enter',
      'X',
      'Enter',
    ])
    await isNext(t, page, 'X')
    await tasksAre(t, 'last', 'Dig', 'Pipes', 'Tiles', 'X')
    await page.keyboard.press('Control+z')
    await tasksAre(t, 'last', 'Dig', 'Pipes', 'Tiles')
    await shown(t, page, 'Dig', 'Pipes', 'Tiles')
    // A name that is only looked at does not begin a list.
    await cell(page, 'Tiles', 'text').click()
    await isFocused(t, page, 'Tiles text')
    await page.keyboard.press('F2')
    await field(page).waitFor()
    await page.keyboard.press('Enter')
    await isFocused(t, page, 'Tiles text')
    assert.equal(await field(page).count(), 0)
    await visit.close()
  })

  it('stays where others work on the plan meanwhile, on their level', async (t) => {
    const made = await plan('others')
    const below = await ask<{ id: number }>('POST', 'w/others/tasks', {
      task: { text: 'Trench', parent: made.dig, start: '2026-03-02T00:00:00', duration: 1 },
      target: made.dig,
      mode: 'child',
    })
    await ask('PUT', `w/others/tasks/${made.dig}`, { type: 'summary', open: true })
    const visit = await open(made, { width: 1440 })
    const { page } = visit
    await cell(page, 'Trench', 'text').click()
    await isFocused(t, page, 'Trench text')
    await page.keyboard.press('Insert')
    await isNext(t, page, 'Trench')
    await page.keyboard.type('Dra')
    await ask('POST', 'w/others/tasks', {
      task: { text: 'Theirs', start: '2026-03-02T00:00:00', duration: 1 },
      target: below.id,
      mode: 'after',
    })
    await row(page, 'Theirs').waitFor()
    assert.equal(await page.locator('.gantt-cell-input:focus').inputValue(), 'Dra')
    await page.keyboard.type('in')
    await page.keyboard.press('Enter')
    await isNext(t, page, 'Drain')
    await page.keyboard.press('Escape')
    await isFocused(t, page, 'Drain text')
    await t.waitFor(async () => {
      const tasks = await ask<Task[]>('GET', 'w/others/tasks')
      const drain = tasks.find(({ text }) => text === 'Drain')
      assert.equal(drain?.parent, made.dig)
    }, patient)
    await visit.close()
  })

  it('can be typed where tasks are searched, and beside the panel, which has the last of it', async (t) => {
    const made = await plan('searched')
    const visit = await open(made, { width: 1440 })
    const { page } = visit
    await page.getByRole('searchbox', { name: 'Search tasks' }).fill('Lay')
    await shown(t, page, 'Lay')
    await cell(page, 'Lay', 'text').click()
    await isFocused(t, page, 'Lay text')
    await atOnce(page, ['Insert', 'T', 'w', 'o', 'Enter', 'T', 'h', 'r', 'e', 'e', 'Enter'])
    await isNext(t, page, 'Three')
    await page.keyboard.press('Escape')
    await isFocused(t, page, 'Three text')
    await shown(t, page, 'Lay', 'Two', 'Three')
    await tasksAre(t, 'searched', 'Dig', 'Lay', 'Two', 'Three', 'Roof')
    await page.getByRole('searchbox', { name: 'Search tasks' }).fill('')
    await row(page, 'Roof').waitFor()

    await cell(page, 'Roof', 'text').dblclick()
    const name = page.getByPlaceholder('Add task name')
    await t.waitFor(async () => assert.equal(await name.inputValue(), 'Roof'), patient)
    await cell(page, 'Roof', 'text').click()
    await isFocused(t, page, 'Roof text')
    await page.keyboard.press('Insert')
    await isNext(t, page, 'Roof')
    assert.equal(await name.inputValue(), 'Roof')
    await page.keyboard.type('Fence')
    // As when another window is looked into.
    await field(page).dispatchEvent('focusout', { bubbles: true })
    assert.equal(await page.locator('.gantt-cell-input:focus').inputValue(), 'Fence')
    await page.keyboard.press('Enter')
    await isNext(t, page, 'Fence')
    await t.waitFor(async () => assert.equal(await name.inputValue(), 'Fence'), patient)
    await screenshot(page, 'plan-list-panel')
    await page.keyboard.press('Escape')
    await isFocused(t, page, 'Fence text')
    await tasksAre(t, 'searched', 'Dig', 'Lay', 'Two', 'Three', 'Roof', 'Fence')
    await visit.close()
  })
})
