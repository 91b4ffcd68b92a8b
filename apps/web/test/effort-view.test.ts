import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { cell } from './grid-page.ts'
import { schedulePage, startOf } from './schedule-page.ts'
import type { Plan } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

describe('effort and progress on the page', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan, open } = schedulePage(() => site)

  const taskOf = async ({ name }: Plan, id: number) =>
    (await ask<({ id: number } & Record<string, unknown>)[]>('GET', `w/${name}/tasks`)).find(
      (one) => one.id === id,
    )!

  it('a task takes an effort, by which it gets longer, and what stays as it is', async (t) => {
    const made = await plan('effort', { mode: 'auto' })
    const ann = (await ask<{ id: number }>('POST', 'w/effort/resources', { name: 'Ann' })).id
    await ask('POST', 'w/effort/assignments', { task: made.dig, resource: ann, units: 100 })
    // Wide enough for the grid beside the panel.
    const visit = await open(made, { width: 1600 }, `/${made.dig}?edit=`)
    const { page } = visit
    const editor = page.locator('.wx-gantt-editor')
    await editor.getByText('Scheduling', { exact: true }).click()
    const field = (label: string) => editor.getByLabel(label, { exact: true })
    const stored = (name: string, value: unknown) =>
      t.waitFor(async () => assert.equal((await taskOf(made, made.dig))[name], value), patient)
    await field('Effort').fill('much')
    await field('Effort').press('Enter')
    await editor.getByRole('alert').filter({ hasText: 'Write an effort' }).waitFor()
    assert.equal(await field('What stays as it is').count(), 0)
    await field('Effort').fill('40')
    await field('Effort').press('Enter')
    await stored('effort', 2400)
    await cell(page, 'Dig', 'duration').filter({ hasText: '5d' }).waitFor()
    await startOf(page, 'Lay').filter({ hasText: '09 Mar 2026' }).waitFor()
    await editor.getByText('With more people there is less to do for each').click()
    await stored('effortDriven', true)
    await field('What stays as it is').selectOption('work')
    await stored('fixed', 'work')
    await editor.getByText('With more people').waitFor({ state: 'detached' })
    await screenshot(page, 'task-effort')
    assert.deepEqual(await axeViolations(page), [])
    await visit.close()
  })

  it('a plan has a status date, and what is late is put behind it when that is accepted', async (t) => {
    const made = await plan('status', { mode: 'auto' })
    const visit = await open(made)
    const { page } = visit
    await page.getByRole('button', { name: /^Scheduling/ }).click()
    const scheduling = page.getByRole('dialog', { name: 'Scheduling' })
    await scheduling.getByLabel('Status date').fill('2026-03-09')
    await scheduling.getByLabel('Progress of summaries').selectOption('work')
    await screenshot(page, 'schedule-status')
    await scheduling.getByRole('button', { name: 'Save' }).click()
    await t.waitFor(async () => {
      const { statusDate, progressBy } = await ask<Record<string, unknown>>(
        'GET',
        'w/status/schedule',
      )
      assert.deepEqual([statusDate, progressBy], ['2026-03-09T00:00:00', 'work'])
    }, patient)
    const line = page.locator('.wx-gantt-holidays .gantt-status')
    await line.waitFor({ state: 'attached' })

    await page.getByRole('button', { name: /^Scheduling/ }).click()
    await scheduling.getByRole('button', { name: 'Update…' }).click()
    const update = page.getByRole('dialog', { name: 'Update the plan' })
    await update.getByRole('row', { name: 'The plan ends 06 Mar 2026 13 Mar 2026' }).waitFor()
    await update.getByText('“Dig”').waitFor()
    await screenshot(page, 'plan-update')
    assert.deepEqual(await axeViolations(page), [])
    await update.getByRole('button', { name: 'Accept' }).click()
    await page.getByText(/^What was late comes later\. /).waitFor()
    await startOf(page, 'Dig').filter({ hasText: '09 Mar 2026' }).waitFor()
    await startOf(page, 'Lay').filter({ hasText: '12 Mar 2026' }).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await startOf(page, 'Dig').filter({ hasText: '02 Mar 2026' }).waitFor()
    await visit.close()
  })
})
