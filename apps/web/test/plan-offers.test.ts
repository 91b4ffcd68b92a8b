import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { cell, field, isFocused } from './grid-page.ts'
import { schedulePage } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

const offers = (page: Page) => page.getByRole('listbox', { name: 'Tasks' }).getByRole('option')

describe('predecessors that are typed', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan, open } = schedulePage(() => site)

  async function opened(name: string, { width = 1440 } = {}) {
    const made = await plan(name)
    const { id: house } = await ask<{ id: number }>('POST', `w/${name}/tasks`, { text: 'House' })
    for (const text of ['Walls', 'Wall paper', 'Äußere Wand']) {
      await ask('POST', `w/${name}/tasks`, { text, parent: house, duration: 1 })
    }
    await ask('PUT', `w/${name}/tasks/${house}`, { open: true, type: 'summary' })
    const visit = await open(made, { width })
    const { page } = visit
    await page.getByRole('button', { name: 'Columns' }).click()
    const dialog = page.getByRole('dialog', { name: 'Columns' })
    await dialog.getByLabel('Predecessors', { exact: true }).check()
    await dialog.getByRole('button', { name: 'Show' }).click()
    const are = (t: { waitFor: Function }, ...texts: string[]) =>
      t.waitFor(async () => {
        const found = await offers(page).allInnerTexts()
        assert.deepEqual(
          found.map((text) =>
            text
              .split(/\s*\n\s*/)
              .filter(Boolean)
              .join(' '),
          ),
          texts,
        )
      }, patient)
    return { visit, page, are, name }
  }

  it('are offered by name, and Enter takes the one that is meant', async (t) => {
    const { visit, page, are } = await opened('named')
    await cell(page, 'Roof', 'predecessors').click()
    await page.keyboard.type('wall')
    await are(t, '4.1 Walls House', '4.2 Wall paper House')
    assert.equal(await field(page).getAttribute('aria-expanded'), 'true')
    await page.keyboard.press('ArrowDown')
    await screenshot(page, 'plan-offers')
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Enter')
    assert.equal(await field(page).inputValue(), '4.2')
    await page.keyboard.type('SS+1d, aussere')
    await are(t)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('4.2SS+1d, aus')
    await are(t)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('4.2SS+1d, au')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('wand')
    await are(t, '4.3 Äußere Wand House')
    await page.keyboard.press('Enter')
    assert.equal(await field(page).inputValue(), '4.2SS+1d, 4.3')
    await page.keyboard.press('Enter')
    await cell(page, 'Roof', 'predecessors')
      .filter({ hasText: /^4\.2SS\+1d, 4\.3$/ })
      .waitFor()
    await isFocused(t, page, 'House predecessors')
    assert.equal(await offers(page).count(), 0)
    await visit.close()
  })

  it('are told by their names while a number is typed, and Enter takes what was typed', async (t) => {
    const { visit, page, are } = await opened('numbered')
    await cell(page, 'Roof', 'predecessors').click()
    // Nobody waits for what waits for it, nor for what it is part of.
    await page.keyboard.press('F2')
    await are(t, '2 Lay', '1 Dig')
    await page.keyboard.type('1')
    await are(t, '1 Dig')
    await page.keyboard.press('Enter')
    await cell(page, 'Roof', 'predecessors').filter({ hasText: /^1$/ }).waitFor()
    await isFocused(t, page, 'House predecessors')

    await cell(page, 'Dig', 'predecessors').click()
    await page.keyboard.press('F2')
    await page.keyboard.type('Lay')
    await are(t)
    await page.keyboard.press('Escape')
    await isFocused(t, page, 'Dig predecessors')
    await visit.close()
  })

  it('are taken by a click, which leaves the keyboard in the field', async (t) => {
    const { visit, page, are } = await opened('clicked', { width: 1024 })
    await cell(page, 'Roof', 'predecessors').click()
    await page.keyboard.type('dig')
    await are(t, '1 Dig')
    await offers(page).first().click()
    assert.equal(await field(page).inputValue(), '1')
    await page.keyboard.type('FS+2d')
    await page.keyboard.press('Tab')
    await cell(page, 'Roof', 'predecessors')
      .filter({ hasText: /^1FS\+2d$/ })
      .waitFor()
    await visit.close()
  })
})
