import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { cell, field, isFocused } from './grid-page.ts'
import { row, schedulePage } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

const bar = (page: Page, name: string) =>
  page.locator('.wx-bars [data-task-id]').filter({ hasText: name }).first()

/** What a person reads there. */
const isSeen = (locator: Locator) =>
  locator.evaluate((element) => {
    const { x, y, height } = element.getBoundingClientRect()
    const top = document.elementFromPoint(x + 60, y + height / 2)
    return element === top || element.contains(top)
  })

async function setListWidth(page: Page, width: number): Promise<void> {
  const edge = (await page.locator('.wx-resizer').first().boundingBox())!
  await page.mouse.move(edge.x + 2, edge.y + 100)
  await page.mouse.down()
  await page.mouse.move(width, edge.y + 100, { steps: 4 })
  await page.mouse.up()
}

describe('the list beside the bars', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan, open } = schedulePage(() => site)

  it('has its names beside the panel of a task, whatever is clicked or reached by keys', async (t) => {
    const visit = await open(await plan('names'), { width: 1440 })
    const { page } = visit
    await cell(page, 'Dig', 'text').click()
    await cell(page, 'Dig', 'text').dblclick()
    await page.locator('.wx-sidearea').waitFor()
    await cell(page, 'Lay', 'start').waitFor({ state: 'hidden' })
    await cell(page, 'Lay', 'text').click()
    await isFocused(t, page, 'Lay text')
    for (const name of ['Dig', 'Lay', 'Roof']) {
      assert.ok(await isSeen(cell(page, name, 'text')), `${name} is read`)
    }
    // There is no other column to which an arrow could lead.
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await isFocused(t, page, 'Roof text')
    assert.ok(await isSeen(cell(page, 'Roof', 'text')))
    await screenshot(page, 'plan-names-beside-panel')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await cell(page, 'Lay', 'start').waitFor()
    await visit.close()
  })

  it('stays beside them when keys go to its end, also where it is too narrow for its columns', async (t) => {
    const made = await plan('beside')
    const task = { text: 'Room', start: '2026-03-02T00:00:00', duration: 2 }
    const batch = Array.from({ length: 33 }, (_, index) => ({
      url: 'tasks',
      method: 'POST',
      data: { ...task, text: `Room ${index}` },
    }))
    await ask('POST', 'w/beside/batch', batch)
    const visit = await open(made, { width: 1440, height: 900 })
    const { page } = visit
    await setListWidth(page, 330)
    await cell(page, 'Lay', 'text').click()
    const header = page.locator('.wx-table [data-header-id=":text"]')
    const { y: place } = (await header.boundingBox())!
    await page.keyboard.press('End')
    await isFocused(t, page, 'Lay add-task')
    for (const key of ['PageDown', 'PageDown', 'PageDown']) await page.keyboard.press(key)
    await isFocused(t, page, 'Room 32 add-task')
    await page.keyboard.press('Home')
    await isFocused(t, page, 'Room 32 wbs')
    await t.waitFor(async () => {
      const [inList, inChart] = [row(page, 'Room 32'), bar(page, 'Room 32')]
      const apart = (await inList.boundingBox())!.y - (await inChart.boundingBox())!.y
      assert.ok(Math.abs(apart) < 6, `beside its bar, ${apart} px`)
    }, patient)
    assert.equal((await header.boundingBox())!.y, place)
    await screenshot(page, 'plan-rows-at-the-end')
    await visit.close()
  })

  it('keeps number and name in sight while it is scrolled sideways, also where a name is typed', async (t) => {
    const visit = await open(await plan('sideways'), { width: 1440 })
    const { page } = visit
    const list = page.locator('.wx-table-container')
    const leftOf = async (column: string) =>
      Math.round((await cell(page, 'Lay', column).boundingBox())!.x)
    await setListWidth(page, 480)
    await cell(page, 'Lay', 'text').click()
    await page.keyboard.press('End')
    await isFocused(t, page, 'Lay add-task')
    await t.waitFor(async () => {
      assert.ok((await list.evaluate((element) => element.scrollLeft)) > 200, 'it is scrolled')
      assert.deepEqual([await leftOf('wbs'), await leftOf('text')], [0, 76])
    }, patient)
    for (const column of ['wbs', 'text']) {
      assert.ok(await isSeen(cell(page, 'Lay', column)), `${column} is read`)
      const header = page.locator(`.wx-table [data-header-id=":${column}"]`)
      assert.equal((await header.boundingBox())!.x, await leftOf(column))
    }
    await screenshot(page, 'plan-names-held')

    // What is left of those that are held is not behind them.
    for (let at = 0; at < 4; at++) await page.keyboard.press('ArrowLeft')
    await isFocused(t, page, 'Lay start')
    assert.ok(await isSeen(cell(page, 'Lay', 'start')))
    await page.keyboard.press('End')
    await isFocused(t, page, 'Lay add-task')
    await cell(page, 'Lay', 'text').click()
    await page.keyboard.press('F2')
    assert.ok(await isSeen(field(page)))
    assert.equal(Math.round((await field(page).boundingBox())!.x), 76)
    await page.keyboard.press('Escape')
    await isFocused(t, page, 'Lay text')

    // Where there is not room for both, the name.
    await page.keyboard.press('End')
    await isFocused(t, page, 'Lay add-task')
    await setListWidth(page, 370)
    await t.waitFor(async () => {
      assert.equal(await leftOf('text'), 0)
      assert.ok((await leftOf('wbs')) < -70)
    }, patient)
    await visit.close()
  })

  it('leaves the chart all the room there is, and shows the row to which a key leads', async (t) => {
    const made = await plan('room')
    const task = { text: 'Room', start: '2026-03-02T00:00:00', duration: 2 }
    const batch = Array.from({ length: 30 }, (_, index) => ({
      url: 'tasks',
      method: 'POST',
      data: { ...task, text: `Room ${index}` },
    }))
    await ask('POST', 'w/room/batch', batch)
    const visit = await open(made, { width: 1440, height: 420 })
    const { page } = visit
    await cell(page, 'Lay', 'text').click()
    await page.keyboard.press('Control+End')
    await isFocused(t, page, 'Room 29 text')
    await t.waitFor(async () => {
      const { y, height } = (await row(page, 'Room 29').boundingBox())!
      assert.ok(y + height <= 420, `all of the last row is seen: ${y + height}`)
      assert.ok(y + height > 410, 'and nothing below it')
    }, patient)
    await setListWidth(page, 330)
    await t.waitFor(async () => {
      const { x, width } = (await page.locator('.wx-chart .wx-scale').boundingBox())!
      assert.ok(x < 340, 'the list is narrower')
      assert.ok(x + width >= 1440, `days up to the edge: ${x + width}`)
    }, patient)
    await screenshot(page, 'plan-days-to-the-edge')
    await visit.close()
  })

  it('tells phases from their tasks, and names what is late in full', async (t) => {
    const made = await plan('names-in-full')
    const task = { start: '2026-03-02T00:00:00', duration: 2 }
    const names = ['Doors', 'Room 1', 'Room 12', 'Room 123', 'Room 1234', 'Room 12345']
    for (const text of names) await ask('POST', 'w/names-in-full/tasks', { ...task, text })
    await ask('PUT', `w/names-in-full/tasks/${made.lay}`, {
      operation: 'move',
      target: made.dig,
      mode: 'child',
    })
    await ask('PUT', `w/names-in-full/tasks/${made.dig}`, { type: 'summary', open: true })
    const visit = await open(made, { width: 1440 })
    const { page } = visit
    await t.waitFor(async () => {
      for (const name of names) {
        const text = bar(page, name).locator('.gantt-inside, .gantt-outside')
        await text.locator('.late').waitFor()
        const hidden = await text.evaluate((one) => one.scrollWidth - one.clientWidth)
        assert.ok(hidden <= 0, `${name} is cut by ${hidden} px`)
      }
    }, patient)
    const weight = (name: string) =>
      cell(page, name, 'text')
        .getByText(name)
        .evaluate((one) => Number(getComputedStyle(one).fontWeight))
    assert.ok((await weight('Dig')) > (await weight('Lay')))
    await screenshot(page, 'plan-names-in-full')
    await visit.close()
  })
})
