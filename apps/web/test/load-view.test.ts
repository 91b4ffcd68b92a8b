import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { schedulePage } from './schedule-page.ts'
import type { Plan } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'People and their load' })
const nameOf = (page: Page, name: string) => panel(page).getByRole('rowheader', { name })
const rowOf = (page: Page, name: string) =>
  panel(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })
const cells = (page: Page, name: string, load: string) =>
  rowOf(page, name).getByRole('gridcell', { name: load, exact: true })
const tooMuch = '16 h of 8 h, 8 h too much'

async function showPeople(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'People and their load' }).click()
  await panel(page).getByRole('grid').waitFor()
}

describe('the people of a plan', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  const { ask, plan, open } = schedulePage(() => site)

  /** Ann digs and lays at once from Monday to Tuesday, Bob in a team does nothing. */
  async function people(name: string, schedule?: object): Promise<Plan & { ann: number }> {
    const made = await plan(name, schedule)
    const add = async (path: string, body: object) =>
      (await ask<{ id: number }>('POST', `w/${name}/${path}`, body)).id
    const team = await add('resources', { name: 'Team' })
    const ann = await add('resources', { name: 'Ann', parent: team })
    await add('resources', { name: 'Bob', parent: team, maxUnits: 50 })
    await add('assignments', { task: made.dig, resource: ann })
    await add('assignments', { task: made.lay, resource: ann })
    return { ...made, ann }
  }

  it('are shown with their load below the chart, red where it is too much, and lead to their tasks', async () => {
    const made = await people('load')
    const visit = await open(made)
    const { page } = visit
    await showPeople(page)
    await cells(page, 'Ann', tooMuch).nth(1).waitFor()
    assert.equal(await cells(page, 'Ann', tooMuch).count(), 2)
    assert.equal(await cells(page, 'Ann', '8 h of 8 h').count(), 1)
    assert.equal(await cells(page, 'Team', '16 h of 12 h, 8 h too much').count(), 2)
    const colours = (load: string) =>
      cells(page, 'Ann', load)
        .first()
        .evaluate((one) => getComputedStyle(one).backgroundColor.match(/\d+/g)!.map(Number))
    const [red = 0, green = 0, blue = 0] = await colours(tooMuch)
    assert.ok(red > green + 30 && red > blue + 30, 'what is too much is red')
    const [lessRed = 0, , moreBlue = 0] = await colours('8 h of 8 h')
    assert.ok(lessRed < moreBlue, 'what is not is no red')
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'load-days')

    await cells(page, 'Ann', tooMuch).first().click()
    const dialog = page.getByRole('dialog', { name: /^Ann: Monday/ })
    await dialog.getByRole('button', { name: '“Lay”' }).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'load-tasks')
    await dialog.getByRole('button', { name: '“Lay”' }).click()
    await page.waitForURL(new RegExp(`#/gantt/${made.lay}`))
    await visit.close()
  })

  it('take as much of the window as they need, and leave the rest to the chart', async (t) => {
    const made = await people('load-few')
    const visit = await open(made, { width: 1440, height: 900 })
    const { page } = visit
    await showPeople(page)
    await cells(page, 'Ann', tooMuch).first().waitFor()
    const below = async (last: string) => {
      const rowBox = (await panel(page).getByRole('row').filter({ hasText: last }).boundingBox())!
      const box = (await panel(page).boundingBox())!
      return { room: box.y + box.height - rowBox.y - rowBox.height, height: box.height }
    }
    await t.waitFor(async () => {
      const { room } = await below('Bob')
      assert.ok(room >= 0 && room < 30, `${room} px below the last`)
    }, patient)
    await screenshot(page, 'load-few')
    const many = Array.from({ length: 40 }, (_, index) => ({
      url: 'resources',
      method: 'POST',
      data: { name: `Person ${index}` },
    }))
    await ask('POST', 'w/load-few/batch', many)
    await panel(page).getByText('Person 3', { exact: true }).waitFor()
    await t.waitFor(async () => {
      const { height } = (await panel(page).boundingBox())!
      assert.ok(height > 300 && height < 400, `${height} px of people`)
    }, patient)
    await visit.close()
  })

  it('are followed while others change the plan, by hours and percent', async () => {
    const made = await people('load-live')
    const visit = await open(made)
    const { page } = visit
    await showPeople(page)
    await cells(page, 'Ann', tooMuch).nth(1).waitFor()

    await ask('PUT', `w/load-live/resources/${made.ann}`, { maxUnits: 200 })
    await cells(page, 'Ann', '16 h of 16 h').nth(1).waitFor()
    await cells(page, 'Ann', tooMuch).first().waitFor({ state: 'detached' })
    await panel(page).getByLabel('Load in').selectOption('Percent')
    await cells(page, 'Ann', '16 h of 16 h').first().filter({ hasText: '100%' }).waitFor()
    await ask('DELETE', `w/load-live/tasks/${made.lay}`)
    await cells(page, 'Ann', '8 h of 16 h').nth(2).waitFor()
    await visit.close()
  })

  it('are added, changed and deleted, each with a way back', async () => {
    const made = await people('load-people')
    await ask('POST', 'w/load-people/calendars', {
      name: 'Mondays',
      week: { mon: [['08:00', '12:00']] },
    })
    const visit = await open(made)
    const { page } = visit
    await showPeople(page)

    await panel(page).getByRole('button', { name: 'Add a person' }).click()
    const added = page.getByRole('dialog', { name: 'A new person' })
    await added.getByLabel('Name').fill('Cem')
    await added.getByLabel('Capacity in percent').fill('75')
    assert.deepEqual(await axeViolations(page), [])
    await added.getByRole('button', { name: 'Add' }).click()
    await page.getByText('Cem was added.').waitFor()
    await nameOf(page, 'Cem').filter({ hasText: '75%' }).waitFor()

    await nameOf(page, 'Ann').click()
    const dialog = page.getByRole('dialog', { name: 'Ann' })
    await dialog.getByLabel('Name').fill('Anna')
    await dialog.getByLabel('Calendar').selectOption('Mondays')
    await screenshot(page, 'load-person')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await cells(page, 'Anna', '8 h of 4 h, 4 h too much').waitFor()
    await nameOf(page, 'Anna').filter({ hasText: 'Mondays' }).waitFor()

    await nameOf(page, 'Anna').click()
    await page
      .getByRole('dialog', { name: 'Anna' })
      .getByRole('button', { name: /^Delete/ })
      .click()
    await nameOf(page, 'Anna').waitFor({ state: 'detached' })
    await page
      .getByRole('status')
      .filter({ hasText: 'Anna was deleted.' })
      .getByRole('button', { name: 'Undo' })
      .click()
    await cells(page, 'Anna', '8 h of 4 h, 4 h too much').waitFor()
    await visit.close()
  })

  it('are reached by keys, of which none is meant for the plan', async () => {
    const made = await people('load-keys')
    const visit = await open(made, {}, `/${made.dig}`)
    const { page } = visit
    await showPeople(page)
    await cells(page, 'Ann', tooMuch).first().waitFor()
    await page.keyboard.press('Tab')
    const focused = page.locator('.load-panel :focus')
    await panel(page).getByRole('button', { name: 'Add a person' }).focus()
    await page.keyboard.press('Tab')
    await focused.filter({ hasText: 'Team' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await focused.filter({ hasText: 'Ann' }).waitFor()
    await page.keyboard.press('Delete')
    for (let steps = 0; (await focused.getAttribute('aria-label')) !== tooMuch; steps++) {
      assert.ok(steps < 10)
      await page.keyboard.press('ArrowRight')
    }
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: /^Ann: Monday/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('End')
    const last = await panel(page).locator('[aria-colcount]').getAttribute('aria-colcount')
    await focused.and(page.locator(`[aria-colindex="${last}"]`)).waitFor()
    assert.deepEqual(await ask<unknown[]>('GET', 'w/load-keys/tasks').then((all) => all.length), 3)
    await visit.close()
  })

  it('are a hundred in a plan of a year, of whom only some are drawn', async () => {
    const made = await people('load-many')
    const items = Array.from({ length: 100 }, (_, i) => [
      { url: 'resources', method: 'POST', data: { id: `temp://r${i}`, name: `Person ${i}` } },
      {
        url: 'assignments',
        method: 'POST',
        data: { task: made.roof, resource: `temp://r${i}`, units: 10 + i },
      },
    ]).flat()
    await ask('POST', 'w/load-many/batch?atomic=true', items)
    await ask('PUT', `w/load-many/tasks/${made.roof}`, { end: '2027-03-02T00:00:00' })
    const visit = await open(made)
    const { page } = visit
    await showPeople(page)
    await cells(page, 'Person 0', '0.8 h of 8 h').first().waitFor()
    assert.ok((await page.locator('.load-cell').count()) < 1000)
    await nameOf(page, 'Person 0').focus()
    for (let i = 0; i < 30; i++) await page.keyboard.press('PageDown')
    await cells(page, 'Person 99', '8.7 h of 8 h, 0.7 h too much').first().waitFor()
    await page.keyboard.press('End')
    await page.getByRole('columnheader', { name: /1 March 2027/ }).waitFor()
    await screenshot(page, 'load-many')

    await page.getByLabel('Zoom', { exact: true }).selectOption('Weeks')
    await cells(page, 'Person 99', '43.6 h of 40 h, 3.6 h too much').first().waitFor()
    assert.ok((await cells(page, 'Person 99', '43.6 h of 40 h, 3.6 h too much').count()) > 5)
    await screenshot(page, 'load-weeks')
    await visit.close()
  })

  it('are shown on a phone, and in the dark', async () => {
    const made = await people('load-phone')
    const visit = await open(made, { width: 390, height: 800, colorScheme: 'dark' })
    const { page } = visit
    await showPeople(page)
    await nameOf(page, 'Ann').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'load-phone')
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
    await cells(page, 'Ann', tooMuch).first().click()
    await page.getByRole('dialog', { name: /^Ann: Monday/ }).waitFor()
    await screenshot(page, 'load-phone-tasks')
    await visit.close()
  })

  it('are levelled: before and after are told, accepted as one step, and taken back', async () => {
    const made = await people('load-level', { mode: 'auto' })
    await ask('POST', 'w/load-level/assignments', { task: made.roof, resource: made.ann })
    const visit = await open(made)
    const { page } = visit
    await showPeople(page)
    await cells(page, 'Ann', tooMuch).waitFor()
    await panel(page).getByRole('button', { name: 'Level…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Level the plan' })
    await dialog.getByRole('row', { name: 'Too much at once once never' }).waitFor()
    await dialog.getByText(/would move\.$/).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'load-level')
    await dialog.getByRole('button', { name: 'Accept' }).click()

    await page.getByText(/^The plan was levelled\. /).waitFor()
    await cells(page, 'Ann', tooMuch).waitFor({ state: 'detached' })
    await cells(page, 'Ann', '8 h of 8 h').nth(5).waitFor()
    await screenshot(page, 'load-levelled')
    await page.getByRole('button', { name: 'Undo' }).click()
    await cells(page, 'Ann', tooMuch).waitFor()
    await visit.close()
  })

  it('can be left alone while it is being looked for how to level them', async () => {
    const made = await people('load-leave', { mode: 'auto' })
    const visit = await open(made)
    const { page } = visit
    // The search itself is over too soon to be left.
    await page.route('**/schedule/level', () => {})
    await showPeople(page)
    const asked = page.waitForRequest('**/schedule/level')
    const ended = page.waitForEvent('requestfailed', (one) => one.url().endsWith('/schedule/level'))
    await panel(page).getByRole('button', { name: 'Level…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Level the plan' })
    await dialog.getByText('Looking for a good order …').waitFor()
    await asked
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    assert.match((await ended).failure()?.errorText ?? '', /ABORTED/)
    await dialog.waitFor({ state: 'detached' })

    await ask('PUT', 'w/load-leave/schedule', { mode: 'off' })
    await panel(page).getByRole('button', { name: 'Level…' }).waitFor({ state: 'detached' })
    await visit.close()
  })
})
