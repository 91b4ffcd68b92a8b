import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { cell, field, isFocused, type } from './grid-page.ts'
import { schedulePage } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

const names = (page: Page) => page.locator('.wx-table-box .wx-row [data-col-id=":text"]')

const are = (t: TestContext, page: Page, ...texts: string[]) =>
  t.waitFor(async () => {
    const found = await names(page).allInnerTexts()
    assert.deepEqual(
      found.map((text) => text.trim()),
      texts,
    )
  }, patient)

/** Not let go yet. */
async function drag(page: Page, name: string, to: string): Promise<void> {
  const [from, aim] = await Promise.all(
    [name, to].map(async (text) => (await cell(page, text, 'text').boundingBox())!),
  )
  await page.mouse.move(from!.x + 60, from!.y + 12)
  await page.mouse.down()
  await page.mouse.move(aim!.x + 70, aim!.y + 16, { steps: 6 })
}

describe('tasks in groups', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan, open } = schedulePage(() => site)

  it('stand below who works on them, can be edited, and are a tree again afterwards', async (t) => {
    const made = await plan('people', { mode: 'auto' })
    const add = (path: string, body: object) =>
      ask<{ id: number }>('POST', `w/people/${path}`, body)
    const { id: ann } = await add('resources', { name: 'Ann' })
    const { id: ben } = await add('resources', { name: 'Ben' })
    await add('tasks', { text: 'Tile', parent: made.roof, duration: 1 })
    await ask('PUT', `w/people/tasks/${made.roof}`, { type: 'summary', open: true })
    await add('assignments', { task: made.dig, resource: ben, units: 100 })
    await add('assignments', { task: made.lay, resource: ann, units: 100 })
    const visit = await open(made, { width: 1440 })
    const { page } = visit
    await are(t, page, 'Dig', 'Lay', 'Roof', 'Tile')
    await page.getByLabel('Group tasks').selectOption({ label: 'Groups by person' })
    await are(t, page, 'Ann · 1', 'Lay', 'Ben · 1', 'Dig', 'Nobody yet · 1', 'Tile')
    assert.match(page.url(), /group=who/)
    await screenshot(page, 'plan-groups')
    assert.deepEqual(await axeViolations(page), [])

    // A bar stands in the row of its task.
    const [row, bar] = await Promise.all([
      cell(page, 'Dig', 'text').boundingBox(),
      page.locator('.wx-bar').filter({ hasText: 'Dig' }).boundingBox(),
    ])
    assert.ok(Math.abs(row!.y + row!.height / 2 - bar!.y - bar!.height / 2) < 4)

    await type(page, 'Dig', 'duration', '4d')
    await cell(page, 'Dig', 'duration').filter({ hasText: '4d' }).waitFor()
    await type(page, 'Tile', 'team', 'Ann')
    await are(t, page, 'Ann · 2', 'Lay', 'Tile', 'Ben · 1', 'Dig', 'Nobody yet · 0')
    await page.reload()
    await are(t, page, 'Ann · 2', 'Lay', 'Tile', 'Ben · 1', 'Dig', 'Nobody yet · 0')

    await page.getByRole('button', { name: 'Fold all', exact: true }).click()
    await are(t, page, 'Ann · 2', 'Ben · 1', 'Nobody yet · 0')
    await cell(page, 'Ben · 1', 'text').click()
    await page.keyboard.press('Space')
    await are(t, page, 'Ann · 2', 'Ben · 1', 'Dig', 'Nobody yet · 0')
    await page.keyboard.press('Enter')
    await are(t, page, 'Ann · 2', 'Ben · 1', 'Nobody yet · 0')
    await page.getByRole('button', { name: 'Unfold all' }).click()
    await are(t, page, 'Ann · 2', 'Lay', 'Tile', 'Ben · 1', 'Dig', 'Nobody yet · 0')
    await cell(page, 'Lay', 'text').click()
    await page.keyboard.press('ArrowDown')
    await isFocused(t, page, 'Tile text')
    await page.keyboard.press('ArrowDown')
    await isFocused(t, page, 'Ben · 1 text')
    await page.keyboard.type('x')
    await page.keyboard.press('Delete')
    assert.equal(await field(page).count(), 0)
    await page.keyboard.press('ArrowDown')
    await isFocused(t, page, 'Dig text')

    await page.getByRole('button', { name: 'New task' }).click()
    await page.locator('.toasts').getByText('While tasks are in groups').waitFor()
    await page.locator('.toasts').getByRole('button', { name: 'No groups' }).click()
    await are(t, page, 'Dig', 'Lay', 'Roof', 'Tile')
    assert.doesNotMatch(page.url(), /group=/)
    await cell(page, 'Lay', 'text').dblclick()
    await visit.close()
  })

  it('go to another group by a drag, with all that are selected, as one step', async (t) => {
    const made = await plan('drag')
    const { id: ann } = await ask<{ id: number }>('POST', 'w/drag/resources', { name: 'Ann' })
    const { id: ben } = await ask<{ id: number }>('POST', 'w/drag/resources', { name: 'Ben' })
    for (const resource of [ann, ben]) {
      await ask('POST', 'w/drag/assignments', { task: made.dig, resource, units: 100 })
    }
    await ask('POST', 'w/drag/assignments', { task: made.lay, resource: ann, units: 100 })
    const visit = await open(made, { width: 1440 }, '?group=who')
    const { page } = visit
    const before = ['Ann · 1', 'Lay', 'Ann, Ben · 1', 'Dig', 'Ben · 0', 'Nobody yet · 1', 'Roof']
    await are(t, page, ...before)
    await cell(page, 'Lay', 'text').click()
    await cell(page, 'Roof', 'text').click({ modifiers: ['Control'] })
    await drag(page, 'Roof', 'Ben · 0')
    await page.getByText('2 tasks → Ben', { exact: true }).waitFor()
    await screenshot(page, 'plan-group-drag')
    await page.keyboard.press('Escape')
    await page.mouse.up()
    assert.equal(await page.locator('.gantt-drag-tip').count(), 0)
    await are(t, page, ...before)

    await drag(page, 'Roof', 'Ben · 0')
    await page.mouse.up()
    await page.locator('.toasts').getByText('2 tasks are in “Ben” now.').waitFor()
    const dug = ['Ann, Ben · 1', 'Dig', 'Ben · 2', 'Lay', 'Roof', 'Nobody yet · 0']
    await are(t, page, 'Ann · 0', ...dug)
    await isFocused(t, page, 'Roof text')
    // To those who work on another, all of them; and to nobody.
    await cell(page, 'Lay', 'text').click()
    await drag(page, 'Lay', 'Dig')
    await page.mouse.up()
    const both = ['Ann · 0', 'Ann, Ben · 2', 'Dig', 'Lay', 'Ben · 1', 'Roof', 'Nobody yet · 0']
    await are(t, page, ...both)
    await drag(page, 'Dig', 'Nobody yet · 0')
    await page.mouse.up()
    await cell(page, 'Nobody yet · 1', 'text').waitFor()
    await page.keyboard.press('Control+z')
    await are(t, page, ...both)
    await page.keyboard.press('Control+z')
    await are(t, page, 'Ann · 0', ...dug)
    await page.keyboard.press('Control+z')
    await are(t, page, ...before)
    await page.keyboard.press('Control+y')
    await are(t, page, 'Ann · 0', ...dug)
    await visit.close()
  })

  it('are begun, done or of another value by a drag, and say where that cannot be', async (t) => {
    const made = await plan('states')
    const later = { start: '2099-03-02T00:00:00', end: '2099-03-05T00:00:00' }
    await ask('PUT', `w/states/tasks/${made.lay}`, { ...later, Area: 'North', Floor: 2 })
    await ask('PUT', `w/states/tasks/${made.roof}`, { ...later, progress: 100, Area: 'South' })
    const visit = await open(made, { width: 1440 }, '?group=state')
    const { page } = visit
    const tip = page.locator('.gantt-refused')
    const before = ['Late · 1', 'Dig', 'Begun · 0', 'To do · 1', 'Lay', 'Done · 1', 'Roof']
    await are(t, page, ...before)
    for (const [name, to, refusal] of [
      ['Lay', 'Late · 1', 'What is late has its end behind it'],
      ['Dig', 'Begun · 0', 'It is late until it is done'],
      ['Lay', 'To do · 1', 'In its group a task stands where it does in the plan'],
    ] as const) {
      await drag(page, name, to)
      await tip.getByText(refusal).waitFor()
      await page.mouse.up()
      await page.locator('.toasts').getByText(refusal).waitFor()
    }
    await are(t, page, ...before)
    await drag(page, 'Lay', 'Begun · 0')
    await page.mouse.up()
    await are(t, page, 'Late · 1', 'Dig', 'Begun · 1', 'Lay', 'To do · 0', 'Done · 1', 'Roof')
    await drag(page, 'Dig', 'Roof')
    await page.mouse.up()
    await are(t, page, 'Begun · 1', 'Lay', 'To do · 0', 'Done · 2', 'Dig', 'Roof')

    await page.getByLabel('Group tasks').selectOption({ label: 'Groups by Floor' })
    await are(t, page, '2 · 1', 'Lay', 'Without Floor · 2', 'Dig', 'Roof')
    await drag(page, 'Roof', '2 · 1')
    await page.mouse.up()
    await are(t, page, '2 · 2', 'Lay', 'Roof', 'Without Floor · 1', 'Dig')
    const saved = await ask<{ id: number; Floor: unknown }[]>('GET', 'w/states/tasks')
    assert.equal(saved.find(({ id }) => id === made.roof)?.Floor, 2)
    await drag(page, 'Lay', 'Without Floor · 1')
    await page.mouse.up()
    await are(t, page, '2 · 1', 'Roof', 'Without Floor · 2', 'Dig', 'Lay')
    await visit.close()
  })

  it('are seen from the first group on, wherever one was in the tree', async (t) => {
    const made = await plan('long')
    const batch = Array.from({ length: 60 }, (_, at) => ({
      url: 'tasks',
      method: 'POST',
      data: { text: `Task ${at}`, start: '2026-03-02T00:00:00', duration: 1 },
    }))
    await ask('POST', 'w/long/batch', batch)
    const visit = await open(made, { width: 1440 })
    const { page } = visit
    await cell(page, 'Dig', 'text').click()
    await page.keyboard.press('Control+End')
    await isFocused(t, page, 'Task 59 text')
    await page.getByLabel('Group tasks').selectOption({ label: 'Groups by state' })
    await page.locator('.wx-table-box').getByText('Late · 63').waitFor()
    await t.waitFor(async () => {
      const heading = (await cell(page, 'Late · 63', 'text').boundingBox())!
      const header = (await page.getByRole('columnheader', { name: 'Task' }).boundingBox())!
      assert.ok(heading.y >= header.y + header.height - 2, 'it is below the header')
    }, patient)

    // Once it is scrolled away, it is held above the rows.
    const held = page.locator('.gantt-held-heading')
    assert.equal(await held.count(), 0)
    await page.mouse.move(300, 500)
    await page.mouse.wheel(0, 400)
    await held.getByText('Late · 63').waitFor()
    await screenshot(page, 'plan-heading-held')
    const at = (await held.boundingBox())!
    await names(page).nth(12).click()
    for (let up = 0; up < 14; up++) await page.keyboard.press('ArrowUp')
    await t.waitFor(async () => {
      const focused = (await page.locator(':focus').boundingBox())!
      assert.ok(focused.y >= at.y + at.height - 1, 'the row with the focus is not behind it')
    }, patient)
    await held.getByText('Late · 63').click()
    await isFocused(t, page, 'Late · 63 text')
    await held.waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+End')
    await isFocused(t, page, 'Done · 0 text')
    await held.locator('.fold').waitFor()
    await visit.close()
  })

  it('stand below their state or a field of one’s own, and only those that are looked for', async (t) => {
    const made = await plan('fields')
    for (const [id, body] of [
      [made.dig, { Area: 'North', progress: 100 }],
      [made.lay, { Area: 'South', progress: 10 }],
    ] as const) {
      await ask('PUT', `w/fields/tasks/${id}`, body)
    }
    const visit = await open(made, { width: 1440 })
    const { page } = visit
    await page.getByLabel('Group tasks').selectOption({ label: 'Groups by Area' })
    await are(t, page, 'North · 1', 'Dig', 'South · 1', 'Lay', 'Without Area · 1', 'Roof')
    await page.getByLabel('Group tasks').selectOption({ label: 'Groups by state' })
    const all = ['Late · 2', 'Lay', 'Roof', 'Begun · 0', 'To do · 0', 'Done · 1', 'Dig']
    await are(t, page, ...all)
    await page.getByLabel('Zoom', { exact: true }).selectOption({ label: 'Weeks' })
    await are(t, page, ...all)
    await page.getByLabel('Search tasks').fill('roof')
    await are(t, page, 'Late · 1', 'Roof')
    await page.getByRole('button', { name: 'Clear' }).click()
    await are(t, page, ...all)
    await visit.close()
  })
})
