import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { screenshot } from './screenshot.ts'
import { row, schedulePage } from './schedule-page.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

interface Task {
  text: string
  start: string
  progress: number
}

describe('several tasks', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { plan, open, ask } = schedulePage(() => site)

  it('are changed together, as one step that is taken back', async (t) => {
    const made = await plan('together')
    await ask('POST', 'w/together/resources', { name: 'Bob' })
    const visit = await open(made)
    const { page } = visit
    const stored = () => ask<Task[]>('GET', 'w/together/tasks')
    const are = (field: 'start' | 'progress', ...wanted: unknown[]) =>
      t.waitFor(async () => {
        const tasks = await stored()
        assert.deepEqual(
          tasks.map((one) => (field === 'start' ? one.start.slice(0, 10) : one.progress)),
          wanted,
        )
      }, patient)

    await row(page, 'Lay').getByText('Lay').click()
    await row(page, 'Roof')
      .getByText('Roof')
      .click({ modifiers: ['Control'] })
    const tools = page.getByRole('toolbar', { name: 'Selected tasks' })
    await tools.getByText('2 tasks selected').waitFor()
    await tools.getByLabel('Progress of all').selectOption('50 %')
    await are('progress', 0, 50, 50)
    await screenshot(page, 'plan-selection')
    assert.deepEqual(await axeViolations(page), [])

    await tools.getByLabel('Days').fill('7')
    await tools.getByRole('button', { name: 'Move' }).click()
    await are('start', '2026-03-02', '2026-03-09', '2026-03-09')
    await tools.getByLabel('Assign all to').selectOption('Bob')
    await row(page, 'Roof').getByRole('img', { name: 'Bob' }).waitFor()
    await row(page, 'Lay').getByRole('img', { name: 'Bob' }).waitFor()

    // A click on the cell that has the focus would begin to edit it.
    await row(page, 'Dig').getByText('Dig').click()
    await tools.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await row(page, 'Roof').getByRole('img', { name: 'Bob' }).waitFor({ state: 'detached' })
    assert.equal((await ask<unknown[]>('GET', 'w/together/assignments')).length, 0)
    await page.keyboard.press('Control+z')
    await are('start', '2026-03-02', '2026-03-02', '2026-03-02')
    await page.keyboard.press('Control+z')
    await are('progress', 0, 0, 0)
    await visit.close()
  })
})
