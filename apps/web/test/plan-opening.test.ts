import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site, VisitOptions } from './browser.ts'
import { row, schedulePage } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

const dayMs = 24 * 60 * 60 * 1000
/** So many days from now. */
const daysAway = (days: number) =>
  `${new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)}T00:00:00`

const shownDay = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
})

const isInSight = (t: TestContext, page: Page, text: string) =>
  t.waitFor(async () => {
    const bar = page.locator('.wx-bars [data-task-id]').filter({ hasText: text })
    const [chart, box] = [(await page.locator('.wx-chart').boundingBox())!, await bar.boundingBox()]
    const isIn = box && box.x >= chart.x && box.x < chart.x + chart.width
    assert.ok(isIn, `${text} at ${box?.x}, the chart from ${chart.x} to ${chart.x + chart.width}`)
  }, patient)

describe('a plan that is opened', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask } = schedulePage(() => site)

  /** One task at each of these days. */
  async function planAt(name: string, days: Record<string, number>): Promise<void> {
    await ask('POST', 'workspaces', { name })
    for (const [text, away] of Object.entries(days)) {
      await ask('POST', `w/${name}/tasks`, { text, start: daysAway(away), duration: 10 })
    }
  }

  async function open(name: string, options: VisitOptions = {}) {
    const visit = await site.openPage({ width: 1440, ...options, path: `w/${name}/#/gantt` })
    await row(visit.page, 'Dig').waitFor()
    return visit
  }

  it('shows where the work is, also where that is long over or still far away', async (t) => {
    await planAt('over', { Dig: -600, Lay: -500, Roof: -300 })
    await planAt('far', { Dig: 300, Lay: 400, Roof: 500 })
    for (const name of ['over', 'far']) {
      const visit = await open(name)
      await isInSight(t, visit.page, 'Dig')
      await screenshot(visit.page, `plan-opening-${name}`)
      await visit.close()
    }
    const phone = await open('over', { isPhone: true, width: 390 })
    await phone.page.getByRole('button', { name: 'Chart', exact: true }).click()
    await isInSight(t, phone.page, 'Dig')
    await screenshot(phone.page, 'plan-opening-phone')
    await phone.close()
  })

  it('shows today where there is work before and after it', async (t) => {
    await planAt('now', { Dig: -300, Lay: -2, Roof: 300 })
    const visit = await open('now')
    await isInSight(t, visit.page, 'Lay')
    await screenshot(visit.page, 'plan-opening-now')
    await visit.close()
  })

  it('shows the work of the tasks in sight where today is that of others far below', async (t) => {
    const phases = Object.fromEntries(
      [...Array(60).keys()].map((at) => [`Step ${at}`, 10 * at - 590]),
    )
    await planAt('long', { Dig: -600, ...phases })
    const visit = await open('long')
    await isInSight(t, visit.page, 'Dig')
    await visit.page.getByRole('button', { name: 'Today' }).click()
    await t.waitFor(async () => {
      const today = await visit.page.locator('.wx-scale .gantt-today').first().boundingBox()
      assert.ok(today && today.x > 0 && today.x < 1440)
    }, patient)
    await visit.close()
  })

  it('shows the first tasks of a phase that is unfolded, not the middle of its bracket', async (t) => {
    await ask('POST', 'workspaces', { name: 'phase' })
    const phase = {
      type: 'summary',
      text: 'Phase',
      start: daysAway(-200),
      duration: 400,
      open: true,
    }
    const { id } = await ask<{ id: number }>('POST', 'w/phase/tasks', phase)
    const below = Array.from({ length: 60 }, (_, at) => ({
      url: 'tasks',
      method: 'POST',
      data: {
        task: { text: at === 0 ? 'Dig' : `Step ${at}`, start: daysAway(6 * at - 200), duration: 3 },
        mode: 'child',
        target: id,
      },
    }))
    await ask('POST', 'w/phase/batch', below)
    for (const options of [{}, { isPhone: true, width: 390 }]) {
      const visit = await open('phase', options)
      const { page } = visit
      if (options.isPhone) await page.getByRole('button', { name: 'Chart', exact: true }).click()
      await isInSight(t, page, 'Dig')
      await screenshot(page, `plan-opening-phase-${options.width ?? 1440}`)
      await visit.close()
    }
    // Folded it is what there is to see.
    await ask('PUT', `w/phase/tasks/${id}`, { open: false })
    const visit = await site.openPage({ width: 1440, path: 'w/phase/#/gantt' })
    await row(visit.page, 'Phase').waitFor()
    await t.waitFor(async () => {
      const today = await visit.page.locator('.wx-scale .gantt-today').first().boundingBox()
      assert.ok(today && today.x > 0 && today.x < 1440)
    }, patient)
    await visit.close()
  })

  it('has new tasks not late at once, below what is over and below what is to come', async (t) => {
    await planAt('added', {})
    const above = { type: 'summary', duration: 10 }
    await ask('POST', 'w/added/tasks', { ...above, text: 'Dig', start: daysAway(-300) })
    await ask('POST', 'w/added/tasks', { ...above, text: 'Party', start: daysAway(20) })
    const visit = await open('added')
    const { page } = visit
    for (const name of ['Dig', 'Party']) {
      await row(page, name).locator('[data-action="add-task"]').click()
      await page.locator('.gantt-cell-input:focus').waitFor()
      await page.keyboard.type(`Into ${name}`)
      await page.keyboard.press('Enter')
    }
    await screenshot(page, 'plan-new-below')
    const startsOn = (text: string, away: number) =>
      row(page, text)
        .locator('[data-col-id=":start"]')
        .getByText(shownDay.format(new Date(daysAway(away))))
        .waitFor()
    await startsOn('Into Dig', 0)
    await startsOn('Into Party', 20)
    const bar = page.locator('.wx-bars [data-task-id]').filter({ hasText: 'Into Dig' })
    await bar.waitFor()
    assert.equal(await bar.locator('.late').count(), 0)
    await isInSight(t, page, 'Into Party')
    await visit.close()
  })
})
