import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { cell, isNext } from './grid-page.ts'
import { keyboardOf, watchMouse } from './keyboard-page.ts'
import { row, schedulePage } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

interface Task {
  id: number
  text: string
  parent: number
  start: string
  end: string
  progress: number
}

describe('a plan without a mouse', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan, open } = schedulePage(() => site)

  it('is made and changed: tasks, dates, levels, links, columns, the panel, search, undo', async (t) => {
    await ask('POST', 'workspaces', { name: 'site' })
    const visit = await site.openPage({ path: 'w/site/#/gantt', width: 1600 })
    const { page } = visit
    const noMouse = await watchMouse(page)
    const { press, type, tabTo, isAt } = keyboardOf(t, page)
    const tasks = () => ask<Task[]>('GET', 'w/site/tasks')
    const stored = (read: (task: Task) => unknown, ...wanted: unknown[]) =>
      t.waitFor(async () => assert.deepEqual((await tasks()).map(read), wanted), patient)
    const naming = () => page.locator('.gantt-cell-input:focus').waitFor()

    await page.getByText('This plan is empty').waitFor()
    await tabTo('Add the first task')
    await press('Enter')
    await naming()
    for (const [name, above] of [['Dig'], ['Lay', 'Dig'], ['Roof', 'Lay']]) {
      if (above) await isNext(t, page, above)
      await type(name!)
      await press('Enter')
    }
    await isNext(t, page, 'Roof')
    await press('Enter')
    await isAt('Roof, text')
    await stored(({ text }) => text, 'Dig', 'Lay', 'Roof')

    // From the name to the dates; Tab goes on to the next cell of the row.
    await press('ArrowUp')
    await isAt('Lay, text')
    await press('ArrowUp')
    await isAt('Dig, text')
    await press('ArrowRight')
    await isAt('Dig, start')
    await type('2.3.2026')
    await press('Tab')
    await isAt('End of “Dig”')
    await press('Tab')
    await isAt('Duration of “Dig”')
    await type('3')
    await press('Tab')
    await isAt('% done of “Dig”')
    await type('40')
    await press('Enter')
    await isAt('Lay, progress')
    await t.waitFor(async () => {
      const [{ start, end, progress }] = (await tasks()) as [Task]
      const wanted = ['2026-03-02T00:00:00', '2026-03-05T00:00:00', 40]
      assert.deepEqual([start, end, progress], wanted)
    }, patient)

    await tabTo('Columns', 'Shift+Tab')
    await press('Enter')
    await isAt('No.')
    await press('Escape')
    await isAt('Columns')
    await press('Enter')
    await isAt('No.')
    await tabTo('Predecessors')
    await press('Space')
    assert.deepEqual(await axeViolations(page), [])
    await press('Enter')
    await isAt('Columns')

    // Back into the grid, where the task is that was left.
    await tabTo('Tasks and chart')
    await press('ArrowDown')
    await isAt('Lay, text')
    await press('End')
    await isAt('Lay, add-task')
    await press('ArrowLeft')
    await isAt('Lay, predecessors')
    await type('1')
    await press('Enter')
    await isAt('Roof, predecessors')
    await cell(page, 'Lay', 'predecessors').filter({ hasText: /^1$/ }).waitFor()
    await t.waitFor(
      async () => assert.equal((await ask<object[]>('GET', 'w/site/links')).length, 1),
      patient,
    )

    await press('Home', 'ArrowRight')
    await isAt('Roof, text')
    await press('Alt+Shift+ArrowRight')
    await isAt('Roof, text')
    await stored(({ text, parent }) => `${text} ${parent}`, 'Dig 0', 'Lay 0', 'Roof 2')
    await press('Alt+Shift+ArrowLeft')
    await stored(({ text, parent }) => `${text} ${parent}`, 'Dig 0', 'Lay 0', 'Roof 0')
    await press('Alt+Shift+ArrowUp')
    await stored(({ text }) => text, 'Dig', 'Roof', 'Lay')
    await isAt('Roof, text')
    await screenshot(page, 'keyboard-plan')

    await tabTo('Edit', 'Shift+Tab')
    await press('Enter')
    await isAt('Name')
    await type(' of tiles')
    assert.deepEqual(await axeViolations(page), [])
    await press('Escape')
    await isAt('Roof of tiles, text')
    await stored(({ text }) => text, 'Dig', 'Roof of tiles', 'Lay')

    await press('Control+f')
    await isAt('Search tasks')
    await type('lay')
    await page.getByText('1 of 3 tasks').waitFor()
    await row(page, 'Dig').waitFor({ state: 'detached' })
    await tabTo('Tasks and chart')
    await press('ArrowDown')
    await isAt('Lay, text')
    await press('Control+f')
    await isAt('Search tasks')
    await press('Escape')
    await row(page, 'Dig').waitFor()

    await tabTo('Tasks and chart')
    await press('ArrowDown')
    await isAt('Lay, text')
    await press('ArrowUp')
    await isAt('Roof of tiles, text')
    await press('Delete')
    await page.getByText('Deleted “Roof of tiles”.').waitFor()
    await isAt('Lay, text')
    await stored(({ text }) => text, 'Dig', 'Lay')
    await press('Control+z')
    await row(page, 'Roof of tiles').waitFor()
    await stored(({ text }) => text, 'Dig', 'Roof of tiles', 'Lay')
    await isAt('Lay, text')
    await noMouse()
    await visit.close()
  })

  it('keeps the focus where the keys went, however quick they were', async (t) => {
    const made = await plan('quick')
    const visit = await open(made, { width: 1440 })
    const { page } = visit
    const { press, tabTo, isAt } = keyboardOf(t, page)
    await tabTo('Tasks and chart')
    await press('ArrowDown')
    await isAt('Dig, text')
    await press('ArrowDown')
    await isAt('Lay, text')
    // Both before the next frame is drawn.
    await page.evaluate(async () => {
      for (const key of [
        { code: 'ArrowRight', altKey: true, shiftKey: true },
        { code: 'ArrowDown' },
      ]) {
        const init = { ...key, key: key.code, bubbles: true, cancelable: true }
        document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', init))
        await Promise.resolve()
      }
    })
    await isAt('Roof, text')
    await page.evaluate('new Promise((done) => setTimeout(done, 200))')
    await isAt('Roof, text')
    await t.waitFor(async () => {
      const tasks = await ask<Task[]>('GET', 'w/quick/tasks')
      assert.equal(tasks.find(({ text }) => text === 'Lay')?.parent, made.dig)
    }, patient)
    // What is asked about first leaves the keyboard to what follows, too.
    await press('ArrowUp')
    await isAt('Lay, text')
    await press('ArrowUp')
    await isAt('Dig, text')
    await press('Delete')
    await page.getByRole('dialog', { name: 'Delete “Dig”?' }).waitFor()
    await isAt('Cancel')
    await press('Tab', 'Enter')
    await row(page, 'Dig').waitFor({ state: 'detached' })
    await isAt('Roof, text')
    await visit.close()
  })

  it('puts behind the name what is typed before the panel shows it', async (t) => {
    const visit = await open(await plan('early'), { width: 1440 })
    const { page } = visit
    const { press, tabTo, isAt } = keyboardOf(t, page)
    await tabTo('Tasks and chart')
    await press('ArrowDown')
    await isAt('Dig, text')
    // As a key does it, at the first moment that one can come there.
    await page.evaluate(() => {
      document.addEventListener('focusin', ({ target }) => {
        const field = target as HTMLInputElement
        if (!field.closest('.wx-gantt-editor')) return
        const key = { data: '!', inputType: 'insertText', bubbles: true, cancelable: true }
        queueMicrotask(() => {
          if (!field.dispatchEvent(new InputEvent('beforeinput', key))) return
          field.setRangeText('!', field.value.length, field.value.length, 'end')
          field.dispatchEvent(new InputEvent('input', key))
        })
      })
    })
    await tabTo('Edit', 'Shift+Tab')
    await press('Enter')
    const name = page.getByPlaceholder('Add task name')
    await t.waitFor(async () => assert.equal(await name.inputValue(), 'Dig!'), patient)
    await press('Escape')
    await isAt('Dig!, text')
    await visit.close()
  })
})
