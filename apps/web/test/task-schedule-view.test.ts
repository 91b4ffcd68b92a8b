import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { patient } from '../../../packages/server/test/fixtures/patient.ts'
import { axeViolations } from './axe-violations.ts'
import { cannotBrowse, openSite } from './browser.ts'
import type { Site, VisitOptions } from './browser.ts'
import { row, schedulePage, startOf } from './schedule-page.ts'
import type { Plan } from './schedule-page.ts'
import { screenshot } from './screenshot.ts'

const editor = (page: Page) => page.locator('.wx-gantt-editor')
const tab = (page: Page) => editor(page).getByText('Scheduling', { exact: true })

describe('how a task is scheduled, in its editor', { skip: cannotBrowse }, () => {
  let site: Site
  before(async () => {
    site = await openSite()
  })
  after(() => site.stop())
  const { ask, plan, open } = schedulePage(() => site)

  async function edit(made: Plan, task: number, options: VisitOptions = {}) {
    const visit = await open(made, options, `/${task}?edit=`)
    await tab(visit.page).click()
    await editor(visit.page).getByLabel('Constraint', { exact: true }).waitFor()
    const field = (label: string) => editor(visit.page).getByLabel(label, { exact: true })
    return { visit, page: visit.page, field }
  }

  const taskOf = async ({ name }: Plan, id: number) =>
    (await ask<({ id: number } & Record<string, unknown>)[]>('GET', `w/${name}/tasks`)).find(
      (one) => one.id === id,
    )!

  it('takes a length in working time, and says what it cannot read', async (t) => {
    const made = await plan('length', { mode: 'auto' })
    const { visit, page, field } = await edit(made, made.dig)
    assert.equal(await field('Working time').inputValue(), '3d')
    await field('Working time').fill('long')
    await field('Working time').press('Enter')
    await editor(page).getByRole('alert').filter({ hasText: 'Write a length' }).waitFor()
    assert.equal(await field('Working time').inputValue(), '3d')

    await field('Working time').fill('1w')
    await field('Working time').press('Enter')
    await startOf(page, 'Lay').filter({ hasText: '09 Mar 2026' }).waitFor()
    const shown = () => field('Working time').inputValue()
    await t.waitFor(async () => assert.equal(await shown(), '5d'), patient)
    await field('Working time').fill('4h')
    await field('Working time').blur()
    await startOf(page, 'Lay').filter({ hasText: '02 Mar 2026' }).waitFor()
    assert.equal((await taskOf(made, made.dig))['length'], 240)
    await visit.close()
  })

  it('has the duration in working time, where the plan schedules itself', async (t) => {
    const made = await plan('duration', { mode: 'auto' })
    await ask('PUT', `w/duration/tasks/${made.dig}`, { start: '2026-03-05T00:00:00' })
    const { visit, page, field } = await edit(made, made.dig)
    await editor(page).getByText('General', { exact: true }).click()
    const shows = (text: string) =>
      t.waitFor(async () => assert.equal(await field('Duration').inputValue(), text), patient)
    // It is drawn over a weekend.
    await row(page, 'Dig').locator('[data-col-id=":duration"]').filter({ hasText: '3d' }).waitFor()
    await shows('3d')
    await field('Duration').fill('never')
    await field('Duration').press('Enter')
    await editor(page).getByRole('alert').filter({ hasText: 'Write a length' }).waitFor()
    await field('Duration').fill('1d')
    await field('Duration').press('Enter')
    await startOf(page, 'Lay').filter({ hasText: '06 Mar 2026' }).waitFor()
    await shows('1d')
    assert.equal((await taskOf(made, made.dig))['length'], 480)
    await screenshot(page, 'task-duration')
    assert.deepEqual(await axeViolations(page), [])

    // What stands by hand, and a plan that only is checked, have days of the chart.
    await ask('PUT', `w/duration/tasks/${made.dig}`, { manual: true })
    await shows('1')
    await ask('PUT', `w/duration/tasks/${made.dig}`, { manual: false })
    await shows('1d')
    await ask('PUT', 'w/duration/schedule', { mode: 'validate' })
    await shows('1')
    await visit.close()
  })

  it('takes a priority and how much is done, and says what it cannot read', async (t) => {
    const made = await plan('priority', { mode: 'auto' })
    const { visit, page, field } = await edit(made, made.dig)
    const stored = (name: string, value: unknown) =>
      t.waitFor(async () => assert.equal((await taskOf(made, made.dig))[name], value), patient)
    assert.equal(await field('Priority').inputValue(), '')
    await field('Priority').fill('1001')
    await field('Priority').press('Enter')
    await editor(page).getByRole('alert').filter({ hasText: 'from 0 to 1000' }).waitFor()
    assert.equal(await field('Priority').inputValue(), '')
    await field('Priority').fill('800')
    await field('Priority').press('Enter')
    await stored('priority', 800)
    await field('Priority').fill('')
    await field('Priority').blur()
    await stored('priority', null)
    await field('Percent complete').fill('101')
    await field('Percent complete').press('Enter')
    await editor(page).getByRole('alert').filter({ hasText: 'from 0 to 100.' }).waitFor()
    await field('Percent complete').fill('40')
    await field('Percent complete').press('Enter')
    await stored('progress', 40)
    await screenshot(page, 'task-priority')
    assert.deepEqual(await axeViolations(page), [])
    await visit.close()
  })

  it('takes a constraint with its date, and a drag shows up there', async (t) => {
    const made = await plan('constraint', { mode: 'auto' })
    const { visit, page, field } = await edit(made, made.roof)
    // It stood there when the plan began to schedule itself.
    assert.equal(await field('Constraint').inputValue(), 'snet')
    assert.equal(await field('Date of the constraint').inputValue(), '02/03/2026')
    await field('Constraint').selectOption('Must finish on')
    await field('Date of the constraint').fill('2026-03-11')
    await field('Date of the constraint').press('Enter')
    await startOf(page, 'Roof').filter({ hasText: '11 Mar 2026' }).waitFor()
    const { constraint } = await taskOf(made, made.roof)
    assert.deepEqual(constraint, { type: 'mfo', date: '2026-03-12T00:00:00' })
    await field('Date of the constraint').fill('')
    await field('Date of the constraint').press('Enter')
    await editor(page).getByRole('alert').filter({ hasText: 'needs a date' }).waitFor()
    assert.equal(await field('Date of the constraint').inputValue(), '11/03/2026')

    await field('Constraint').selectOption('As soon as possible')
    await startOf(page, 'Roof').filter({ hasText: '02 Mar 2026' }).waitFor()
    assert.equal(await field('Date of the constraint').count(), 0)

    await editor(page).getByText('General', { exact: true }).click()
    await editor(page).getByRole('button', { name: 'Choose a day' }).first().click()
    await page.locator('.wx-calendar .wx-day', { hasText: '18' }).click()
    await tab(page).click()
    await t.waitFor(async () => {
      assert.equal(await field('Constraint').inputValue(), 'snet')
      assert.equal(await field('Date of the constraint').inputValue(), '18/03/2026')
    }, patient)
    await visit.close()
  })

  it('takes a deadline, and tells when it is missed', async () => {
    const made = await plan('deadline', { mode: 'auto' })
    const { visit, page, field } = await edit(made, made.lay)
    const missed = editor(page).getByText('The deadline of “Lay” is missed.')
    await field('Deadline').fill('2026-03-05')
    await field('Deadline').press('Enter')
    await missed.waitFor()
    assert.equal((await taskOf(made, made.lay))['deadline'], '2026-03-06T00:00:00')
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'task-schedule-deadline')
    await field('Deadline').fill('2026-03-06')
    await field('Deadline').press('Enter')
    await missed.waitFor({ state: 'detached' })
    await field('Deadline').fill('')
    await field('Deadline').press('Enter')
    const theirs = await edit(made, made.lay)
    assert.equal(await theirs.field('Deadline').inputValue(), '')
    await startOf(theirs.page, 'Lay').filter({ hasText: '05 Mar 2026' }).waitFor()
    await theirs.visit.close()
    await visit.close()
  })

  it('takes days as people of the place write them', async (t) => {
    const made = await plan('written', { mode: 'auto' })
    const path = `w/written/#/gantt/${made.roof}?edit=`
    const visit = await site.openPage({ path, locale: 'de-DE', width: 1440 })
    const { page } = visit
    const field = (label: string) => editor(page).getByLabel(label, { exact: true })
    const stored = (name: string, value: unknown) =>
      t.waitFor(async () => assert.equal((await taskOf(made, made.roof))[name], value), patient)
    const shows = (label: string, text: string) =>
      t.waitFor(async () => assert.equal(await field(label).inputValue(), text), patient)

    await shows('Beginn', '2.3.2026')
    await field('Beginn').fill('10.3.')
    await field('Beginn').press('Enter')
    await stored('start', `${new Date().getFullYear()}-03-10T00:00:00`)
    await field('Beginn').fill('11.3.26')
    await field('Beginn').press('Tab')
    await stored('start', '2026-03-11T00:00:00')
    await shows('Beginn', '11.3.2026')
    await field('Letzter Tag').fill('')
    await field('Letzter Tag').press('Enter')
    await editor(page).getByRole('alert').filter({ hasText: 'braucht ein Vorgang' }).waitFor()
    await shows('Letzter Tag', '11.3.2026')
    await field('Letzter Tag').fill('13.3.2026')
    await field('Letzter Tag').press('Enter')
    await stored('end', '2026-03-14T00:00:00')
    await screenshot(page, 'task-days-german')

    await editor(page).getByText('Termine', { exact: true }).click()
    const deadline = field('Stichtag')
    await deadline.fill('bald')
    await deadline.press('Enter')
    await editor(page).getByRole('alert').filter({ hasText: 'Das ist kein Datum.' }).waitFor()
    assert.equal(await deadline.inputValue(), 'bald')
    await screenshot(page, 'task-no-day-german')
    assert.deepEqual(await axeViolations(page), [])
    await deadline.press('Escape')
    assert.equal(await deadline.inputValue(), '')
    assert.equal(await editor(page).count(), 1, 'only what was typed is taken back')
    await deadline.fill('20.3.26')
    await deadline.press('Enter')
    await stored('deadline', '2026-03-21T00:00:00')
    assert.equal(await deadline.inputValue(), '20.3.2026')
    await visit.close()
  })

  it('takes times of the day where the plan goes by hours', async (t) => {
    const made = await plan('hours', { mode: 'auto' })
    await ask('PUT', 'w/hours/schedule', { durationUnit: 'hour' })
    const { visit, page, field } = await edit(made, made.roof)
    await field('Deadline').fill('5/3/2026 14:30')
    await field('Deadline').press('Enter')
    await t.waitFor(
      async () => assert.equal((await taskOf(made, made.roof))['deadline'], '2026-03-05T14:30:00'),
      patient,
    )
    assert.equal(await field('Deadline').inputValue(), '05/03/2026, 14:30')
    await editor(page).getByRole('button', { name: 'Choose a day' }).last().click()
    await page.locator('.wx-calendar .wx-day', { hasText: '18' }).click()
    await t.waitFor(
      async () => assert.equal((await taskOf(made, made.roof))['deadline'], '2026-03-18T14:30:00'),
      patient,
    )
    await visit.close()
  })

  it('takes a calendar of its own, and says who schedules it', async () => {
    const made = await plan('mode', { mode: 'auto' })
    const hours = [['08:00', '16:00']]
    await ask('POST', 'w/mode/calendars', { name: 'Weekends', week: { sat: hours, sun: hours } })
    const { visit, page, field } = await edit(made, made.lay)
    await field('Calendar').selectOption('Weekends')
    await startOf(page, 'Lay').filter({ hasText: '07 Mar 2026' }).waitFor()
    await field('Calendar').selectOption('That of the plan')
    await startOf(page, 'Lay').filter({ hasText: '05 Mar 2026' }).waitFor()

    await field('Scheduled').selectOption('manual')
    await field('Working time').waitFor({ state: 'detached' })
    await ask('PUT', `w/mode/tasks/${made.dig}`, { length: 480 * 10 })
    await editor(page)
      .getByText(/The link from .* is not kept to/)
      .count()
    assert.equal((await taskOf(made, made.lay))['start'], '2026-03-05T00:00:00')
    await field('Scheduled').selectOption('auto')
    await startOf(page, 'Lay').filter({ hasText: '16 Mar 2026' }).waitFor()

    await field('Scheduled').selectOption('unscheduled')
    await field('Constraint').waitFor({ state: 'detached' })
    await visit.close()
  })

  it('keeps what is half typed while others change the plan', async () => {
    const made = await plan('typing', { mode: 'auto' })
    const { visit, page, field } = await edit(made, made.dig)
    await field('Working time').fill('1')
    await ask('PUT', `w/typing/tasks/${made.roof}`, { text: 'Roof, by others' })
    await row(page, 'Roof, by others').waitFor()
    assert.equal(await field('Working time').inputValue(), '1')
    assert.equal((await taskOf(made, made.dig))['length'], 1440)
    await field('Working time').press('Escape')
    assert.equal(await field('Working time').inputValue(), '3d')
    await field('Working time').waitFor()
    await visit.close()
  })

  it('has days of the chart where the plan does not schedule itself, kept while they are typed', async (t) => {
    const made = await plan('days')
    const { page, ...visit } = await open(made, { width: 1440 }, `/${made.dig}?edit=`)
    const days = editor(page).getByLabel('Duration', { exact: true })
    await days.fill('5')
    await ask('PUT', `w/days/tasks/${made.dig}`, { progress: 10 })
    await editor(page).getByText('Progress 10%').waitFor()
    assert.equal(await days.inputValue(), '5')
    await days.press('Enter')
    await t.waitFor(async () => {
      const { end, progress } = await taskOf(made, made.dig)
      assert.deepEqual([end, progress], ['2026-03-07T00:00:00', 10])
    }, patient)

    await days.fill('0')
    await days.press('Enter')
    await editor(page).getByRole('alert').filter({ hasText: 'a whole number of days' }).waitFor()
    assert.equal(await days.inputValue(), '5')
    await screenshot(page, 'task-panel')
    await visit.close()
  })

  it('goes back where the server refuses it, which is told', async (t) => {
    const made = await plan('refused', { mode: 'auto' })
    const { visit, page, field } = await edit(made, made.dig)
    visit.allow(/422/)
    await field('Working time').fill('99999999mo')
    await field('Working time').press('Enter')
    await page.getByText(/The task was not saved\. length takes a number/).waitFor()
    const shown = () => field('Working time').inputValue()
    await t.waitFor(async () => assert.equal(await shown(), '3d'), patient)
    await visit.close()
  })

  it('has the links of the task with types and lags, and says what it cannot read', async (t) => {
    const made = await plan('lags', { mode: 'auto' })
    const { visit, page, field } = await edit(made, made.lay)
    await editor(page).getByText('Links', { exact: true }).click()
    const lag = field('Lag of the link with “Dig”')
    const type = field('Type of the link with “Dig”')
    await lag.fill('2d')
    await lag.press('Enter')
    // Over the weekend.
    await startOf(page, 'Lay').filter({ hasText: '09 Mar 2026' }).waitFor()
    await screenshot(page, 'task-links')
    assert.deepEqual(await axeViolations(page), [])
    await lag.fill('soon')
    await lag.press('Enter')
    await editor(page).getByRole('alert').filter({ hasText: 'Write a lag' }).waitFor()
    assert.equal(await lag.inputValue(), '2d')
    await lag.fill('-50%')
    await lag.blur()
    await startOf(page, 'Lay').filter({ hasText: '03 Mar 2026' }).waitFor()
    await type.selectOption('Start to start')
    await lag.fill('')
    await lag.press('Enter')
    await startOf(page, 'Lay').filter({ hasText: '02 Mar 2026' }).waitFor()

    const links = () => ask<object[]>('GET', 'w/lags/links')
    const ends = { id: made.link, source: made.dig, target: made.lay }
    await t.waitFor(
      async () => assert.deepEqual(await links(), [{ ...ends, type: 's2s', lag: 0, lagUnit: 'd' }]),
      patient,
    )
    await ask('PUT', `w/lags/links/${made.link}`, { lag: 3, lagUnit: 'h' })
    await t.waitFor(async () => assert.equal(await lag.inputValue(), '3h'), patient)
    await editor(page).getByRole('button', { name: 'Delete the link with “Dig”' }).click()
    await editor(page).getByText('No links').waitFor()
    await t.waitFor(async () => assert.deepEqual(await links(), []), patient)
    await visit.close()
  })

  it('is there only where the plan is scheduled or checked', async () => {
    const made = await plan('off')
    const visit = await open(made, {}, `/${made.dig}?edit=`)
    const { page } = visit
    await editor(page).getByText('Team', { exact: true }).waitFor()
    assert.equal(await tab(page).count(), 0)
    await ask('PUT', 'w/off/schedule', { mode: 'validate' })
    await tab(page).click()
    await editor(page).getByLabel('Deadline').waitFor()
    assert.equal(await editor(page).getByLabel('Working time').count(), 0)
    await visit.close()
  })

  it('fits on a phone, and in the dark', async () => {
    const made = await plan('narrow', { mode: 'auto' })
    const look = { width: 360, height: 740, colorScheme: 'dark' } as const
    const { visit, page, field } = await edit(made, made.lay, look)
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) <= 0)
    const { x, width } = (await field('Deadline').boundingBox())!
    assert.ok(x >= 0 && x + width <= 360, `from ${x}, ${width} wide`)
    assert.deepEqual(await axeViolations(page), [])
    await screenshot(page, 'task-schedule-narrow-dark')
    await visit.close()
  })
})
