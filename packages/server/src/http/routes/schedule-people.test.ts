import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ganttApi } from '../../../test/fixtures/gantt-api.ts'
import type { GanttApi } from '../../../test/fixtures/gantt-api.ts'

/** Monday 2 March 2026; `a` takes two days of eight hours, `b` waits for it. */
async function plan() {
  const api = await ganttApi()
  const ids = await api.seed({
    a: { start: '2026-03-02T00:00:00', end: '2026-03-04T00:00:00', duration: 2 },
    b: { start: '2026-03-02T00:00:00', end: '2026-03-03T00:00:00', duration: 1 },
  })
  await api.link(ids.a, ids.b)
  await api.done('PUT', '/schedule', { mode: 'auto' })
  assert.equal(await startOf(api, ids.b), '2026-03-04')
  return { api, ...ids }
}

async function startOf(api: GanttApi, id: number): Promise<string> {
  return (await api.task(id)).start.slice(0, 10)
}

async function calendarOf(api: GanttApi, days: string[], hours = ['08:00', '12:00']) {
  const week = Object.fromEntries(days.map((day) => [day, [hours]]))
  return (await api.done('POST', '/calendars', { week })).id
}

const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri']

async function person(api: GanttApi, more: object = {}): Promise<number> {
  return (await api.done('POST', '/resources', { name: 'Ada', ...more })).id
}

describe('who works on a task', () => {
  it('says how long it takes by their hours, and moves what waits for it, in one step', async () => {
    const { api, a, b } = await plan()
    const ada = await person(api, { calendar: await calendarOf(api, everyDay) })
    const { id } = await api.done('POST', '/assignments', { task: a, resource: ada })
    assert.equal(await startOf(api, b), '2026-03-05')

    await api.done('POST', '/undo', {})
    assert.equal(await startOf(api, b), '2026-03-04')
    await api.done('POST', '/redo', {})
    assert.equal(await startOf(api, b), '2026-03-05')

    await api.done('DELETE', `/assignments/${id}`)
    assert.equal(await startOf(api, b), '2026-03-04')
  })

  it('leaves a task of a fixed duration as long as it is drawn, whatever hours they have', async () => {
    const { api, a, b } = await plan()
    const ada = await person(api, { calendar: await calendarOf(api, everyDay) })
    await api.done('POST', '/assignments', { task: a, resource: ada })
    await api.done('PUT', `/tasks/${a}`, { fixed: 'duration' })

    await api.done('PUT', `/tasks/${a}`, { end: '2026-03-06T00:00:00', duration: 4 })

    assert.equal((await api.task(a))['length'], 4 * 480)
    assert.equal(await startOf(api, b), '2026-03-06')
  })

  it('counts by what becomes of them, of their calendar and of their task', async () => {
    const { api, a, b } = await plan()
    const [mornings, mondays] = [
      await calendarOf(api, everyDay),
      await calendarOf(api, ['mon'], ['09:00', '17:00']),
    ]
    const ada = await person(api)
    const work = await api.done('POST', '/assignments', { task: a, resource: ada })
    assert.equal(await startOf(api, b), '2026-03-04')

    await api.done('PUT', `/resources/${ada}`, { calendar: mornings })
    assert.equal(await startOf(api, b), '2026-03-05')
    await api.done('PUT', `/resources/${ada}`, { calendar: mondays })
    assert.equal(await startOf(api, b), '2026-03-10')
    await api.done('PUT', `/calendars/${mondays}`, { week: { mon: [['08:00', '24:00']] } })
    assert.equal(await startOf(api, b), '2026-03-03')
    await api.done('PUT', `/assignments/${work.id}`, { task: b })
    assert.equal((await api.task(a)).end, '2026-03-04T00:00:00')
    assert.equal(await startOf(api, b), '2026-03-09')
    await api.done('DELETE', `/resources/${ada}`)
    assert.equal(await startOf(api, b), '2026-03-04')
    await api.done('POST', '/undo', {})
    assert.equal(await startOf(api, b), '2026-03-09')
  })

  it('lengthens nothing where it is material, or where the hours of people do not count', async () => {
    const { api, a, b } = await plan()
    const calendar = await calendarOf(api, everyDay)
    const ada = await person(api, { calendar, type: 'material' })
    await api.done('POST', '/assignments', { task: a, resource: ada })
    assert.equal(await startOf(api, b), '2026-03-04')
    await api.done('PUT', `/resources/${ada}`, { type: 'work' })
    assert.equal(await startOf(api, b), '2026-03-05')
    await api.done('PUT', '/schedule', { resourceCalendars: false })
    assert.equal(await startOf(api, b), '2026-03-04')
  })

  it('is done when the last of several is, each with as much work as was said', async () => {
    const { api, a, b } = await plan()
    const ada = await person(api, { calendar: await calendarOf(api, everyDay) })
    const ben = await person(api)
    await api.done('POST', '/assignments', { task: a, resource: ben })
    const { id } = await api.done('POST', '/assignments', { task: a, resource: ada, work: 240 })
    assert.equal(await startOf(api, b), '2026-03-04')
    await api.done('PUT', `/assignments/${id}`, { work: 1200 })
    assert.equal(await startOf(api, b), '2026-03-06')
    await api.refuses([422, 'gantt.bad_value'], 'PUT', `/assignments/${id}`, { work: 'much' })
    await api.refuses([422, 'gantt.bad_value'], 'PUT', `/resources/${ada}`, { maxUnits: -1 })
  })

  it('lengthens nothing that takes as long as it takes', async () => {
    const { api, a, b } = await plan()
    const ada = await person(api, { calendar: await calendarOf(api, everyDay) })
    await api.done('POST', '/assignments', { task: a, resource: ada })
    assert.equal(await startOf(api, b), '2026-03-05')
    await api.done('PUT', `/tasks/${a}`, { fixed: 'duration' })
    assert.equal(await startOf(api, b), '2026-03-04')
  })

  it('takes as long as it is drawn, be it by their hours', async () => {
    const { api, a, b } = await plan()
    const ada = await person(api, { calendar: await calendarOf(api, everyDay) })
    await api.done('POST', '/assignments', { task: a, resource: ada })
    await api.done('PUT', `/tasks/${a}`, { end: '2026-03-05T00:00:00', duration: 3 })
    const { length, end } = await api.task(a)
    assert.deepEqual(
      [length, end, await startOf(api, b)],
      [720, '2026-03-04T12:00:00', '2026-03-04'],
    )
  })

  it('leaves everything where it is when the plan begins to schedule itself', async () => {
    const api = await ganttApi()
    const dates = { start: '2026-03-02T00:00:00', end: '2026-03-04T00:00:00', duration: 2 }
    const { a } = await api.seed({ a: dates })
    const ada = await person(api, { calendar: await calendarOf(api, everyDay) })
    await api.done('POST', '/assignments', { task: a, resource: ada })
    await api.done('PUT', '/schedule', { mode: 'auto' })
    const { length, start, end } = await api.task(a)
    assert.deepEqual([length, start, end], [480, dates.start, '2026-03-03T12:00:00'])
  })
})

describe('a task that was begun', () => {
  it('goes on where it is resumed, with what is left of it, until it is further', async () => {
    const { api, a, b } = await plan()
    await api.done('PUT', `/tasks/${a}`, { actualStart: '2026-03-02T08:00:00' })
    assert.equal(await startOf(api, b), '2026-03-04')
    const rest = { remaining: 480, stop: '2026-03-02T17:00:00', resume: '2026-03-05T08:00:00' }
    await api.done('PUT', `/tasks/${a}`, rest)
    assert.equal(await startOf(api, b), '2026-03-06')

    await api.done('PUT', `/tasks/${a}`, { progress: 75 })
    const { remaining, resume } = await api.task(a)
    assert.deepEqual(
      [remaining, resume, await startOf(api, b)],
      [undefined, undefined, '2026-03-04'],
    )
    await api.refuses([422, 'gantt.bad_value'], 'PUT', `/tasks/${a}`, { remaining: 'half' })
    await api.refuses([422, 'gantt.bad_date'], 'PUT', `/tasks/${a}`, { resume: '2026-02-30' })
  })
})

describe('the progress of a summary', () => {
  it('goes by the work of those who work below it where the plan says so, and by lengths else', async () => {
    const { api, a, b } = await plan()
    const { id: whole } = await api.done('POST', '/tasks', { text: 'All', type: 'summary' })
    for (const id of [a, b]) {
      await api.done('PUT', `/tasks/${id}`, { operation: 'move', target: whole, mode: 'child' })
    }
    await api.done('PUT', `/tasks/${a}`, { progress: 100 })
    assert.equal((await api.task(whole)).progress, 67)

    await api.done('PUT', '/schedule', { progressBy: 'work' })
    assert.equal((await api.task(whole)).progress, 67)
    const [ada, bob] = [await person(api), await person(api, { name: 'Bob' })]
    const { id } = await api.done('POST', '/assignments', { task: b, resource: ada, units: 200 })
    assert.equal((await api.task(whole)).progress, 50)
    await api.done('POST', '/assignments', { task: b, resource: bob, units: 400 })
    assert.equal((await api.task(whole)).progress, 25)
    await api.done('PUT', `/resources/${bob}`, { type: 'material' })
    assert.equal((await api.task(whole)).progress, 50)
    await api.done('PUT', `/assignments/${id}`, { work: 1440 })
    assert.equal((await api.task(whole)).progress, 40)

    await api.done('PUT', '/schedule', { progressBy: 'duration' })
    assert.equal((await api.task(whole)).progress, 67)
  })
})
