import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Baseline } from '@triptych/contract/baselines'
import type { Page } from 'playwright-core'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { schedulePage, startOf } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

const button = (page: Page) => page.getByRole('button', { name: /^Baselines/ })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Baselines' })
const bar = (page: Page, id: number) => page.locator(`.wx-bar[data-id="${id}"]`)

describe('baselines on the page', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  const { ask, plan, open } = schedulePage(() => site)

  it('are set and shown below the bars, and the tip and the list tell what has slipped', async () => {
    const made = await plan('baselines')
    const { name, dig, roof } = made
    const inspect = await ask<{ id: number }>('POST', `w/${name}/tasks`, {
      text: 'Inspect',
      type: 'milestone',
      start: '2026-03-06T00:00:00',
    })
    const [ours, theirs] = [await open(made), await open(made)]
    const { page } = ours
    await button(page).click()
    await dialog(page).getByText('There is none yet.').waitFor()
    await dialog(page).getByLabel('Name of a new one').fill('As agreed')
    await page.keyboard.press('Enter')
    await page.getByText('The baseline was set.').waitFor()
    await dialog(page)
      .getByRole('radio', { name: /^As agreed/, checked: true })
      .waitFor()
    await dialog(page).getByText('All tasks are where they were.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Baselines: As agreed' }).waitFor()
    await bar(page, dig).locator('.base-bar').waitFor({ state: 'attached' })

    await ask('PUT', `w/${name}/tasks/${dig}`, {
      start: '2026-03-03T00:00:00',
      end: '2026-03-10T00:00:00',
    })
    await ask('PUT', `w/${name}/tasks/${inspect.id}`, { start: '2026-03-09T00:00:00' })
    await startOf(page, 'Dig').filter({ hasText: '03 Mar 2026' }).waitFor()

    // From Monday to Wednesday, however long it is now and wherever it begins.
    const [now, then, other] = await Promise.all(
      [bar(page, dig), bar(page, dig).locator('.base-bar'), bar(page, roof)].map((one) =>
        one.boundingBox(),
      ),
    )
    assert.ok(Math.abs(then!.x - other!.x) <= 2, `${then!.x} ${other!.x}`)
    assert.ok(Math.abs(then!.width - 3 * other!.width) <= 4, `${then!.width} ${other!.width}`)
    assert.ok(then!.x < now!.x && then!.y >= now!.y + now!.height - 1)
    const diamond = await bar(page, inspect.id).locator('.base-milestone').boundingBox()
    const whole = await bar(page, inspect.id).boundingBox()
    assert.ok(diamond!.x + diamond!.width < whole!.x)

    await bar(page, dig).hover()
    await page.getByText('As agreed: starts 1 day later, ends 3 days later').waitFor()
    await screenshot(page, 'baselines-bars')

    await button(page).click()
    const slipped = dialog(page).getByRole('listitem')
    await slipped.filter({ hasText: 'Dig' }).filter({ hasText: 'ends 3 days later' }).waitFor()
    await dialog(page).getByText('The plan ends 2 days later.').waitFor()
    assert.deepEqual(
      (await slipped.getByRole('button').allTextContents()).map((text) => text.trim()),
      ['Dig', 'Inspect'],
    )
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'baselines-dialog')
    await slipped.getByRole('button', { name: 'Dig' }).click()
    await page.waitForURL(new RegExp(`#/gantt/${dig}$`))
    await dialog(page).waitFor({ state: 'detached' })

    await page.reload()
    await page.getByRole('button', { name: 'Baselines: As agreed' }).waitFor()
    await bar(page, dig).locator('.base-bar').waitFor({ state: 'attached' })

    // Others have it in their list, and look at what they like.
    assert.equal(await theirs.page.locator('.base-bar').count(), 0)
    await button(theirs.page).click()
    await dialog(theirs.page)
      .getByRole('radio', { name: /^As agreed/ })
      .check()
    await bar(theirs.page, dig).locator('.base-bar').waitFor({ state: 'attached' })
    for (const visit of [ours, theirs]) await visit.close()
  })

  it('are renamed and deleted, which others see at once and which can be taken back', async () => {
    const made = await plan('baselines-kept')
    const { name, roof } = made
    await ask('POST', `w/${name}/baselines`, { name: 'First' })
    await ask('PUT', `w/${name}/tasks/${roof}`, {
      start: '2026-03-04T00:00:00',
      end: '2026-03-05T00:00:00',
    })
    await ask('POST', `w/${name}/baselines`, { name: 'Second' })
    const [ours, theirs] = [await open(made), await open(made)]
    const { page } = ours
    for (const visit of [ours, theirs]) {
      await button(visit.page).click()
      await dialog(visit.page)
        .getByRole('radio', { name: /^First/ })
        .check()
    }
    await dialog(page).getByLabel('Compare “First” with').selectOption('Second')
    await dialog(page).getByText('In “Second” the plan ends on time.').waitFor()
    await dialog(page).getByRole('listitem').filter({ hasText: '2 days later' }).waitFor()

    await dialog(page).getByRole('button', { name: 'Rename First' }).click()
    await dialog(page).getByLabel('New name of First').fill('Contract')
    await page.keyboard.press('Enter')
    for (const visit of [ours, theirs]) {
      await dialog(visit.page)
        .getByRole('radio', { name: /^Contract/ })
        .waitFor()
    }
    await dialog(page).getByRole('button', { name: 'Rename Contract' }).click()
    await page.keyboard.press('Escape')
    await dialog(page).getByRole('button', { name: 'Delete Contract' }).click()
    await page.getByText('“Contract” was deleted.').waitFor()
    for (const visit of [ours, theirs]) {
      await dialog(visit.page)
        .getByRole('radio', { name: /^Contract/ })
        .waitFor({ state: 'detached' })
      await dialog(visit.page).getByRole('radio', { name: 'None', checked: true }).waitFor()
    }
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Baselines: Contract' }).waitFor()
    await dialog(theirs.page)
      .getByRole('radio', { name: /^Contract/, checked: true })
      .waitFor()
    const all = await ask<Baseline[]>('GET', `w/${name}/baselines`)
    assert.deepEqual(
      all.map((one) => one.name),
      ['Contract', 'Second'],
    )
    for (const visit of [ours, theirs]) await visit.close()
  })

  it('are not offered to be taken back when a key has done so', async () => {
    const visit = await open(await plan('baselines-back'), { width: 1440 })
    // Until the page hears that it is gone it may ask once more how the plan stands to it.
    visit.allow(/404.*\/baselines\/1\/compare/)
    const { page } = visit
    // A message goes by itself after a while; here only what is done takes it away.
    await page.evaluate(() => {
      const wait = window.setTimeout
      Object.assign(window, {
        setTimeout: (go: TimerHandler, ms?: number) => (ms === 12_000 ? 0 : wait(go, ms)),
      })
    })
    await button(page).click()
    await dialog(page).getByLabel('Name of a new one').fill('As agreed')
    await page.keyboard.press('Enter')
    await page.getByText('The baseline was set.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Baselines: As agreed' }).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: 'Baselines', exact: true }).waitFor()
    await page.getByText('The baseline was set.').waitFor({ state: 'detached' })
    await visit.close()
  })

  it('fit on a phone, and in the dark', async () => {
    const made = await plan('baselines-phone')
    const { name, dig } = made
    await ask('POST', `w/${name}/baselines`, { name: 'What we agreed on with the neighbours' })
    await ask('PUT', `w/${name}/tasks/${dig}`, {
      start: '2026-03-03T00:00:00',
      end: '2026-03-10T00:00:00',
    })
    const visit = await open(made, { width: 390, height: 800, colorScheme: 'dark' })
    const { page } = visit
    const tools = page.getByRole('toolbar', { name: 'View of the plan' })
    const box = await tools.boundingBox()
    assert.ok(box!.x >= 0 && box!.x + box!.width <= 390, JSON.stringify(box))
    await button(page).click()
    await dialog(page)
      .getByRole('radio', { name: /^What we agreed/ })
      .check()
    await dialog(page).getByRole('listitem').filter({ hasText: 'Dig' }).waitFor()
    assert.equal(
      await dialog(page).evaluate((element) => element.scrollWidth <= element.clientWidth),
      true,
    )
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'baselines-phone')
    await page.keyboard.press('Escape')
    await screenshot(page, 'baselines-phone-bars')
    await visit.close()
  })
})
