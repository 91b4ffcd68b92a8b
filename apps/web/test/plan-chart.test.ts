import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { screenshot } from './screenshot.ts'
import { row, schedulePage } from './schedule-page.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const bar = (page: Page, name: string) =>
  page.locator('.wx-bars .wx-bar[data-id]').filter({ hasText: name })
const panel = (page: Page) => page.locator('.wx-gantt-editor')
const names = (page: Page) =>
  page
    .locator('.gantt-stage .wx-table-box .wx-body .wx-row [data-col-id=":text"]')
    .allTextContents()
    .then((all) => all.map((one) => one.trim()))

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  assert.ok(box, 'is on the screen')
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height }
}

async function dragBy(page: Page, name: string, pixels: number): Promise<void> {
  const { left, right, top } = await boxOf(bar(page, name))
  const x = (left + right) / 2
  await page.mouse.move(x, top + 8)
  await page.mouse.down()
  for (let step = 1; step <= 8; step++) await page.mouse.move(x + (pixels * step) / 8, top + 8)
}

describe('a chart', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { plan, open, ask } = schedulePage(() => site)

  it('is not covered by the panel, which Escape closes', async (t) => {
    const made = await plan('beside')
    const visit = await open(made, { width: 1024, height: 700 }, `/${made.roof}`)
    const { page } = visit
    const before = await boxOf(page.locator('.wx-table-container'))
    await bar(page, 'Roof').dblclick()
    await panel(page).waitFor()
    await t.waitFor(async () => {
      const [shown, side] = [await boxOf(bar(page, 'Roof')), await boxOf(panel(page))]
      const list = await boxOf(page.locator('.wx-table-container'))
      assert.ok(shown.left >= list.right && shown.right <= side.left, 'the bar is beside it')
      assert.ok(side.left - list.right >= 300, 'with a chart around it')
      assert.ok(side.right <= 1024)
    }, patient)
    await screenshot(page, 'plan-panel-1024')
    assert.deepEqual(await axeViolations(page), [])

    // Another task comes into it, with what is typed in this one saved.
    const field = page.getByPlaceholder('Add task name')
    await field.fill('Tower')
    await row(page, 'Dig').getByText('Dig').click()
    await t.waitFor(async () => assert.equal(await field.inputValue(), 'Dig'), patient)
    await row(page, 'Tower').waitFor()

    await field.fill('Digging')
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'detached' })
    await row(page, 'Digging').waitFor()
    const focused = await page.evaluate(
      () => document.activeElement?.closest('.wx-row')?.textContent,
    )
    assert.match(focused ?? '', /Dig/)
    await t.waitFor(async () => {
      const after = await boxOf(page.locator('.wx-table-container'))
      assert.equal(Math.round(after.right), Math.round(before.right))
    }, patient)
    await t.waitFor(async () => {
      const stored = await ask<{ text: string }[]>('GET', 'w/beside/tasks')
      assert.deepEqual(
        stored.map(({ text }) => text),
        ['Digging', 'Lay', 'Tower'],
      )
    }, patient)
    await visit.close()
  })

  it('has menus and calendars that Escape closes, before the panel', async () => {
    const visit = await open(await plan('escape'))
    const { page } = visit
    await row(page, 'Dig').click({ button: 'right' })
    const menu = page.locator('.wx-menu')
    await menu.first().waitFor()
    await page.keyboard.press('Escape')
    await menu.first().waitFor({ state: 'detached' })
    await row(page, 'Dig').getByText('Dig').dblclick()
    await panel(page).waitFor()
    await panel(page).getByRole('button', { name: 'Choose a day' }).first().click()
    const calendar = page.locator('.wx-calendar')
    await calendar.waitFor()
    await page.keyboard.press('Escape')
    await calendar.waitFor({ state: 'detached' })
    assert.equal(await panel(page).count(), 1)
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'detached' })
    await visit.close()
  })

  it('selects what is dragged, and says above it when it would be', async () => {
    const made = await plan('dragged')
    const visit = await open(made, { locale: 'en-GB' }, `/${made.dig}`)
    const { page } = visit
    await page.waitForURL(/gantt\/\d+$/)
    await dragBy(page, 'Roof', 80)
    const tip = page.locator('.gantt-drag-tip')
    await tip.waitFor()
    assert.match((await tip.textContent()) ?? '', /^4 Mar 2026/)
    const [said, held] = [await boxOf(tip), await boxOf(bar(page, 'Roof'))]
    assert.ok(said.bottom <= held.top, 'it does not cover the bar')
    assert.equal(await page.locator('.wx-tooltip:visible').count(), 0)
    await screenshot(page, 'plan-drag')
    await page.mouse.up()
    await tip.waitFor({ state: 'detached' })
    await page.waitForURL(new RegExp(`gantt/${made.roof}$`))
    await page.waitForFunction(() => document.title.startsWith('Roof · '))
    await visit.close()
  })

  it('is sorted up, down, and not at all', async (t) => {
    const visit = await open(await plan('sorted'))
    const { page } = visit
    const header = page.getByRole('columnheader', { name: 'Task', exact: true })
    const shows = (...wanted: string[]) =>
      t.waitFor(async () => assert.deepEqual(await names(page), wanted), patient)
    await ask('PUT', 'w/sorted/tasks/1', { text: 'Zero' })
    await shows('Zero', 'Lay', 'Roof')
    await header.click()
    await shows('Lay', 'Roof', 'Zero')
    await header.click()
    await shows('Zero', 'Roof', 'Lay')
    await header.click()
    await shows('Zero', 'Lay', 'Roof')
    await visit.close()
  })

  it('deletes nothing by Ctrl+D', async () => {
    const visit = await open(await plan('ctrl-d'))
    const { page } = visit
    await row(page, 'Roof').getByText('Roof').click()
    await page.keyboard.press('Control+d')
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    assert.deepEqual(await names(page), ['Dig', 'Lay'])
    await visit.close()
  })

  it('has the weeks and months of the place', async () => {
    const made = await plan('weeks')
    const weeks = async (locale: string) => {
      const visit = await open(made, { locale }, `/${made.roof}?zoom=week`)
      const { page } = visit
      const cell = page.locator('.wx-scale .wx-row').last().locator('.wx-cell').first()
      await cell.filter({ hasText: /^W/ }).waitFor()
      const month = await page.locator('.wx-scale .wx-row').first().textContent()
      // Where Monday, the second of March, stands in its week.
      const { left } = await boxOf(bar(page, 'Roof'))
      const cells = await page.locator('.wx-scale .wx-row').last().locator('.wx-cell').all()
      const boxes = await Promise.all(cells.map(boxOf))
      const distance = Math.min(...boxes.map((box) => Math.abs(box.left - left)))
      await visit.close()
      return { month, distance: Math.round(distance) }
    }
    const danish = await weeks('da-DK')
    assert.match(danish.month ?? '', /marts 2026/)
    assert.equal(danish.distance, 0)
    const american = await weeks('en-US')
    assert.match(american.month ?? '', /March 2026/)
    // A seventh of a week behind Sunday.
    assert.equal(american.distance, 12)
  })
})
