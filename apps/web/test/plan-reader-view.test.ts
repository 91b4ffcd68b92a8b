import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { isFit, openAccountsSite } from './accounts-site.ts'
import type { AccountsSite } from './accounts-site.ts'
import { cannotBrowse } from './browser.ts'
import { isFocused } from './grid-page.ts'

const editor = (page: Page) => page.locator('.wx-gantt-editor')
const tab = (page: Page, name: string) => editor(page).getByText(name, { exact: true })
const name = (page: Page) => page.getByPlaceholder('Add task name')
const bar = (page: Page, text: string) =>
  page.locator('.wx-bars [data-task-id]').filter({ hasText: text }).first()
const row = (page: Page, text: string) =>
  page.getByRole('treegrid', { name: 'Tasks' }).getByRole('row').filter({ hasText: text }).first()

describe('a plan for those who may only read it', { skip: cannotBrowse }, () => {
  let site: AccountsSite
  before(async () => {
    site = await openAccountsSite()
    await site.invite('Rita', 'reader')
    await site.invite('Cora', 'commenter')
  })
  after(() => site.stop())

  it('opens a task with everything in it, to look at', async (t) => {
    const stored = await site.ask<object[]>('GET', 'tasks')
    const visit = await site.visitAs('Rita', { path: '#/gantt' })
    const { page } = visit
    await bar(page, 'Draw the plan').dblclick()
    await t.waitFor(async () => {
      assert.equal(await name(page).inputValue(), 'Draw the plan')
      assert.ok(await name(page).isDisabled())
    }, patient)
    for (const label of ['Start date', 'Last day', 'Duration']) {
      assert.ok(await editor(page).getByLabel(label).isDisabled(), label)
    }
    assert.equal(await editor(page).getByRole('button', { name: 'Delete' }).count(), 0)
    await isFit(page, 'plan-reader-general')
    await tab(page, 'Scheduling').click()
    await editor(page).getByLabel('Deadline').waitFor()
    for (const label of ['Deadline', 'Constraint', 'Scheduled', 'Working time', 'Priority']) {
      assert.ok(await editor(page).getByLabel(label, { exact: true }).isDisabled(), label)
    }
    await isFit(page, 'plan-reader-scheduling')
    await tab(page, 'Team').click()
    await editor(page).getByRole('checkbox', { name: 'Boris Feld' }).waitFor()
    assert.equal(await editor(page).locator('input[type="checkbox"]:enabled').count(), 0)
    await tab(page, 'Comments').click()
    await editor(page).getByText('Nobody has said anything yet.').waitFor()
    assert.equal(await editor(page).getByRole('textbox').count(), 0)
    await editor(page).getByRole('button', { name: 'Close' }).click()
    await editor(page).waitFor({ state: 'detached' })

    await row(page, 'Survey').dblclick()
    await editor(page).waitFor()
    await page.waitForURL(/#\/gantt\/8\?edit=/)
    await editor(page).getByRole('button', { name: 'Close' }).click()
    await row(page, 'Survey').click({ button: 'right' })
    await page.locator('.wx-menu').getByText('Details…').click()
    await editor(page).waitFor()
    assert.deepEqual(await site.ask('GET', 'tasks'), stored)
    // Nothing was refused, as nothing was asked.
    await visit.close()
  })

  it('has nothing to take hold of, no key that changes it, and says why', async () => {
    const stored = await site.ask<object[]>('GET', 'tasks')
    const links = await site.ask<object[]>('GET', 'links')
    const visit = await site.visitAs('Rita', { path: '#/gantt' })
    const { page } = visit
    await page.getByText('You may only read this plan.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'New task' }).count(), 0)
    await bar(page, 'Draw the plan').hover()
    const handles = page.locator('.wx-bars :is(.wx-link, .wx-progress-marker):visible')
    assert.equal(await handles.count(), 0)

    await row(page, 'Survey').locator('[data-col-id=":text"]').click()
    const keys = ['F2', 'x', 'Enter', 'Insert', 'Delete', 'Backspace', 'Alt+Shift+ArrowRight']
    for (const key of [...keys, 'Shift+ArrowDown', 'Control+c', 'Control+v', 'Control+x']) {
      await page.keyboard.press(key)
    }
    assert.equal(await page.locator('.gantt-cell-input, dialog[open]').count(), 0)
    await bar(page, 'Survey').hover()
    const { x, y, width, height } = (await bar(page, 'Survey').boundingBox())!
    await page.mouse.down()
    await page.mouse.move(x + width / 2 + 90, y + height / 2, { steps: 4 })
    assert.equal(await page.locator('.gantt-drag-tip').count(), 0)
    await page.mouse.up()
    await isFit(page, 'plan-reader')
    assert.deepEqual(await site.ask('GET', 'tasks'), stored)
    assert.deepEqual(await site.ask('GET', 'links'), links)
    await visit.close()
  })

  it('is gone through by the same keys as one that may be changed', async (t) => {
    const [first] = await site.ask<{ text: string }[]>('GET', 'tasks')
    const visit = await site.visitAs('Rita', { path: '#/gantt' })
    const { page } = visit
    await row(page, 'Survey').locator('[data-col-id=":text"]').click()
    await isFocused(t, page, 'Survey text')
    await page.keyboard.press('ArrowRight')
    await isFocused(t, page, 'Survey start')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Control+Home')
    await isFocused(t, page, `${first!.text} text`)
    await page.keyboard.press('PageDown')
    await page.keyboard.press('PageUp')
    await isFocused(t, page, `${first!.text} text`)
    await visit.close()
  })

  it('takes a comment of somebody who may comment', async () => {
    const visit = await site.visitAs('Cora', { path: '#/gantt/9?edit=' })
    const { page } = visit
    await tab(page, 'Comments').click()
    await editor(page).getByRole('textbox').fill('Is the ground frozen?')
    await editor(page).getByRole('textbox').press('Control+Enter')
    await editor(page).locator('.text', { hasText: 'Is the ground frozen?' }).waitFor()
    await tab(page, 'General').click()
    assert.ok(await name(page).isDisabled())
    await visit.close()
  })
})
