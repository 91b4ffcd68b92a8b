import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { row, schedulePage } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

const panel = (page: Page) => page.locator('.wx-sidearea')
const bar = (page: Page, name: string) =>
  page.locator('.wx-bars [data-task-id]').filter({ hasText: name }).first()
const tools = (page: Page) => page.getByRole('toolbar', { name: 'Tasks' })

async function boxOf(locator: Locator) {
  const { x, y, width, height } = (await locator.boundingBox())!
  return { left: x, right: x + width, top: y, bottom: y + height }
}

const scrollChart = (page: Page, left: number) =>
  page.locator('.wx-chart').evaluate((chart, to) => void (chart.scrollLeft = to), left)

/** What a person sees there, or could press. */
const isOnTop = (locator: Locator) =>
  locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return element === top || element.contains(top)
  })

describe('a plan in the room there is', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan, open } = schedulePage(() => site)

  it('is shown whole from its first bar to its last', async (t) => {
    const made = await plan('whole')
    await ask('PUT', `w/whole/tasks/${made.roof}`, {
      start: '2026-11-20T00:00:00',
      end: '2026-12-01T00:00:00',
    })
    const visit = await open(made, { width: 1440 })
    const { page } = visit
    await page.getByRole('button', { name: 'Fit the whole plan' }).click()
    await t.waitFor(async () => {
      const chart = await boxOf(page.locator('.wx-chart'))
      const [first, last] = [await boxOf(bar(page, 'Dig')), await boxOf(bar(page, 'Roof'))]
      const width = chart.right - chart.left
      assert.ok(first.left >= chart.left && first.left <= chart.left + 0.1 * width, 'little before')
      assert.ok(last.right <= chart.right - 60, 'with its name')
      assert.ok(last.right >= chart.left + 0.6 * width, 'and little behind it')
    }, patient)
    await screenshot(page, 'plan-whole')
    await visit.close()
  })

  it('is shown whole where there are thousands of tasks to draw, too', async (t) => {
    const made = await plan('long')
    await ask('PUT', `w/long/tasks/${made.roof}`, {
      start: '2026-11-20T00:00:00',
      end: '2026-12-01T00:00:00',
    })
    const task = { text: 'Room', start: '2026-05-04T00:00:00', duration: 2 }
    const many = Array.from({ length: 3000 }, () => ({ url: 'tasks', method: 'POST', data: task }))
    await ask('POST', 'w/long/batch', many)
    const { page, ...visit } = await open(made, { width: 1440 })
    await page.getByRole('button', { name: 'Fit the whole plan' }).click()
    await t.waitFor(async () => {
      const chart = await boxOf(page.locator('.wx-chart'))
      const first = await boxOf(bar(page, 'Dig'))
      const most = chart.left + 0.1 * (chart.right - chart.left)
      assert.ok(first.left >= chart.left && first.left <= most, 'from its first bar')
    }, patient)
    await visit.close()
  })

  for (const width of [1009, 700]) {
    it(`has the panel below the list and the chart at ${width} px, with its row in sight`, async (t) => {
      const made = await plan(`sheet-${width}`)
      for (let index = 0; index < 20; index++) {
        const task = { text: `Room ${index}`, start: '2026-03-02T00:00:00', duration: 2 }
        await ask('POST', `w/sheet-${width}/tasks`, task)
      }
      const visit = await open(made, { width, height: 800 })
      const { page } = visit
      await row(page, 'Room 13').getByText('Room 13').click()
      await row(page, 'Room 13').getByText('Room 13').dblclick()
      await panel(page).waitFor()
      await t.waitFor(async () => {
        const side = await boxOf(panel(page))
        assert.ok(side.left <= 1 && side.right >= width - 1 && side.bottom <= 801, 'a sheet')
        for (const one of [row(page, 'Room 13'), bar(page, 'Room 13')]) {
          const shown = await boxOf(one)
          assert.ok(shown.bottom <= side.top, 'above it')
        }
        assert.ok(await isOnTop(row(page, 'Room 13').getByText('Room 13')))
        assert.ok(await isOnTop(bar(page, 'Room 13')))
        const [inList, inChart] = [row(page, 'Room 13'), bar(page, 'Room 13')]
        const apart = (await boxOf(inList)).top - (await boxOf(inChart)).top
        assert.ok(Math.abs(apart) < 6, `beside its row, ${apart} px`)
      }, patient)
      assert.deepEqual(await axeViolations(page), [])
      await screenshot(page, `plan-sheet-${width}`)
      await page.keyboard.press('Escape')
      await panel(page).waitFor({ state: 'detached' })
      await visit.close()
    })
  }

  it('has a list or a chart on a phone, which a switch tells', async (t) => {
    const made = await plan('phone')
    const far = { text: 'Far', start: '2026-05-04T00:00:00', duration: 2 }
    await ask('POST', 'w/phone/tasks', far)
    const look = { width: 390, height: 844, hasTouch: true, colorScheme: 'dark' } as const
    const visit = await open(made, look)
    const { page } = visit
    const list = page.getByRole('button', { name: 'List', exact: true })
    const chart = page.getByRole('button', { name: 'Chart', exact: true })
    assert.equal(await list.getAttribute('aria-pressed'), 'true')
    await row(page, 'Lay').getByText('Lay').tap()
    await chart.tap()
    await t.waitFor(async () => {
      assert.equal(await chart.getAttribute('aria-pressed'), 'true')
      const { left, right } = await boxOf(bar(page, 'Lay'))
      assert.ok(left >= 0 && right <= 390, 'what was selected is in sight')
      assert.ok(await isOnTop(bar(page, 'Lay')))
    }, patient)
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'plan-phone-chart-dark')
    await scrollChart(page, 300)
    const names = page.locator('.gantt-row-name')
    await t.waitFor(async () => {
      assert.deepEqual(await names.allInnerTexts(), ['‹ Dig', '‹ Lay', '‹ Roof', 'Far ›'])
      for (const name of ['Dig', 'Lay', 'Roof']) {
        const at = await boxOf(names.filter({ hasText: name }))
        const of = await boxOf(bar(page, name))
        assert.ok(at.left >= 0 && at.right <= 390, `${name} is in sight`)
        assert.ok(Math.abs(at.top + at.bottom - of.top - of.bottom) < 8, `${name} is in its row`)
      }
    }, patient)
    await screenshot(page, 'plan-phone-names')
    await scrollChart(page, 0)
    await t.waitFor(async () => assert.deepEqual(await names.allInnerTexts(), ['Far ›']), patient)
    await list.tap()
    await row(page, 'Roof').getByText('Roof').dblclick()
    await panel(page).waitFor()
    await t.waitFor(async () => {
      assert.ok((await boxOf(row(page, 'Roof'))).bottom <= (await boxOf(panel(page))).top)
      assert.ok(await isOnTop(row(page, 'Roof').getByText('Roof')))
    }, patient)
    await screenshot(page, 'plan-phone-sheet-dark')
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0)
    await visit.close()
  })

  it('has what there is no room for in menus, which keys open', async (t) => {
    const made = await plan('menus')
    const visit = await open(made, { width: 390, height: 844 })
    const { page } = visit
    await row(page, 'Lay').getByText('Lay').click()
    const more = tools(page).getByRole('button', { name: 'More to do' })
    await more.focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('menu', { name: 'More to do' })
    await menu.getByRole('menuitem', { name: 'Indent' }).focus()
    await screenshot(page, 'plan-more-to-do')
    await page.keyboard.press('Enter')
    await t.waitFor(async () => {
      const tasks = await ask<{ id: number; parent: number }[]>('GET', 'w/menus/tasks')
      assert.equal(tasks.find(({ id }) => id === made.lay)?.parent, made.dig)
    }, patient)
    await page.getByRole('button', { name: 'More about the view' }).click()
    await page.getByRole('menuitem', { name: 'Fold all', exact: true }).click()
    await row(page, 'Lay').waitFor({ state: 'detached' })
    await visit.close()
  })

  it('has room for its menu and its filter in longer words, too', async () => {
    await plan('words')
    const inGerman = { path: 'w/words/#/gantt', locale: 'de-DE' }
    const phone = await site.openPage({ ...inGerman, width: 390, height: 844 })
    await phone.page.locator('.wx-table-box').getByText('Lay', { exact: true }).click()
    const menu = phone.page.locator('.plan-actions').getByRole('button').last()
    await menu.waitFor()
    assert.ok(await isOnTop(menu))
    const place = await boxOf(menu)
    const switched = await boxOf(phone.page.locator('.display-switch'))
    assert.ok(place.right <= switched.left, `the menu is not cut: ${place.right}`)
    assert.ok(place.right - place.left >= 36)
    const bar = await boxOf(phone.page.locator('.plan-actions-more'))
    assert.ok(place.right <= bar.right, `${place.right} in ${bar.right}`)
    await phone.close()

    const visit = await site.openPage({ ...inGerman, width: 1024 })
    await visit.page.locator('.gantt-grouping').waitFor()
    const choices = await visit.page.locator('.gantt-filter select').all()
    const tops = await Promise.all(choices.map(async (one) => (await one.boundingBox())!.y))
    assert.equal(new Set(tops).size, 1, `all in one row: ${tops.join()}`)
    await visit.close()
  })

  it('names every button, and has all of them where there is room', async () => {
    const visit = await open(await plan('named'), { width: 1440 })
    const { page } = visit
    await row(page, 'Lay').getByText('Lay').click()
    for (const name of ['Edit', 'Delete', 'Move up', 'Indent', 'Copy', 'Cut', 'Paste']) {
      const button = tools(page).getByRole('button', { name, exact: true })
      assert.match((await button.getAttribute('title')) ?? '', new RegExp(`^${name}`))
    }
    assert.equal(await tools(page).getByRole('button', { name: 'More to do' }).count(), 0)
    const nameless = page.locator('.gantt-top button:not([title])', { hasNotText: /\w/ })
    assert.equal(await nameless.count(), 0)
    await page.setViewportSize({ width: 900, height: 800 })
    await tools(page).getByRole('button', { name: 'More to do' }).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await visit.close()
  })
})
