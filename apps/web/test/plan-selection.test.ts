import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { cell, field, isFocused } from './grid-page.ts'
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

  it('follow one another by Ctrl+F2 or a button, and no longer by others, as one step', async (t) => {
    const made = await plan('chain', { mode: 'auto' })
    const done = await ask<{ id: number }>('POST', 'w/chain/tasks', {
      text: 'Done',
      type: 'milestone',
      start: '2026-03-02T00:00:00',
    })
    const visit = await open(made, { width: 1440 })
    const { page } = visit
    const tools = page.getByRole('toolbar', { name: 'Selected tasks' })
    const chain = [`${made.dig}-${made.lay}`, `${made.lay}-${made.roof}`, `${made.roof}-${done.id}`]
    const linked = (...wanted: string[]) =>
      t.waitFor(async () => {
        const links = await ask<{ source: number; target: number }[]>('GET', 'w/chain/links')
        const found = links.map(({ source, target }) => `${source}-${target}`)
        assert.deepEqual(found.toSorted(), wanted.toSorted())
      }, patient)
    const days = () =>
      Promise.all(['start', 'end'].map((column) => cell(page, 'Done', column).innerText()))
    // A milestone has an end, too.
    assert.deepEqual(await days(), ['02 Mar 2026', '02 Mar 2026'])
    await linked(chain[0]!)
    await cell(page, 'Dig', 'text').click()
    await page.keyboard.press('Control+a')
    await tools.getByText('4 tasks selected').waitFor()
    await page.keyboard.press('Control+F2')
    await page.locator('.toasts').getByText('follows the one above it').waitFor()
    await linked(...chain)
    await t.waitFor(async () => {
      const [start, end] = await days()
      assert.equal(end, start)
      assert.notEqual(end, '02 Mar 2026')
    }, patient)
    assert.equal(await page.locator('.wx-sidearea').count(), 0)
    await isFocused(t, page, 'Dig text')
    await page.keyboard.press('Control+F2')
    await page.locator('.toasts').getByText('There is nothing to change.').waitFor()
    await tools.getByRole('button', { name: 'Unlink' }).click()
    await linked()
    await page.keyboard.press('Control+z')
    await linked(...chain)
    await page.keyboard.press('Control+z')
    await linked(chain[0]!)
    await tools.getByRole('button', { name: 'Link tasks' }).click()
    await linked(...chain)
    // One thing at a time.
    await page.locator('.gantt-selection button:not(:disabled)', { hasText: 'Unlink' }).waitFor()
    await page.keyboard.press('Control+Shift+F2')
    await linked()
    await visit.close()
  })

  it('are one again by a click on any of them, and only a later click edits its name', async (t) => {
    const visit = await open(await plan('one-again'), { width: 1440 })
    const { page } = visit
    const tools = page.getByRole('toolbar', { name: 'Selected tasks' })
    const selected = page.locator('.wx-table-box .wx-row.wx-selected [data-col-id=":text"]')
    const choose = async (...names: string[]) => {
      for (const [at, name] of names.entries()) {
        await cell(page, name, 'text').click(at > 0 ? { modifiers: ['Control'] } : {})
      }
      await tools.getByText(`${names.length} tasks selected`).waitFor()
    }
    for (const first of ['Dig', 'Roof']) {
      await choose(first, 'Lay')
      await cell(page, first, 'text').click()
      await tools.waitFor({ state: 'detached' })
      // Behind the timer of a click that edits.
      await page.evaluate('new Promise((done) => setTimeout(done, 400))')
      assert.equal(await field(page).count(), 0)
      await isFocused(t, page, `${first} text`)
      assert.deepEqual(await selected.allInnerTexts(), [first])
    }
    await cell(page, 'Roof', 'text').click()
    await field(page).waitFor()
    assert.equal(await field(page).inputValue(), 'Roof')
    await page.keyboard.press('Escape')
    await isFocused(t, page, 'Roof text')

    // Those that Shift and arrows have chosen, too.
    await page.keyboard.press('Shift+ArrowUp')
    await tools.getByText('2 tasks selected').waitFor()
    await isFocused(t, page, 'Lay text')
    await cell(page, 'Lay', 'text').click()
    await tools.waitFor({ state: 'detached' })
    await page.evaluate('new Promise((done) => setTimeout(done, 400))')
    assert.equal(await field(page).count(), 0)
    await isFocused(t, page, 'Lay text')
    await visit.close()
  })
})
