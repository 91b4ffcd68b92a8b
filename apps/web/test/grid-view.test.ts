import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { cell, field, isFocused, type } from './grid-page.ts'
import { schedulePage } from './schedule-page.ts'
import type { Plan } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

describe('the grid of the plan', { skip: cannotBrowse }, () => {
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

  it('takes what is typed into a cell, and Enter goes down, Tab right, Escape back', async (t) => {
    const made = await plan('typed')
    const visit = await open(made)
    const { page } = visit
    await cell(page, 'Dig', 'text').click()
    await page.keyboard.type('Trench')
    assert.equal(await field(page).inputValue(), 'Trench')
    await page.keyboard.press('Enter')
    await isFocused(t, page, 'Lay text')
    await cell(page, 'Trench', 'text').waitFor()
    await t.waitFor(
      async () => assert.equal((await taskOf(made, made.dig))['text'], 'Trench'),
      patient,
    )

    await page.keyboard.press('F2')
    assert.equal(await field(page).inputValue(), 'Lay')
    await page.keyboard.type('Pipes')
    await page.keyboard.press('Escape')
    await isFocused(t, page, 'Lay text')
    await page.keyboard.press('ArrowDown')
    await isFocused(t, page, 'Roof text')
    await page.keyboard.press('ArrowRight')
    await isFocused(t, page, 'Roof start')
    await page.keyboard.press('Enter')
    assert.equal(await field(page).inputValue(), '02/03/2026')
    await field(page).fill('9.3.2026')
    await page.keyboard.press('Tab')
    await cell(page, 'Roof', 'start').filter({ hasText: '09 Mar 2026' }).waitFor()
    assert.equal(await field(page).inputValue(), '1d')
    await page.keyboard.type('3')
    await page.keyboard.press('Enter')
    await cell(page, 'Roof', 'duration').filter({ hasText: '3d' }).waitFor()
    await t.waitFor(async () => {
      const { start, end } = await taskOf(made, made.roof)
      assert.deepEqual([start, end], ['2026-03-09T00:00:00', '2026-03-12T00:00:00'])
    }, patient)
    await screenshot(page, 'grid')
    assert.deepEqual(await axeViolations(page), [])
    await visit.close()
  })

  it('keeps the field that is typed into, also where a page of rows would be scrolled', async (t) => {
    const made = await plan('paged')
    const batch = Array.from({ length: 80 }, (_, at) => ({
      url: 'tasks',
      method: 'POST',
      data: { text: `Task ${at}`, start: '2026-03-02T00:00:00', duration: 1 },
    }))
    await ask('POST', 'w/paged/batch', batch)
    const visit = await open(made)
    const { page } = visit
    await cell(page, 'Dig', 'text').click()
    await page.keyboard.type('Trench')
    for (const key of ['PageDown', 'PageDown', 'PageUp', 'PageDown']) {
      await page.keyboard.press(key)
      // A scroll comes with the next frames.
      await page.evaluate(async () => {
        for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
      })
    }
    await page.keyboard.type('es')
    assert.equal(await field(page).inputValue(), 'Trenches')
    await page.keyboard.press('Enter')
    await isFocused(t, page, 'Lay text')
    await cell(page, 'Trenches', 'text').waitFor()
    await visit.close()
  })

  it('keeps what it cannot take, with the reason beside it', async (t) => {
    const made = await plan('refused')
    const visit = await open(made)
    const { page } = visit
    await type(page, 'Dig', 'start', '31.2.2026')
    const reason = page.getByRole('alert').filter({ hasText: 'This is no date' })
    await reason.waitFor()
    assert.equal(await field(page).inputValue(), '31.2.2026')
    assert.equal(await field(page).getAttribute('aria-invalid'), 'true')
    await screenshot(page, 'grid-refused')
    assert.deepEqual(await axeViolations(page), [])
    // Not by a click elsewhere either.
    await cell(page, 'Lay', 'text').click()
    await reason.waitFor()
    assert.equal(await field(page).inputValue(), '31.2.2026')
    await field(page).fill('+1d')
    await page.keyboard.press('Escape')
    await isFocused(t, page, 'Dig start')
    await reason.waitFor({ state: 'detached' })
    assert.match(await cell(page, 'Dig', 'start').innerText(), /02 Mar 2026/)
    await visit.close()
  })

  it('has working time as duration, where the plan schedules itself', async () => {
    const made = await plan('working', { mode: 'auto' })
    await ask('PUT', `w/working/tasks/${made.dig}`, { start: '2026-03-05T00:00:00' })
    const visit = await open(made, { width: 1440 })
    const { page } = visit
    await cell(page, 'Dig', 'duration').filter({ hasText: '3d' }).waitFor()
    await cell(page, 'Dig', 'end').filter({ hasText: '09 Mar 2026' }).waitFor()
    await type(page, 'Dig', 'duration', '4h')
    await cell(page, 'Lay', 'start').filter({ hasText: '05 Mar 2026' }).waitFor()
    await type(page, 'Dig', 'end', '10.3.')
    await cell(page, 'Dig', 'duration').filter({ hasText: /^4d$/ }).waitFor()
    await cell(page, 'Lay', 'start').filter({ hasText: '11 Mar 2026' }).waitFor()
    await visit.close()
  })

  it('takes predecessors by their numbers', async (t) => {
    const made = await plan('waits', { mode: 'auto' })
    const visit = await open(made)
    const { page } = visit
    await page.getByRole('button', { name: 'Columns' }).click()
    const dialog = page.getByRole('dialog', { name: 'Columns' })
    await dialog.getByLabel('Predecessors', { exact: true }).check()
    await screenshot(page, 'grid-columns')
    assert.deepEqual(await axeViolations(page), [])
    await dialog.getByRole('button', { name: 'Show' }).click()
    await cell(page, 'Lay', 'predecessors').filter({ hasText: /^1$/ }).waitFor()
    await type(page, 'Roof', 'predecessors', '9')
    await page.getByRole('alert').filter({ hasText: 'There is no task 9.' }).waitFor()
    await field(page).fill('2FS+2d')
    await page.keyboard.press('Enter')
    await cell(page, 'Roof', 'predecessors').filter({ hasText: '2FS+2d' }).waitFor()
    await type(page, 'Dig', 'predecessors', '3')
    await page.getByRole('alert').filter({ hasText: 'which waits for it already' }).waitFor()
    await page.keyboard.press('Escape')
    await type(page, 'Lay', 'predecessors', '')
    await cell(page, 'Lay', 'predecessors').filter({ hasText: /^$/ }).waitFor()
    await t.waitFor(async () => {
      const links = await ask<Record<string, unknown>[]>('GET', 'w/waits/links')
      const { source, target, lag } = links[0]!
      assert.deepEqual([links.length, source, target, lag], [1, made.lay, made.roof, 2])
    }, patient)
    // They are there again, and at the same place.
    await page.reload()
    await cell(page, 'Roof', 'predecessors').filter({ hasText: '2FS+2d' }).waitFor()
    await visit.close()
  })
})
