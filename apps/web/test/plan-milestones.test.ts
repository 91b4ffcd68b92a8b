import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { cell, type } from './grid-page.ts'
import { schedulePage } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

const bar = (page: Page, name: string) =>
  page.locator('.wx-bars [data-task-id]').filter({ hasText: name }).first()

describe('a milestone behind a task that ends on Wednesday', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan, open } = schedulePage(() => site)

  it('is on Wednesday: in the list, the panel, the tip and the filter, and where that is typed', async (t) => {
    const made = await plan('reached', { mode: 'auto' })
    const add = async (path: string, body: object) =>
      (await ask<{ id: number }>('POST', `w/reached/${path}`, body)).id
    const start = '2026-03-05T00:00:00'
    const done = await add('tasks', { text: 'Done', type: 'milestone', start })
    await add('links', { source: made.dig, target: done, type: 'e2s' })
    const stored = (day: string) =>
      t.waitFor(async () => {
        const tasks = await ask<{ id: number; start: string }[]>('GET', 'w/reached/tasks')
        assert.equal(tasks.find(({ id }) => id === done)!.start, `${day}T00:00:00`)
      }, patient)
    const isOn = async (day: string) => {
      await cell(page, 'Done', 'start').filter({ hasText: day }).waitFor()
      await cell(page, 'Done', 'end').filter({ hasText: day }).waitFor()
    }

    const visit = await open(made, { width: 1500 })
    const { page } = visit
    await cell(page, 'Dig', 'end').filter({ hasText: '04 Mar 2026' }).waitFor()
    await isOn('04 Mar 2026')
    await bar(page, 'Done').hover()
    await page.locator('.gantt-tip').filter({ hasText: '4 Mar 2026' }).waitFor()
    await screenshot(page, 'milestone-reached')

    // What is typed is what is read, whatever stands between that and the midnight that is stored.
    await type(page, 'Done', 'start', '5.3.2026')
    await isOn('05 Mar 2026')
    await stored('2026-03-05')
    await type(page, 'Done', 'start', '4.3.2026')
    await isOn('04 Mar 2026')
    await stored('2026-03-05')
    await t.waitFor(async () => {
      const tasks = await ask<{ id: number; constraint: object }[]>('GET', 'w/reached/tasks')
      const wish = { type: 'snet', date: '2026-03-04T00:00:00' }
      assert.deepEqual(tasks.find(({ id }) => id === done)!.constraint, wish)
    }, patient)
    await page.reload()
    await cell(page, 'Done', 'text').dblclick()
    const day = page.getByLabel('Start date')
    await t.waitFor(async () => assert.match(await day.inputValue(), /^0?4[ ./]/), patient)
    await day.fill('6.3.2026')
    await day.press('Enter')
    await t.waitFor(async () => assert.match(await day.inputValue(), /^0?6[ ./]/), patient)
    await stored('2026-03-06')
    // There is little room for the list beside the panel.
    await page.keyboard.press('Escape')
    await isOn('06 Mar 2026')

    await ask('PUT', `w/reached/tasks/${done}`, { constraint: { type: 'asap', date: null } })
    await isOn('04 Mar 2026')
    const seek = (when: string) =>
      page.goto(new URL(`w/reached/#/gantt?when=${when}`, visit.url).href)
    await seek('2026-03-05..2026-03-05')
    await page.getByText(/^1 of 4 tasks/).waitFor()
    await cell(page, 'Done', 'start').waitFor({ state: 'detached' })
    await seek('2026-03-04..2026-03-04')
    await cell(page, 'Done', 'start').waitFor()
    // It was to be reached long ago.
    await bar(page, 'Done').getByLabel('Late').waitFor()
    await visit.close()
  })

  it('is on the day that is typed where nothing is scheduled, too', async (t) => {
    const made = await plan('unscheduled', { mode: 'off' })
    const point = { text: 'Done', type: 'milestone', start: '2026-03-05T00:00:00' }
    const { id } = await ask<{ id: number }>('POST', 'w/unscheduled/tasks', point)
    await ask('POST', 'w/unscheduled/links', { source: made.dig, target: id, type: 'e2s' })
    const visit = await open(made)
    const { page } = visit
    for (const [typed, shown] of [
      ['5.3.2026', '05 Mar 2026'],
      ['4.3.2026', '04 Mar 2026'],
      ['6.3.2026', '06 Mar 2026'],
      ['4.3.2026', '04 Mar 2026'],
    ]) {
      await type(page, 'Done', 'start', typed!)
      await cell(page, 'Done', 'start').filter({ hasText: shown! }).waitFor()
    }
    await t.waitFor(async () => {
      const tasks = await ask<{ id: number; start: string }[]>('GET', 'w/unscheduled/tasks')
      assert.equal(tasks.find((one) => one.id === id)!.start, '2026-03-05T00:00:00')
    }, patient)
    await visit.close()
  })
})
