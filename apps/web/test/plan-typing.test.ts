import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { cell, field, isFocused } from './grid-page.ts'
import { row, schedulePage } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

interface Task {
  text: string
  type: string
  start: string
  end: string | null
}

const selectedCount = (page: Page, text: string) =>
  page.locator('.gantt-selection').getByText(text).waitFor()

describe('a plan that is typed', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan, open } = schedulePage(() => site)

  for (const schedule of [undefined, { mode: 'auto' }]) {
    const how = schedule ? 'where it schedules itself' : 'where nothing does'
    it(`makes a milestone of what takes no time, and a task of it again, ${how}`, async (t) => {
      const name = schedule ? 'points-auto' : 'points'
      const visit = await open(await plan(name, schedule), { width: 1440 })
      const { page } = visit
      const roof = async () =>
        (await ask<Task[]>('GET', `w/${name}/tasks`)).find(({ text }) => text === 'Roof')!
      const say = async (duration: string) => {
        await cell(page, 'Roof', 'duration').click()
        await isFocused(t, page, 'Roof duration')
        await page.keyboard.type(duration)
        await page.keyboard.press('Enter')
        await isFocused(t, page, 'Roof duration')
      }
      await say('0')
      await page.locator('.wx-bar.wx-milestone').filter({ hasText: 'Roof' }).waitFor()
      await t.waitFor(async () => assert.equal((await roof()).type, 'milestone'), patient)
      await cell(page, 'Roof', 'duration').filter({ hasText: '0d' }).waitFor()
      await say('1 week')
      await page.locator('.wx-bar.wx-task').filter({ hasText: 'Roof' }).waitFor()
      await t.waitFor(async () => {
        const { type, start, end } = await roof()
        const day = schedule ? '2026-03-07' : '2026-03-09'
        assert.deepEqual([type, start, end], ['task', '2026-03-02T00:00:00', `${day}T00:00:00`])
      }, patient)
      await cell(page, 'Roof', 'duration')
        .filter({ hasText: schedule ? '5d' : '7d' })
        .waitFor()
      await visit.close()
    })
  }

  it('has the focus where the selection is, also after something was refused', async (t) => {
    const visit = await open(await plan('refused'), { width: 1440 })
    const { page } = visit
    await cell(page, 'Dig', 'duration').click()
    await isFocused(t, page, 'Dig duration')
    await page.keyboard.type('soon')
    await page.keyboard.press('Enter')
    await page.getByText('Write whole days or weeks').waitFor()
    await page.keyboard.press('Escape')
    await isFocused(t, page, 'Dig duration')
    await page.keyboard.press('ArrowDown')
    await isFocused(t, page, 'Lay duration')
    await page.keyboard.press('ArrowDown')
    await isFocused(t, page, 'Roof duration')
    await page.keyboard.type('4')
    await page.keyboard.press('Enter')
    await cell(page, 'Roof', 'duration').filter({ hasText: '4d' }).waitFor()
    await visit.close()
  })

  it('is gone through by pages, to its ends, and selected whole', async (t) => {
    await ask('POST', 'workspaces', { name: 'long' })
    const batch = Array.from({ length: 60 }, (_, at) => ({
      url: 'tasks',
      method: 'POST',
      data: { text: at === 0 ? 'Dig' : `Step ${at}`, start: '2026-03-02T00:00:00', duration: 1 },
    }))
    await ask('POST', 'w/long/batch', batch)
    const visit = await site.openPage({ path: 'w/long/#/gantt', width: 1440, height: 800 })
    const { page } = visit
    await row(page, 'Dig').waitFor()
    await cell(page, 'Dig', 'text').click()
    await isFocused(t, page, 'Dig text')
    await page.keyboard.press('Control+End')
    await isFocused(t, page, 'Step 59 text')
    await page.keyboard.press('PageUp')
    const seen = await page.locator('.gantt-stage .wx-table-container').boundingBox()
    const by = Math.floor((seen!.height - 60) / 36) - 1
    await isFocused(t, page, `Step ${59 - by} text`)
    await page.keyboard.press('PageDown')
    await isFocused(t, page, 'Step 59 text')
    await page.keyboard.press('Control+Home')
    await isFocused(t, page, 'Dig text')
    await page.keyboard.press('Shift+PageDown')
    await selectedCount(page, `${by + 1} tasks selected`)
    await page.keyboard.press('Control+Shift+End')
    await isFocused(t, page, 'Step 59 text')
    await selectedCount(page, '60 tasks selected')
    await page.keyboard.press('Control+Home')
    await isFocused(t, page, 'Dig text')
    await page.keyboard.press('Control+a')
    await selectedCount(page, '60 tasks selected')
    await isFocused(t, page, 'Dig text')
    await screenshot(page, 'plan-all-selected')
    assert.equal(await field(page).count(), 0)
    await visit.close()
  })

  it('says what somebody else wrote into a cell meanwhile, and can have that', async (t) => {
    const made = await plan('twice')
    const { name, dig, lay } = made
    const visit = await open(made, { width: 1440 })
    const { page } = visit
    const storedIs = (text: string) =>
      t.waitFor(async () => {
        const task = await ask<Task>('GET', `w/${name}/tasks/${dig}/self`)
        assert.equal(task.text, text)
      }, patient)
    await cell(page, 'Dig', 'text').click()
    await isFocused(t, page, 'Dig text')
    await page.keyboard.press('F2')
    await field(page).fill('Excavate')
    await ask('PUT', `w/${name}/tasks/${dig}`, { text: 'Dig deep' })
    // What comes after it is there, so that is, too.
    await ask('PUT', `w/${name}/tasks/${lay}`, { text: 'Lay later' })
    await cell(page, 'Lay later', 'text').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Somebody else wrote “Dig deep” into this cell').waitFor()
    await screenshot(page, 'plan-overwritten')
    await storedIs('Excavate')
    await page.getByRole('button', { name: 'Take theirs' }).click()
    await cell(page, 'Dig deep', 'text').waitFor()
    await storedIs('Dig deep')

    // What nobody else has touched is nothing to tell of.
    await cell(page, 'Roof', 'text').click()
    await isFocused(t, page, 'Roof text')
    await page.keyboard.press('F2')
    await field(page).fill('Thatch')
    await page.keyboard.press('Enter')
    await cell(page, 'Thatch', 'text').waitFor()
    assert.equal(await page.getByText('Somebody else wrote').count(), 0)
    await visit.close()
  })
})
