import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { cell, field, isFocused, isNext, type } from './grid-page.ts'
import { schedulePage } from './schedule-page.ts'
import type { Plan } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

/** Here numbers stand before the names. */
const wide = { width: 1440 }

describe('the rows of the grid', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan, open } = schedulePage(() => site)

  interface Stored {
    id: number
    text: string
    parent: number
    start: string
  }

  const tasksOf = ({ name }: Plan) => ask<Stored[]>('GET', `w/${name}/tasks`)
  /** Which tasks are below which, as names. */
  const shape = (t: TestContext, made: Plan, expected: string) =>
    t.waitFor(async () => {
      const tasks = await tasksOf(made)
      const nameOf = (id: number) => tasks.find((one) => one.id === id)?.text ?? ''
      const found = tasks.map(({ text, parent }) =>
        [nameOf(parent), text].filter(Boolean).join('/'),
      )
      assert.equal(found.toSorted().join(' '), expected)
    }, patient)

  it('a new task is named at once, and without another it begins today, in sight', async (t) => {
    const made = await plan('fresh')
    const visit = await open(made, wide)
    const { page } = visit
    await page.getByRole('button', { name: 'New task' }).click()
    await page.locator('.gantt-cell-input:focus').waitFor()
    await page.keyboard.type('Meyer Ltd')
    await page.keyboard.press('Enter')
    await isNext(t, page, 'Meyer Ltd')
    await page.keyboard.press('Escape')
    await isFocused(t, page, 'Meyer Ltd text')
    await shape(t, made, 'Dig Lay Meyer Ltd Roof')
    const { start } = (await tasksOf(made)).find(({ text }) => text === 'Meyer Ltd')!
    // The browser is where it is UTC.
    assert.equal(start.slice(0, 10), new Date().toISOString().slice(0, 10))
    const bar = page.locator('.wx-bars [data-task-id]').filter({ hasText: 'Meyer Ltd' })
    await t.waitFor(async () => {
      const { x, width } = (await bar.boundingBox())!
      assert.ok(x > 0 && x + width < wide.width, `${x} ${width}`)
    }, patient)
    await screenshot(page, 'grid-new-task')

    // One below the other.
    await cell(page, 'Dig', 'text').click()
    await page.keyboard.press('Insert')
    await page.locator('.gantt-cell-input:focus').waitFor()
    await page.keyboard.type('Fence')
    await page.keyboard.press('Enter')
    await isNext(t, page, 'Fence')
    await page.keyboard.press('Enter')
    await isFocused(t, page, 'Fence text')
    await cell(page, 'Fence', 'wbs').filter({ hasText: /^2$/ }).waitFor()
    await visit.close()
  })

  it('go below others, and up and down, by keys that leave the focus on them', async (t) => {
    const made = await plan('moved')
    const visit = await open(made, wide)
    const { page } = visit
    await cell(page, 'Lay', 'text').click()
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await cell(page, 'Lay', 'wbs').filter({ hasText: '1.1' }).waitFor()
    await isFocused(t, page, 'Lay text')
    await shape(t, made, 'Dig Dig/Lay Roof')
    await page.keyboard.press('Alt+Shift+ArrowLeft')
    await cell(page, 'Lay', 'wbs').filter({ hasText: /^2$/ }).waitFor()
    await page.keyboard.press('Alt+Shift+ArrowDown')
    await cell(page, 'Lay', 'wbs').filter({ hasText: '3' }).waitFor()
    await isFocused(t, page, 'Lay text')
    await page.keyboard.press('Alt+Shift+ArrowUp')
    await cell(page, 'Lay', 'wbs').filter({ hasText: /^2$/ }).waitFor()
    await t.waitFor(async () => {
      const names = (await tasksOf(made)).map(({ text }) => text)
      assert.deepEqual(names, ['Dig', 'Lay', 'Roof'])
    }, patient)
    // As everything else it is taken back.
    await isFocused(t, page, 'Lay text')
    await type(page, 'Roof', 'text', 'House')
    await cell(page, 'House', 'text').waitFor()
    await page.keyboard.press('Control+z')
    await cell(page, 'Roof', 'text').waitFor()
    await visit.close()
  })

  it('open for editing by a second click, and the whole task by a double one', async () => {
    const made = await plan('clicked')
    const visit = await open(made, wide)
    const { page } = visit
    await cell(page, 'Dig', 'duration').click()
    await cell(page, 'Dig', 'duration').click({ delay: 500 })
    await field(page).waitFor()
    await page.keyboard.press('Escape')
    await cell(page, 'Lay', 'duration').dblclick()
    await page.locator('.wx-gantt-editor').waitFor()
    assert.equal(await field(page).count(), 0)
    await visit.close()
  })
})
