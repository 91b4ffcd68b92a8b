import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { field, isFocused, type } from './grid-page.ts'
import { screenshot } from './screenshot.ts'
import { row, schedulePage } from './schedule-page.ts'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'

const bar = (page: Page, name: string) =>
  page.locator('.wx-bars .wx-bar[data-id]').filter({ hasText: name })
const colourOf = (page: Page, name: string) =>
  bar(page, name).evaluate((one) => getComputedStyle(one).backgroundColor)

describe('people of a plan', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan, open } = schedulePage(() => site)

  it('are added where a task is edited, assigned at once, and colour the bars', async (t) => {
    const made = await plan('crew')
    // Wide enough for the columns beside the panel.
    const visit = await open(made, { width: 1800 }, `/${made.dig}`)
    const { page } = visit
    await bar(page, 'Dig').dblclick()
    await page.locator('.wx-gantt-editor').getByText('Team', { exact: true }).click()
    await page.getByText('There is nobody to choose from yet.').waitFor()
    await page.getByLabel('Somebody new').fill('Ann Lee')
    await page.getByLabel('Colour', { exact: true }).selectOption('Purple')
    await page.getByLabel('Somebody new').press('Enter')
    await t.waitFor(
      async () => assert.ok(await page.getByRole('checkbox', { name: 'Ann Lee' }).isChecked()),
      patient,
    )
    assert.equal(await page.getByLabel('Somebody new').inputValue(), '')
    await row(page, 'Dig').getByRole('img', { name: 'Ann Lee' }).waitFor()

    await page.getByLabel('Colours of the bars').selectOption('Colours of people')
    const purple = 'rgb(123, 63, 196)'
    await t.waitFor(async () => assert.equal(await colourOf(page, 'Dig'), purple), patient)
    assert.notEqual(await colourOf(page, 'Lay'), purple)
    await page.getByLabel('Meaning of the colours').getByText('Ann Lee').waitFor()
    await screenshot(page, 'plan-people')
    assert.deepEqual(await axeViolations(page), [])

    await page.getByLabel('Colour of Ann Lee').selectOption('Green')
    const green = 'rgb(46, 125, 50)'
    await t.waitFor(async () => assert.equal(await colourOf(page, 'Dig'), green), patient)
    // The choice holds for the next time.
    await page.reload()
    await row(page, 'Dig').waitFor()
    await t.waitFor(async () => assert.equal(await colourOf(page, 'Dig'), green), patient)
    await page.getByLabel('Colours of the bars').selectOption('Colours of states')
    const red = 'rgb(192, 57, 43)'
    await t.waitFor(async () => assert.equal(await colourOf(page, 'Dig'), red), patient)
    await visit.close()
  })
  it('are added in the list, too, by a plus before their names', async (t) => {
    const made = await plan('listed')
    const visit = await open(made, { width: 1440 })
    const { page } = visit
    const team = (name: string) => row(page, name).getByRole('img')
    await type(page, 'Dig', 'team', 'Ann Lee')
    const problem = page.getByRole('alert').filter({ hasText: 'nobody called “Ann Lee”' })
    await problem.getByText('Write +Ann Lee to add them.').waitFor()
    await screenshot(page, 'plan-person-unknown')
    await field(page).fill('+Ann Lee, +Bo')
    await page.keyboard.press('Enter')
    await row(page, 'Dig').getByRole('img', { name: 'Ann Lee, Bo' }).waitFor()
    await isFocused(t, page, 'Lay team')
    // Known by now, and by the beginning of the name.
    await page.keyboard.type('ann')
    await page.keyboard.press('Enter')
    await row(page, 'Lay').getByRole('img', { name: 'Ann Lee' }).waitFor()
    const people = await ask<{ name: string; color: string }[]>('GET', 'w/listed/resources')
    assert.deepEqual(
      people.map(({ name }) => name),
      ['Ann Lee', 'Bo'],
    )
    assert.equal(new Set(people.map(({ color }) => color)).size, 2)
    await page.keyboard.press('Control+z')
    await team('Lay').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await team('Dig').waitFor({ state: 'detached' })
    await visit.close()
  })
})
