import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { row, schedulePage, startOf } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

/** A day of the chart. */
const cell = 40
const bar = (page: Page, name: string) =>
  page.locator('.wx-bars [data-task-id]').filter({ hasText: name }).first()
const note = (page: Page) => page.locator('.what-if')
const ghosts = (page: Page) => page.locator('.what-if-ghost')

/** Takes hold of a bar, and moves it by so many days without letting go. */
async function hold(page: Page, name: string, days: number, at: 'middle' | 'end' = 'middle') {
  // When the chart does not scroll any more.
  await bar(page, name).hover()
  const box = (await bar(page, name).boundingBox())!
  const x = at === 'end' ? box.x + box.width - 4 : box.x + box.width / 2
  const y = box.y + box.height / 2
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + days * cell, y, { steps: 8 })
}

describe('what a drag would do', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan, open } = schedulePage(() => site)

  it('is told before it is let go, and nothing is stored by it', async () => {
    const made = await plan('hold', { mode: 'auto' })
    const visit = await open(made)
    const { page } = visit
    const log = await ask<object[]>('GET', 'w/hold/changes')
    await hold(page, 'Dig', 2)
    await note(page)
      .getByText(/^Moves one other task\. The plan ends 4 days later \(/)
      .waitFor()
    await ghosts(page).waitFor()
    const ghost = (await ghosts(page).boundingBox())!
    const [dig, lay] = [await bar(page, 'Dig').boundingBox(), await bar(page, 'Lay').boundingBox()]
    assert.ok(Math.abs(ghost.y - lay!.y) < 2, 'in the row of its task')
    assert.ok(
      Math.abs(ghost.x - (lay!.x + 4 * cell)) < 2,
      `${ghost.x} and not four days from ${lay!.x}`,
    )
    assert.ok(dig!.x < ghost.x)
    await screenshot(page, 'what-if')
    assert.deepEqual(await axeViolations(page), [])
    assert.deepEqual(await ask('GET', 'w/hold/changes'), log)

    await page.mouse.up()
    await note(page).waitFor({ state: 'detached' })
    await startOf(page, 'Lay').filter({ hasText: '09 Mar 2026' }).waitFor()
    assert.equal(await ghosts(page).count(), 0)
    await visit.close()
  })

  it('is told of an end that is dragged', async () => {
    const visit = await open(await plan('resize', { mode: 'auto' }))
    const { page } = visit
    await hold(page, 'Dig', 1, 'end')
    await note(page).getByText('The plan ends 3 days later').waitFor()
    await page.mouse.up()
    await note(page).waitFor({ state: 'detached' })
    await visit.close()
  })

  it('says so where a task cannot begin so early', async () => {
    const visit = await open(await plan('early', { mode: 'auto' }))
    const { page } = visit
    await startOf(page, 'Lay').filter({ hasText: '05 Mar 2026' }).waitFor()
    await hold(page, 'Lay', -2)
    await note(page).getByText('Begins 5 Mar. Moves no other task.').waitFor()
    await page.mouse.up()
    await visit.close()
  })

  it('is told when it has moved many, and taken back', async () => {
    const made = await plan('many', { mode: 'auto' })
    const changes = Array.from({ length: 25 }, (_, index) => [
      {
        url: 'tasks',
        method: 'POST',
        data: { id: `temp://${index}`, text: `Step ${index}`, length: 480 },
      },
      {
        url: 'links',
        method: 'POST',
        data: { source: made.lay, target: `temp://${index}`, type: 'e2s' },
      },
    ])
    await ask('POST', 'w/many/batch', changes.flat())
    const visit = await open(made)
    const { page } = visit
    await row(page, 'Step 3').first().waitFor()
    await hold(page, 'Dig', 1)
    await note(page).getByText('Moves 26 other tasks.').waitFor()
    await page.mouse.up()
    const told = page.getByText('“Dig” was moved, and 26 other tasks with it.')
    await told.waitFor()
    await startOf(page, 'Lay').filter({ hasText: '06 Mar 2026' }).waitFor()
    await screenshot(page, 'what-if-moved')
    await page.getByRole('button', { name: 'Undo' }).click()
    await startOf(page, 'Lay').filter({ hasText: '05 Mar 2026' }).waitFor()
    await visit.close()
  })

  it('is nothing to tell where the plan does not schedule itself', async () => {
    const visit = await open(await plan('by-hand'))
    const { page } = visit
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await hold(page, 'Dig', 3)
    await page.mouse.up()
    await startOf(page, 'Dig').filter({ hasText: '05 Mar 2026' }).waitFor()
    assert.deepEqual(
      asked.filter((url) => url.includes('preview')),
      [],
    )
    await visit.close()
  })
})
