import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site } from './browser.ts'
import { row, schedulePage, startOf } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

const button = (page: Page, mode: string) =>
  page.getByRole('button', { name: `Scheduling: ${mode}` })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Scheduling' })

describe('scheduling on the page', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())

  const { ask, plan, open } = schedulePage(() => site)

  it('is switched on, shows what has moved, tells how much, and is taken back', async () => {
    const made = await plan('switch')
    const [ours, theirs] = [await open(made), await open(made)]
    const { page } = ours
    await button(page, 'off').click()
    await dialog(page)
      .getByRole('radio', { name: /^Automatic/ })
      .check()
    await dialog(page).getByText('One task would move.').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await dialog(page).getByRole('button', { name: 'Save' }).click()

    await page.getByText('The scheduling was changed. One task has moved.').waitFor()
    for (const visit of [ours, theirs]) {
      await button(visit.page, 'automatic').waitFor()
      await startOf(visit.page, 'Lay').filter({ hasText: '05 Mar 2026' }).waitFor()
      await startOf(visit.page, 'Dig').filter({ hasText: '02 Mar 2026' }).waitFor()
    }
    await page.getByRole('button', { name: 'Undo' }).click()
    for (const visit of [ours, theirs]) {
      await button(visit.page, 'off').waitFor()
      await startOf(visit.page, 'Lay').filter({ hasText: '02 Mar 2026' }).waitFor()
      await visit.close()
    }
  })

  it('takes the start of the plan and a calendar', async () => {
    const made = await plan('start')
    const hours = [['09:00', '15:00']]
    const week = { mon: hours, tue: hours, wed: hours }
    await ask('POST', `w/${made.name}/calendars`, { name: 'Three days', week })
    const visit = await open(made)
    const { page } = visit
    await button(page, 'off').click()
    await dialog(page)
      .getByRole('radio', { name: /^Automatic/ })
      .check()
    await dialog(page).getByLabel('Start of the plan').fill('2026-03-01')
    await dialog(page).getByLabel('Working calendar').selectOption('Three days')
    await dialog(page).getByRole('button', { name: 'Save' }).click()

    await startOf(page, 'Lay').filter({ hasText: '10 Mar 2026' }).waitFor()
    const { mode, start, calendar } = await ask<Record<string, unknown>>('GET', 'w/start/schedule')
    assert.deepEqual([mode, start, calendar], ['auto', '2026-03-01T00:00:00', 1])
    await visit.close()
  })

  it('takes days as people of the place write them, and from a calendar of theirs', async (t) => {
    const { name } = await plan('days')
    const visit = await site.openPage({ path: `w/${name}/#/gantt`, locale: 'de-DE' })
    const { page } = visit
    await page.getByRole('button', { name: /^Terminplanung: / }).click()
    const asked = page.getByRole('dialog', { name: 'Terminplanung' })
    const day = asked.getByLabel('Statusdatum')
    await day.fill('9.3.26')
    await page.keyboard.press('Tab')
    assert.equal(await day.inputValue(), '9.3.2026')
    await day.press('ArrowDown')
    assert.equal(await day.inputValue(), '10.3.2026')

    await day.fill('bald')
    await asked.getByRole('button', { name: 'Speichern' }).click()
    await asked.getByRole('alert').filter({ hasText: 'Das ist kein Datum.' }).waitFor()
    await screenshot(page, 'schedule-no-day')
    await day.fill('10.3.2026')
    await asked.getByRole('button', { name: 'Tag auswählen' }).nth(1).click()
    await asked.locator('.day-popup').getByText('März 2026').waitFor()
    await t.waitFor(async () => {
      const { y, height } = (await asked.locator('.day-popup').boundingBox())!
      assert.ok(y >= 0 && y + height <= 800, `from ${y} to ${y + height}`)
    }, patient)
    await screenshot(page, 'schedule-day')
    assert.deepEqual(await axeViolations(page), [])
    await asked.locator('.day-popup').getByText('12', { exact: true }).click()
    await t.waitFor(async () => assert.equal(await day.inputValue(), '12.3.2026'), patient)
    // The calendar is gone, and the next key is for the field.
    await page.keyboard.press('ArrowDown')
    await asked.getByRole('button', { name: 'Speichern' }).click()
    await asked.waitFor({ state: 'detached' })
    const { statusDate } = await ask<Record<string, unknown>>('GET', `w/${name}/schedule`)
    assert.equal(statusDate, '2026-03-13T00:00:00')
    await visit.close()
  })

  it('takes calendars with hours and holidays, and shades the days off', async () => {
    const visit = await open(await plan('calendars', { mode: 'auto' }))
    const { page } = visit
    const calendars = page.getByRole('dialog', { name: 'Calendars' })
    const shaded = page.locator('.wx-scale .wx-cell.wx-weekend')
    await button(page, 'automatic').click()
    await dialog(page).getByRole('button', { name: 'Calendars' }).click()
    await calendars.getByLabel('Name').fill('Site')
    await calendars.getByLabel('Monday').fill('eight')
    await calendars.getByRole('button', { name: 'Save' }).click()
    await calendars.getByRole('alert').filter({ hasText: 'Monday: write hours' }).waitFor()
    await calendars.getByLabel('Monday').fill('8-12, 13-17')
    await calendars.getByLabel('Holiday').fill('Flood')
    await calendars.getByLabel('First day').fill('3.3.2026')
    await calendars.getByLabel('Last day').fill('4/3/26')
    await calendars.getByRole('button', { name: 'Add holiday' }).click()
    await calendars.getByRole('button', { name: /^Remove Flood/ }).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'schedule-calendars')
    await calendars.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The calendars were changed. No task has moved.').waitFor()
    assert.equal(await shaded.filter({ hasText: /^3$/ }).count(), 0)
    await calendars.waitFor({ state: 'detached' })
    await dialog(page).locator('option:checked', { hasText: 'Site' }).waitFor({ state: 'attached' })
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await startOf(page, 'Lay').filter({ hasText: '09 Mar 2026' }).waitFor()
    for (const day of [/^3$/, /^4$/, /^7$/]) await shaded.filter({ hasText: day }).first().waitFor()
    await screenshot(page, 'schedule-shaded')

    await button(page, 'automatic').click()
    await dialog(page).getByRole('button', { name: 'Calendars' }).click()
    await calendars.getByRole('button', { name: /^Remove Flood/ }).click()
    await calendars.getByRole('button', { name: 'Save' }).click()
    await startOf(page, 'Lay').filter({ hasText: '05 Mar 2026' }).waitFor()
    await visit.close()
  })

  it('keeps what was chosen while a calendar is made, and a holiday that was only typed', async (t) => {
    const visit = await open(await plan('typed-holiday'))
    const { page } = visit
    const calendars = page.getByRole('dialog', { name: 'Calendars' })
    await button(page, 'off').click()
    await dialog(page)
      .getByRole('radio', { name: /^Automatic/ })
      .check()
    await dialog(page).getByRole('button', { name: 'Calendars' }).click()
    await calendars.getByLabel('Name').fill('Site')
    const first = calendars.getByLabel('First day')
    await calendars.getByLabel('Holiday').fill('Flood')
    await page.keyboard.press('Enter')
    await calendars.getByRole('alert').filter({ hasText: 'Which day is the holiday?' }).waitFor()
    await first.fill('03/03/2026')
    const { width } = (await first.boundingBox())!
    assert.ok(width >= 130, `the day has ${width} px`)
    await screenshot(page, 'schedule-holiday-typed')
    await page.keyboard.press('Enter')
    await calendars.getByRole('button', { name: /^Remove Flood/ }).waitFor()
    await t.waitFor(async () => {
      assert.equal(await page.evaluate('document.activeElement.labels[0].innerText'), 'Holiday')
    }, patient)
    await page.keyboard.type('Storm')
    await first.fill('04/03/2026')
    await calendars.getByRole('button', { name: 'Save' }).click()
    await calendars.waitFor({ state: 'detached' })
    const automatic = dialog(page).getByRole('radio', { name: /^Automatic/ })
    assert.ok(await automatic.isChecked())
    await dialog(page).locator('option:checked', { hasText: 'Site' }).waitFor({ state: 'attached' })
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await startOf(page, 'Lay').filter({ hasText: '09 Mar 2026' }).waitFor()
    const [site] = await ask<{ exceptions: { name: string; from: string }[] }[]>(
      'GET',
      'w/typed-holiday/calendars',
    )
    assert.deepEqual(
      site!.exceptions.map(({ name, from }) => `${name} ${from}`),
      ['Flood 2026-03-03', 'Storm 2026-03-04'],
    )
    await visit.close()
  })

  it('marks a link that was just made as critical, too', async () => {
    const made = await plan('new-link', { mode: 'auto' })
    const visit = await open(made, { width: 1440 }, `/${made.roof}?edit=`)
    const { page } = visit
    const editor = page.locator('.wx-gantt-editor')
    const marked = page.locator('.wx-links [data-link-id][data-critical]')
    await page.getByRole('button', { name: 'Critical path' }).click()
    await marked.waitFor({ state: 'attached' })
    await editor.getByText('Links', { exact: true }).click()
    await editor.getByLabel('Name or number of the other task').fill('Lay')
    await page.keyboard.press('Enter')
    await marked.nth(1).waitFor({ state: 'attached' })
    await screenshot(page, 'schedule-new-link')
    await visit.close()
  })

  it('marks what is critical, with a legend, and follows the plan', async () => {
    const made = await plan('critical', { mode: 'auto' })
    const visit = await open(made)
    const { page } = visit
    const marked = page.locator('.wx-bar:has(.schedule-critical)')
    const toggle = page.getByRole('button', { name: 'Critical path' })
    await toggle.click()
    await marked.filter({ hasText: 'Lay' }).waitFor()
    await marked.filter({ hasText: 'Dig' }).waitFor()
    await page
      .locator(`[data-link-id="${made.link}"][data-critical]`)
      .waitFor({ state: 'attached' })
    await page.getByText('what is late here makes the whole plan late').waitFor()
    assert.equal(await marked.filter({ hasText: 'Roof' }).count(), 0)
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'schedule-critical')

    await ask('PUT', `w/critical/tasks/${made.roof}`, { length: 480 * 20 })
    await marked.filter({ hasText: 'Roof' }).waitFor()
    await marked.filter({ hasText: 'Dig' }).waitFor({ state: 'detached' })
    await toggle.click()
    await marked.first().waitFor({ state: 'detached' })
    await visit.close()
  })

  it('tells in the tip how much slack a task has, and why it stands there', async () => {
    const visit = await open(await plan('slack', { mode: 'auto' }))
    const { page } = visit
    const tip = page.getByRole('tooltip')
    const pointAt = async (name: string, text: string) => {
      const bar = page.locator('.wx-bars [data-task-id]').filter({ hasText: name })
      // It goes away while the chart is still being scrolled.
      for (let x = 8; (await tip.filter({ hasText: text }).count()) === 0; x = 8 + (x % 20)) {
        await bar.hover({ position: { x, y: 10 } })
        await page.waitForTimeout(400)
      }
    }
    await pointAt('Lay', 'Critical · Slack: 0 working days')
    await tip.getByText('Waits for “Dig”').waitFor()
    await pointAt('Roof', 'Slack: 4 working days')
    await visit.close()
  })

  it('tells the same to the keyboard, and to a finger', async (t) => {
    const made = await plan('focus', { mode: 'auto' })
    const visit = await open(made)
    const { page } = visit
    const tip = page.getByRole('tooltip')
    await row(page, 'Dig').getByText('Dig').click()
    await page.keyboard.press('ArrowDown')
    await tip.getByText('Critical · Slack: 0 working days').waitFor()
    await tip.getByText('Waits for “Dig”').waitFor()
    await t.waitFor(async () => {
      const described = 'document.activeElement.getAttribute("aria-describedby")'
      assert.equal(await page.evaluate(described), await tip.getAttribute('id'))
    }, patient)
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'schedule-focus-tip')
    await page.keyboard.press('ArrowDown')
    await tip.getByText('Slack: 4 working days').waitFor()
    await page.keyboard.press('Escape')
    await tip.waitFor({ state: 'detached' })
    await visit.close()

    const touched = await open(made, { hasTouch: true })
    const { page: screen } = touched
    const bar = screen.locator('.wx-bars [data-task-id]').filter({ hasText: 'Lay' })
    // It goes away while the chart is still being scrolled.
    const told = screen.getByRole('tooltip').getByText('Waits for “Dig”')
    for (let tries = 0; (await told.count()) === 0; tries++) {
      assert.ok(tries < 60, 'there is no tip')
      await bar.tap()
      await screen.waitForTimeout(500)
    }
    await touched.close()
  })

  it('draws a link that is not kept to as broken, and says so', async () => {
    const made = await plan('broken', { mode: 'validate' })
    const visit = await open(made)
    const { page } = visit
    const line = page.locator(`.wx-links [data-link-id="${made.link}"]`)
    const broken = page.locator(`.wx-links [data-link-id="${made.link}"][data-broken]`)
    await broken.waitFor({ state: 'attached' })
    const drawn = await line.locator('.wx-line-draw').evaluate((one) => {
      const { strokeDasharray, stroke } = getComputedStyle(one)
      return [strokeDasharray, stroke]
    })
    assert.deepEqual(drawn, ['6px, 4px', 'rgb(201, 52, 52)'])
    await screenshot(page, 'schedule-broken-link')
    const { x, y } = await line.locator('.wx-line-hitbox').evaluate((hit) => {
      const path = hit as SVGPolylineElement
      const middle = path.getPointAtLength(path.getTotalLength() / 2)
      const { x: left, y: top } = middle.matrixTransform(path.getScreenCTM()!)
      return { x: left, y: top }
    })
    const tip = page.getByRole('tooltip')
    for (let tries = 0; (await tip.filter({ hasText: 'is not kept to' }).count()) === 0; tries++) {
      assert.ok(tries < 60, 'there is no tip')
      await page.mouse.move(x + (tries % 4), y)
      await page.waitForTimeout(400)
    }
    await ask('PUT', `w/broken/tasks/${made.lay}`, { start: '2026-03-05T00:00:00', duration: 2 })
    await broken.waitFor({ state: 'detached' })
    await line.waitFor({ state: 'attached' })
    await visit.close()
  })

  it('lists what does not fit, and leads there', async () => {
    const made = await plan('conflicts', { mode: 'validate' })
    const visit = await open(made)
    const { page } = visit
    await button(page, 'check only').click()
    const conflict = dialog(page).getByRole('button', {
      name: /link from “Dig” to “Lay” is not kept/,
    })
    await conflict.waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'schedule-conflicts')
    await conflict.click()

    await dialog(page).waitFor({ state: 'detached' })
    await page.waitForURL(new RegExp(`#/gantt/${made.lay}$`))
    await button(page, 'check only').click()
    await ask('PUT', `w/conflicts/tasks/${made.lay}`, { start: '2026-03-05T00:00:00', duration: 2 })
    await dialog(page).getByText('Everything fits.').waitFor()
    await visit.close()
  })

  it('goes through what does not fit beside the plan, by keys alone', async (t) => {
    const made = await plan('steps', { mode: 'validate' })
    await ask('PUT', `w/steps/tasks/${made.roof}`, { deadline: '2026-03-01T00:00:00' })
    const visit = await open(made, { width: 1280 })
    const { page } = visit
    const count = page.getByRole('button', { name: '2 conflicts' })
    await count.focus()
    await page.keyboard.press('Enter')
    const rows = page.locator('.conflict-list li')
    const texts = [
      'The link from “Dig” to “Lay” is not kept to. It stands by hand.',
      'The deadline of “Roof” is missed.',
    ]
    await t.waitFor(async () => assert.deepEqual(await rows.allInnerTexts(), texts), patient)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    for (const task of [made.lay, made.roof, made.lay]) {
      await page.keyboard.press('Enter')
      await page.waitForURL(new RegExp(`#/gantt/${task}$`))
      const next = page.getByRole('button', { name: 'Next conflict' })
      assert.ok(await next.evaluate((one) => one === document.activeElement))
    }
    await page.locator('.conflict-steps').getByText('1 of 2').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'plan-conflicts')
    await ask('PUT', `w/steps/tasks/${made.lay}`, { start: '2026-03-05T00:00:00', duration: 2 })
    await page.getByRole('button', { name: '1 conflict', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await rows.first().waitFor({ state: 'detached' })
    await visit.close()
  })

  it('goes by keyboard, and gives the focus back', async () => {
    const visit = await open(await plan('keys'))
    const { page } = visit
    const hasFocus = () =>
      page.locator('button[aria-label^="Scheduling:"]:focus').waitFor({ state: 'attached' })
    await button(page, 'off').focus()
    await page.keyboard.press('Enter')
    await dialog(page).waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await hasFocus()

    await page.keyboard.press('Enter')
    await dialog(page).getByRole('radio', { name: /^Off/ }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await button(page, 'check only').waitFor()
    await hasFocus()
    await visit.close()
  })

  it('fits on a phone, and in the dark', async () => {
    const visit = await open(await plan('narrow'), { width: 360, height: 740, colorScheme: 'dark' })
    const { page } = visit
    await button(page, 'off').click()
    await dialog(page).waitFor()

    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0)
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'schedule-narrow-dark')
    await visit.close()
  })
})
