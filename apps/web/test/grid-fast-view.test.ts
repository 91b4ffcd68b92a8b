import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { cell, field, isFocused, isNext } from './grid-page.ts'
import { schedulePage } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

/** Keys of fast hands: none waits until the one before is seen. */
const keys = (page: Page, pressed: string) =>
  Promise.all(pressed.split(' ').map((key) => page.keyboard.press(key)))

describe('fast hands in the grid of the plan', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan, open } = schedulePage(() => site)

  const namesOf = async (name: string) =>
    (await ask<{ text: string }[]>('GET', `w/${name}/tasks`)).map(({ text }) => text)

  it('name one task after the other, each in its own row', async (t) => {
    const { name, ...made } = await plan('fast-names')
    const visit = await open({ name, ...made })
    const { page } = visit
    await cell(page, 'Dig', 'text').click()
    await isFocused(t, page, 'Dig text')
    await keys(page, 'T r e n c h Enter P i p e s Enter T i l e s Backspace Enter')
    await t.waitFor(
      async () => assert.deepEqual(await namesOf(name), ['Trench', 'Pipes', 'Tile']),
      patient,
    )
    await isNext(t, page, 'Tile')
    await screenshot(page, 'grid-fast')
    await visit.close()
  })

  it('edit the row to which the arrows lead', async (t) => {
    const { name, ...made } = await plan('fast-arrows')
    const visit = await open({ name, ...made })
    const { page } = visit
    await cell(page, 'Dig', 'text').click()
    await isFocused(t, page, 'Dig text')
    await keys(page, 'ArrowDown ArrowDown F2')
    await t.waitFor(async () => assert.equal(await field(page).inputValue(), 'Roof'), patient)
    await keys(page, 'Escape ArrowUp ArrowRight ArrowRight 4 Enter')
    await cell(page, 'Lay', 'duration').filter({ hasText: '4d' }).waitFor()
    await isFocused(t, page, 'Roof duration')
    assert.deepEqual(await namesOf(name), ['Dig', 'Lay', 'Roof'])
    await visit.close()
  })

  it('name a task that was just added', async (t) => {
    const { name, ...made } = await plan('fast-added')
    const visit = await open({ name, ...made })
    const { page } = visit
    await cell(page, 'Dig', 'text').click()
    await isFocused(t, page, 'Dig text')
    await keys(page, 'Insert F e n c e Enter')
    await t.waitFor(
      async () => assert.deepEqual(await namesOf(name), ['Dig', 'Fence', 'Lay', 'Roof']),
      patient,
    )
    await isNext(t, page, 'Fence')
    await visit.close()
  })

  it('type into the cell that they click, though Enter has led to another', async (t) => {
    const { name, ...made } = await plan('fast-click')
    const visit = await open({ name, ...made })
    const { page } = visit
    await cell(page, 'Dig', 'text').click()
    await isFocused(t, page, 'Dig text')
    await page.keyboard.type('Trench')
    const box = (await cell(page, 'Roof', 'text').boundingBox())!
    // A machine that is busy draws late.
    await page.evaluate(() => {
      const soon = requestAnimationFrame
      window.requestAnimationFrame = (draw) => Number(setTimeout(() => soon(draw), 400))
    })
    await page.keyboard.press('Enter')
    await page.mouse.click(box.x + 60, box.y + box.height / 2)
    await page.keyboard.type('Tower')
    await page.keyboard.press('Enter')
    await t.waitFor(
      async () => assert.deepEqual(await namesOf(name), ['Trench', 'Lay', 'Tower']),
      patient,
    )
    await visit.close()
  })

  it('type into the cell that they come back to by a click, before Enter has led away', async (t) => {
    const { name, ...made } = await plan('back-click')
    const visit = await open({ name, ...made })
    const { page } = visit
    await cell(page, 'Dig', 'text').click()
    await isFocused(t, page, 'Dig text')
    const place = await cell(page, 'Dig', 'text').getAttribute('data-row-id')
    await page.keyboard.type('Trench')
    // A click that comes when the focus was sent on, and nothing of it was drawn yet.
    await page.evaluate((id) => {
      const soon = requestAnimationFrame
      let frames = 0
      window.requestAnimationFrame = (draw) =>
        soon((time) => {
          draw(time)
          // The first looks whether the focus is there, the second sends it.
          if (++frames !== 2) return
          const at = `[data-row-id="${CSS.escape(id!)}"][data-col-id$="text"]`
          const back = document.querySelector<HTMLElement>(at)!
          back.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
          back.focus()
          back.click()
        })
    }, place)
    await page.keyboard.press('Enter')
    await t.waitFor(async () => assert.equal(await page.locator('.gantt-cell-input').count(), 0))
    await page.keyboard.type('Tower')
    await page.keyboard.press('Enter')
    await t.waitFor(
      async () => assert.deepEqual(await namesOf(name), ['Tower', 'Lay', 'Roof']),
      patient,
    )
    await visit.close()
  })
})
