import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { isFocused } from './grid-page.ts'
import { screenshot } from './screenshot.ts'
import { row, schedulePage } from './schedule-page.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search tasks' })
const choice = (page: Page, name: string) =>
  page.getByRole('search', { name: 'Tasks' }).getByLabel(name, { exact: true })
const count = (page: Page) => page.getByRole('search', { name: 'Tasks' }).getByRole('status')

/** The names of the rows that are on the screen, from the top. */
const names = (page: Page) =>
  page
    .locator('.gantt-stage .wx-table-box .wx-body .wx-row [data-col-id=":text"]')
    .allTextContents()
    .then((all) => all.map((one) => one.trim()))

const dayMs = 24 * 60 * 60 * 1000
const daysFromNow = (days: number) =>
  `${new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)}T00:00:00`

describe('tasks are found', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask } = schedulePage(() => site)

  let plans = 0

  /** House with Walls (Ann, late), Roof (Ann, today, folded with Tiles in it), Garden (nobody, in a year); Party. */
  async function newPlan() {
    const name = `search-${++plans}`
    await ask('POST', 'workspaces', { name })
    const add = async (path: string, body: object) =>
      (await ask<{ id: number }>('POST', `w/${name}/${path}`, body)).id
    const house = await add('tasks', { text: 'House', type: 'summary', open: true })
    const task = (text: string, parent: number, start: number, more: object = {}) =>
      add('tasks', { text, parent, start: daysFromNow(start), duration: 3, ...more })
    const walls = await task('Walls', house, -20)
    const roof = await task('Roof', house, -1, { type: 'summary', open: false })
    const tiles = await task('Tiles', roof, -1)
    await task('Garden', house, 365)
    await task('Party', 0, 300, { progress: 100 })
    const ann = await add('resources', { name: 'Ann Lee' })
    for (const one of [walls, tiles]) await add('assignments', { task: one, resource: ann })
    return { name, walls, tiles, ann, add, path: (rest = '') => `w/${name}/#/gantt${rest}` }
  }

  it('by what is typed, with what is above them, and all are back after Escape', async (t) => {
    const plan = await newPlan()
    const visit = await site.openPage({ path: plan.path() })
    const { page } = visit
    await row(page, 'Party').waitFor()
    assert.deepEqual(await names(page), ['House', 'Walls', 'Roof', 'Garden', 'Party'])

    await page.keyboard.press('Control+f')
    await page.keyboard.type('TILE')
    await page.getByText('1 of 6 tasks').waitFor()
    assert.deepEqual(await names(page), ['House', 'Roof', 'Tiles'])
    assert.match(page.url(), /q=TILE/)
    await screenshot(page, 'plan-search')
    assert.deepEqual(await axeViolations(page), [])

    await page.keyboard.press('Escape')
    await row(page, 'Party').waitFor()
    // Roof is folded, as it was.
    await t.waitFor(
      async () =>
        assert.deepEqual(await names(page), ['House', 'Walls', 'Roof', 'Garden', 'Party']),
      patient,
    )
    assert.equal(await box(page).inputValue(), '')
    assert.ok(await box(page).evaluate((one) => one === document.activeElement))
    assert.doesNotMatch(page.url(), /q=/)
    await visit.close()
  })

  it('and the first is where the keyboard goes on, as soon as it is found', async (t) => {
    const plan = await newPlan()
    const visit = await site.openPage({ path: plan.path() })
    const { page } = visit
    await row(page, 'Party').waitFor()
    for (const key of ['Enter', 'ArrowDown']) {
      await page.keyboard.press('Control+f')
      await page.keyboard.type('tile')
      // It is not looked for every letter.
      await page.keyboard.press(key)
      await isFocused(t, page, 'Tiles text')
      await page.keyboard.press('Control+f')
      await page.keyboard.press(key)
      await isFocused(t, page, 'Tiles text')
      await page.keyboard.press('Control+f')
      await page.keyboard.press('Escape')
      await row(page, 'Party').waitFor()
    }
    await visit.close()
  })

  it('by person, days and state, by an address too', async () => {
    const plan = await newPlan()
    const visit = await site.openPage({ path: plan.path('?zoom=week&who=nobody') })
    const { page } = visit
    await page.getByText('2 of 6 tasks').waitFor()
    assert.deepEqual(await names(page), ['House', 'Garden', 'Party'])

    await choice(page, 'Who works on it').selectOption('Ann Lee')
    await row(page, 'Walls').waitFor()
    assert.deepEqual(await names(page), ['House', 'Walls', 'Roof', 'Tiles'])
    await choice(page, 'When').selectOption('Today')
    await page.getByText('1 of 6 tasks').waitFor()
    assert.deepEqual(await names(page), ['House', 'Roof', 'Tiles'])
    await choice(page, 'When').selectOption('Any time')
    await choice(page, 'State').selectOption('Late')
    await row(page, 'Walls').waitFor()
    assert.deepEqual(await names(page), ['House', 'Walls'])
    // Its bar is in sight, too.
    await page.locator('.wx-bars .wx-bar').filter({ hasText: 'Walls' }).waitFor()
    assert.match(page.url(), /zoom=week/)

    await row(page, 'Walls').getByText('Walls').click()
    await page.waitForURL(new RegExp(`gantt/${plan.walls}\\?.*is=late`))
    await page.reload()
    await page.getByText('1 of 6 tasks').waitFor()
    assert.deepEqual(await names(page), ['House', 'Walls'])

    await choice(page, 'State').selectOption('Done')
    await choice(page, 'When').selectOption('Today')
    await page.getByText('No task is like that').waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await row(page, 'Party').waitFor()
    await visit.close()
  })

  it('also when others make them so, and what is worked on stays', async (t) => {
    const plan = await newPlan()
    const visit = await site.openPage({ path: plan.path('?q=walls') })
    const { page } = visit
    await page.getByText('1 of 6 tasks').waitFor()
    await plan.add('tasks', { text: 'More walls', start: daysFromNow(0), duration: 1 })
    await page.getByText('2 of 7 tasks').waitFor()
    assert.deepEqual(await names(page), ['House', 'Walls', 'More walls'])

    await row(page, 'More walls').getByText('More walls').click()
    await ask('PUT', `w/${plan.name}/tasks/${plan.walls}`, { text: 'Stones' })
    await page.getByText('1 of 7 tasks').waitFor()
    assert.deepEqual(await names(page), ['More walls'])

    await row(page, 'More walls').dblclick()
    const field = page.getByPlaceholder('Add task name')
    await field.fill('Fence')
    await field.press('Tab')
    await page.getByText('No task is like that').waitFor()
    await t.waitFor(async () => assert.deepEqual(await names(page), ['Fence']), patient)
    await visit.close()
  })

  it('among ten thousand, also in branches that were not loaded', async () => {
    const name = 'many'
    await ask('POST', 'workspaces', { name })
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      url: 'tasks',
      method: 'POST',
      data: {
        id: `temp://${index}`,
        text: index === 0 ? 'Everything' : `Step ${index}`,
        start: daysFromNow(index % 300),
        duration: 2,
        ...(index > 0 && { parent: index < 4000 ? 0 : 'temp://0' }),
      },
    }))
    for (let at = 0; at < many.length; at += 1000) {
      const items = many.slice(at, at + 1000)
      if (at > 0) for (const { data } of items) if (data.parent) data.parent = '1'
      await ask('POST', `w/${name}/batch`, items)
    }
    const visit = await site.openPage({ path: `w/${name}/#/gantt` })
    const { page } = visit
    await row(page, 'Everything').waitFor()
    await box(page).fill('step 9876')
    await page.getByText('1 of 10,000 tasks').waitFor()
    assert.deepEqual(await names(page), ['Everything', 'Step 9876'])
    await box(page).fill('step 12')
    await page.getByText(/^[\d,]+ of 10,000 tasks$/).waitFor()
    await row(page, 'Step 4012').waitFor()
    await page.keyboard.press('Escape')
    await row(page, 'Step 3').first().waitFor()
    await visit.close()
  })

  it('on a phone, in the dark', async () => {
    const plan = await newPlan()
    const visit = await site.openPage({
      path: plan.path(),
      width: 390,
      height: 780,
      colorScheme: 'dark',
    })
    const { page } = visit
    await row(page, 'Party').waitFor()
    await page.getByRole('button', { name: 'Filter' }).click()
    await choice(page, 'Who works on it').selectOption('Ann Lee')
    await page.getByText('2 of 6 tasks').waitFor()
    assert.equal(await count(page).isVisible(), true)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.equal(wide, 390)
    await screenshot(page, 'plan-search-phone')
    assert.deepEqual(await axeViolations(page), [])
    await visit.close()
  })
})
