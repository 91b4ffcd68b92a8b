import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Task } from '@triptych/contract/gantt'
import type { Analysis, Preview, Schedule } from '@triptych/contract/schedule'
import { ganttApi } from '../../../test/fixtures/gantt-api.ts'
import type { GanttApi } from '../../../test/fixtures/gantt-api.ts'

// 2026-03-02 is a Monday.
const at = (day: string) => `2026-03-${day}T00:00:00`

async function scheduled(): Promise<GanttApi> {
  const api = await ganttApi()
  await api.done('PUT', '/schedule', { mode: 'auto', start: at('02') })
  return api
}

/** As stock clients draw it: days of March, the end not included. */
async function drawn(api: GanttApi, id: number): Promise<string> {
  const { start, end } = await api.task(id)
  return `${short(start)}-${short(end)}`
}

function short(date: string | undefined): string {
  return date?.slice(8).replace('T00:00:00', '') ?? ''
}

describe('a plan that schedules itself', () => {
  it('moves what waits when what it waits for grows, over the weekend too', async () => {
    const api = await scheduled()
    const { a, b, c } = await api.seed({
      a: { start: at('02'), end: at('04') },
      b: { start: at('02'), duration: 2 },
      c: { start: at('02'), duration: 1 },
    })
    await api.link(a, b)
    await api.link(b, c)
    assert.deepEqual(
      [await drawn(api, a), await drawn(api, b), await drawn(api, c)],
      ['02-04', '04-06', '06-07'],
    )

    // Drawn to the end of Thursday.
    await api.done('PUT', `/tasks/${a}`, { end: at('06') })
    assert.deepEqual(
      [await drawn(api, a), await drawn(api, b), await drawn(api, c)],
      ['02-06', '06-10', '10-11'],
    )
    const { duration, length } = await api.task(b)
    assert.deepEqual([duration, length], [4, 960])
  })

  it('does so as one step, whose consequences are news to whoever asked', async () => {
    const api = await scheduled()
    const { a, b } = await api.seed({
      a: { start: at('02'), duration: 1 },
      b: { start: at('02'), duration: 1 },
    })
    await api.link(a, b)
    const before = await api.tasks()
    const head = await api.head()

    const asker = { 'x-origin': 'tab-1' }
    await api.done('PUT', `/tasks/${a}`, { end: at('05'), duration: 3 }, asker)

    const entries = await api.changes(head)
    assert.deepEqual(
      entries.map(({ operation, entity, origin }) => [operation, entity, origin]),
      [
        ['task-updated', `tasks/${a}`, 'tab-1'],
        ['task-updated', `tasks/${a}`, 'schedule'],
        ['task-updated', `tasks/${b}`, 'schedule'],
      ],
    )
    assert.equal(new Set(entries.map(({ step }) => step)).size, 1)
    await api.done('POST', '/undo', {}, asker)
    assert.deepEqual(await api.tasks(), before)
    await api.done('POST', '/redo', {}, asker)
    assert.equal(await drawn(api, b), '05-06')
  })

  it('takes a drag for a constraint, and its length for what it was', async () => {
    const api = await scheduled()
    const { a } = await api.seed({ a: { start: at('02'), end: at('07') } })

    // By two days, over a weekend that lies in it now.
    const head = await api.head()
    const asker = { 'x-origin': 'tab-1' }
    const drag = { start: at('04'), end: at('09'), duration: 5 }
    await api.done('PUT', `/tasks/${a}`, drag, asker)
    assert.equal(await drawn(api, a), '04-11')
    const told = (await api.changes(head)).filter(({ origin }) => origin === 'schedule')
    const fields = told[0]?.after?.['fields'] as Partial<Task> | undefined
    assert.deepEqual(fields?.['constraint'], { type: 'snet', date: at('04') })
    const { constraint, length } = await api.task(a)
    assert.deepEqual([constraint, length], [{ type: 'snet', date: at('04') }, 2400])

    // What a client sends back of what it was told changes nothing.
    const { id, parent: _parent, ...task } = await api.task(a)
    await api.keeps('PUT', `/tasks/${id}`, task)
  })

  it('puts back what was dragged to where it cannot be, and says so', async () => {
    const api = await scheduled()
    const { a, b } = await api.seed({
      a: { start: at('02'), end: at('05') },
      b: { start: at('05'), end: at('06') },
    })
    await api.link(a, b)
    const head = await api.head()

    await api.done('PUT', `/tasks/${b}`, { start: at('03'), end: at('04') }, { 'x-origin': 'tab' })

    assert.equal(await drawn(api, b), '05-06')
    const told = await api.changes(head)
    assert.deepEqual(
      told.map(({ origin, after }) => [origin, after?.['start']]),
      [
        ['tab', at('03')],
        // That it is held there.
        ['schedule', undefined],
        ['schedule', at('05')],
      ],
    )
  })

  it('refuses what would go round in a circle, also by way of the outline', async () => {
    const api = await scheduled()
    const { top, a, b } = await api.seed({
      top: { start: at('02'), duration: 1, type: 'summary' },
      a: { start: at('02'), duration: 1, parent: 'top' },
      b: { start: at('02'), duration: 1 },
    })
    await api.link(b, top)
    await api.refuses([409, 'gantt.cycle'], 'POST', '/links', { source: a, target: b })

    const into = { operation: 'move', target: top, mode: 'child' }
    const problem = await api.refuses([409, 'gantt.cycle'], 'PUT', `/tasks/${b}`, into)
    assert.deepEqual(problem['cycle'], [top, b])
    assert.equal(problem['error'], '“b” is part of “top”: neither can wait for the other.')
  })

  it('goes by calendars, and moves when they change', async () => {
    const api = await scheduled()
    const { a, b } = await api.seed({
      a: { start: at('02'), duration: 3 },
      b: { start: at('02'), duration: 1 },
    })
    await api.link(a, b)
    const office = [
      ['08:00', '12:00'],
      ['13:00', '17:00'],
    ]
    const week = { mon: office, tue: office, wed: office, thu: office, fri: office }
    const { id } = await api.done('POST', '/calendars', { name: 'Office', week })
    await api.done('PUT', '/schedule', { calendar: id })
    assert.equal(await drawn(api, b), '05-06')

    await api.done('PUT', `/calendars/${id}`, { exceptions: [{ from: '2026-03-03', hours: [] }] })
    assert.deepEqual([await drawn(api, a), await drawn(api, b)], ['02-06', '06-07'])
    await api.done('DELETE', `/calendars/${id}`)
    assert.deepEqual([await drawn(api, a), await drawn(api, b)], ['02-05', '05-06'])
  })

  it('gives summaries the dates and the progress of what is below them', async () => {
    const api = await scheduled()
    const { top, a } = await api.seed({
      top: { start: at('02'), duration: 1, type: 'summary' },
      a: { start: at('03'), duration: 3, parent: 'top', progress: 100 },
      b: { start: at('09'), duration: 1, parent: 'top' },
    })
    assert.equal(await drawn(api, top), '03-10')
    assert.equal((await api.task(top)).progress, 75)
    await api.done('PUT', `/tasks/${a}`, { progress: 0 })
    assert.equal((await api.task(top)).progress, 0)
  })

  it('leaves alone what stands by hand, and lets it hold others up', async () => {
    const api = await scheduled()
    const { a, b, c } = await api.seed({
      a: { start: at('02'), end: at('05') },
      b: { start: at('03'), end: at('04'), manual: true },
      c: { start: at('02'), duration: 1 },
    })
    await api.link(a, b)
    await api.link(b, c)
    assert.deepEqual([await drawn(api, b), await drawn(api, c)], ['03-04', '04-05'])
    await api.done('PUT', `/tasks/${b}`, { manual: false, constraint: null })
    assert.deepEqual([await drawn(api, b), await drawn(api, c)], ['05-06', '06-07'])
  })

  it('heeds lags in any unit, constraints and lengths', async () => {
    const api = await scheduled()
    const { a, b } = await api.seed({
      a: { start: at('02'), duration: 1 },
      b: { start: at('02'), duration: 1 },
    })
    const link = await api.link(a, b, { lag: 1 })
    assert.equal(await drawn(api, b), '04-05')
    await api.done('PUT', `/links/${link}`, { lag: 4, lagUnit: 'h' })
    assert.equal(await drawn(api, b), '03T13:00:00-04T12:00:00')
    await api.done('PUT', `/tasks/${b}`, { length: 240 })
    assert.equal(await drawn(api, b), '03T13:00:00-04')
    await api.done('PUT', `/tasks/${b}`, { constraint: { type: 'mso', date: at('12') } })
    assert.equal(await drawn(api, b), '12-12T12:00:00')
    await api.refuses([422, 'gantt.bad_value'], 'PUT', `/tasks/${b}`, {
      constraint: { type: 'snet' },
    })
    await api.refuses([422, 'gantt.bad_value'], 'PUT', `/tasks/${b}`, { length: -1 })
  })

  it('takes a lag in percent of a summary for a part of how long that is now', async () => {
    const api = await scheduled()
    const { top, a, b } = await api.seed({
      top: { type: 'summary' },
      a: { start: at('02'), duration: 2, parent: 'top' },
      b: { start: at('02'), duration: 1 },
    })
    await api.link(top, b, { lag: 50, lagUnit: '%' })
    assert.equal(await drawn(api, b), '05-06')

    await api.done('PUT', `/tasks/${a}`, { start: at('02'), length: 4 * 480 })
    assert.equal(await drawn(api, b), '10-11')
    // Nothing is left to be done: a second pass over all of it moves nobody.
    const before = await api.tasks()
    for (const mode of ['off', 'auto']) await api.done('PUT', '/schedule', { mode })
    assert.equal(await drawn(api, b), '10-11')
    assert.deepEqual(
      (await api.tasks()).map(({ start, end }) => [start, end]),
      before.map(({ start, end }) => [start, end]),
    )
  })

  it('schedules a batch once, when all of it is done', async () => {
    const api = await scheduled()
    const head = await api.head()
    await api.done('POST', '/batch?atomic=true', [
      { url: 'tasks', method: 'POST', data: { id: 'temp://1', start: at('02'), duration: 2 } },
      { url: 'tasks', method: 'POST', data: { id: 'temp://2', start: at('02'), duration: 1 } },
      { url: 'links', method: 'POST', data: { source: 'temp://1', target: 'temp://2' } },
    ])
    assert.equal(await drawn(api, 2), '04-05')
    const entries = await api.changes(head)
    const moved = entries.filter(({ after }) => after?.['start'] === at('04'))
    assert.deepEqual(
      moved.map(({ entity }) => entity),
      ['tasks/2'],
    )
  })
})

describe('a plan that begins to schedule itself', () => {
  it('leaves everything where it is but what waits for others, and back again', async () => {
    const api = await ganttApi()
    const { a, b, c } = await api.seed({
      a: { start: at('04'), end: at('06') },
      b: { start: at('03'), end: at('04') },
      c: { start: at('10'), end: at('12') },
    })
    await api.link(a, b)
    const before = await api.tasks()

    const said = await api.done<Schedule>('PUT', '/schedule', { mode: 'auto' })
    assert.equal(said.start, at('03'))
    assert.deepEqual(
      [await drawn(api, a), await drawn(api, b), await drawn(api, c)],
      ['04-06', '06-07', '10-12'],
    )
    await api.done('POST', '/undo', {})
    assert.deepEqual(await api.tasks(), before)
    assert.equal((await api.done<Schedule>('GET', '/schedule')).mode, 'off')
  })

  it('refuses to where tasks wait for each other already', async () => {
    const api = await ganttApi({ allowCycles: true })
    const { a, b } = await api.seed({ a: {}, b: {} })
    await api.link(a, b)
    await api.link(b, a)
    await api.refuses([409, 'gantt.cycle'], 'PUT', '/schedule', { mode: 'auto' })
  })
})

describe('a plan that does not', () => {
  it('moves nobody, whatever its fields say', async () => {
    const api = await ganttApi()
    const { a, b } = await api.seed({
      a: { start: at('02'), end: at('07'), length: 2400 },
      b: { start: at('02'), end: at('03'), constraint: 'mine' },
    })
    await api.link(a, b)
    const [before] = await api.tasks()
    assert.equal((before as Task & { length: number }).length, 2400)
    await api.writes('PUT', `/tasks/${a}`, { end: at('05') })
    assert.equal(await drawn(api, b), '02-03')
    assert.equal((await api.task(a))['length'], undefined)
    assert.equal((await api.task(b))['constraint'], 'mine')
  })
})

describe('the analysis', () => {
  it('has early and late dates, slack, what is critical, and what drives each task', async () => {
    const api = await scheduled()
    const { a, b, c } = await api.seed({
      a: { start: at('02'), duration: 3 },
      b: { start: at('02'), duration: 1 },
      c: { start: at('02'), duration: 1, deadline: at('05') },
    })
    const link = await api.link(a, c)

    const { tasks, critical, conflicts, finish, mode } = await api.done<Analysis>(
      'GET',
      '/schedule/analysis',
    )
    assert.deepEqual([mode, finish, critical], ['auto', '2026-03-05T17:00:00', [a, c]])
    assert.deepEqual(tasks[b], {
      start: '2026-03-02T08:00:00',
      finish: '2026-03-02T17:00:00',
      earlyStart: '2026-03-02T08:00:00',
      earlyFinish: '2026-03-02T17:00:00',
      lateStart: '2026-03-05T08:00:00',
      lateFinish: '2026-03-05T17:00:00',
      totalSlack: 3 * 480,
      freeSlack: 3 * 480,
      critical: false,
      drivenBy: { by: 'project' },
    })
    assert.deepEqual(tasks[c]?.drivenBy, { by: 'link', link })
    assert.deepEqual(conflicts, [{ kind: 'deadline', task: c }])
  })

  it('of a plan that moves nobody says which links are not kept to', async () => {
    const api = await ganttApi()
    const { a, b } = await api.seed({
      a: { start: at('02'), end: at('05') },
      b: { start: at('05'), end: at('06') },
    })
    const link = await api.link(a, b)
    await api.done('PUT', '/schedule', { mode: 'validate' })
    const conflicts = async () => (await api.done<Analysis>('GET', '/schedule/analysis')).conflicts
    assert.deepEqual(await conflicts(), [])

    await api.writes('PUT', `/tasks/${b}`, { start: at('04'), end: at('05') })
    assert.deepEqual(await conflicts(), [{ kind: 'link', link, task: b, because: 'manual' }])
    assert.equal(await drawn(api, b), '04-05')
  })
})

describe('a preview', () => {
  it('says what would be, and stores nothing', async () => {
    const api = await scheduled()
    const { a, b } = await api.seed({
      a: { start: at('02'), duration: 1 },
      b: { start: at('02'), duration: 1 },
    })
    await api.link(a, b)
    const before = await api.planState()

    const data = { start: at('05'), end: at('06') }
    const { changed, finish } = await api.done<Preview>('POST', '/schedule/preview', {
      changes: [{ url: `tasks/${a}`, method: 'PUT', data }],
    })
    assert.deepEqual(
      changed.map(({ id, start, end }) => [id, start, end]),
      [
        [a, at('05'), at('06')],
        [b, at('06'), at('07')],
      ],
    )
    assert.equal(finish, '2026-03-06T17:00:00')
    assert.deepEqual(await api.planState(), before)
    await api.refuses([404, 'gantt.task_not_found'], 'POST', '/schedule/preview', {
      changes: [{ url: 'tasks/99', method: 'PUT', data }],
    })
  })

  it('shows a plan that does not schedule itself as if it did', async () => {
    const api = await ganttApi()
    const { a, b } = await api.seed({
      a: { start: at('02'), end: at('04'), duration: 2 },
      b: { start: at('02'), end: at('03') },
    })
    await api.link(a, b)
    const { changed } = await api.done<Preview>('POST', '/schedule/preview', {
      changes: [{ url: 'schedule', method: 'PUT', data: { mode: 'auto' } }],
    })
    assert.deepEqual(changed, [{ id: b, start: at('04'), end: at('05'), duration: 1, progress: 0 }])
    assert.equal((await api.done<Schedule>('GET', '/schedule')).mode, 'off')
  })

  it('does not take a task for moved that only gets the end it was drawn with', async () => {
    const api = await ganttApi()
    const { a, b } = await api.seed({
      a: { start: at('02'), duration: 2 },
      b: { start: at('02'), duration: 1 },
    })
    await api.link(a, b)

    const changes = [{ url: 'schedule', method: 'PUT', data: { mode: 'auto' } }]
    const { changed } = await api.done<Preview>('POST', '/schedule/preview', { changes })
    assert.deepEqual(changed, [{ id: b, start: at('04'), end: at('05'), duration: 1, progress: 0 }])
  })
})

async function twoTasks() {
  const api = await ganttApi()
  const { a, b } = await api.seed({
    a: { start: at('02'), duration: 2 },
    b: { start: at('04'), duration: 2 },
  })
  await api.link(a, b)
  await api.done('PUT', '/schedule', { mode: 'auto' })
  return { api, a, b }
}

describe('how far a task is', () => {
  it('says that it has begun where it stands, and then nobody moves it but by hand', async () => {
    const { api, a, b } = await twoTasks()
    await api.done('PUT', `/tasks/${b}`, { progress: 50 })
    assert.equal((await api.task(b))['actualStart'], at('04'))

    await api.done('PUT', `/tasks/${a}`, { length: 5 * 480 })
    assert.equal((await api.task(b)).start, at('04'))
    await api.done('PUT', `/tasks/${b}`, { start: at('05'), end: at('07') })
    const moved = await api.task(b)
    assert.deepEqual([moved.start, moved['actualStart']], [at('05'), at('05')])
    assert.equal(moved['constraint'] ?? null, null)
  })

  it('says that it is done, that it is not after all, and that it has not begun', async () => {
    const { api, a, b } = await twoTasks()
    await api.done('PUT', `/tasks/${b}`, { progress: 100 })
    const done = await api.task(b)
    assert.deepEqual([done['actualStart'], done['actualFinish']], [at('04'), at('06')])
    await api.done('PUT', `/tasks/${a}`, { length: 5 * 480 })
    assert.equal((await api.task(b)).start, at('04'))

    await api.done('PUT', `/tasks/${b}`, { progress: 30 })
    assert.equal((await api.task(b))['actualFinish'], undefined)
    await api.done('PUT', `/tasks/${b}`, { progress: 0 })
    const open = await api.task(b)
    assert.deepEqual([open['actualStart'], open.start], [undefined, at('09')])
  })

  it('ends later when it is said to have taken longer, and moves what waits for it', async () => {
    const { api, a, b } = await twoTasks()
    await api.done('PUT', `/tasks/${a}`, { progress: 100 })
    const before = await drawn(api, a)
    const waiting = await drawn(api, b)
    assert.deepEqual([before, waiting], ['02-04', '04-06'])
    await api.done('PUT', `/tasks/${a}`, { length: 4 * 480 })
    assert.deepEqual([await drawn(api, a), await drawn(api, b)], ['02-06', '06-10'])
    assert.equal((await api.task(a))['actualFinish'], '2026-03-05T17:00:00')
    // Said in so many words it counts.
    await api.done('PUT', `/tasks/${a}`, { length: 480, actualFinish: '2026-03-04T17:00:00' })
    assert.equal(await drawn(api, a), '02-05')
  })

  it('leaves a beginning that was said as it is', async () => {
    const { api, b } = await twoTasks()
    await api.done('PUT', `/tasks/${b}`, { progress: 10, actualStart: '2026-03-04T10:00:00' })
    await api.done('PUT', `/tasks/${b}`, { progress: 20 })
    assert.equal((await api.task(b))['actualStart'], '2026-03-04T10:00:00')
  })

  it('keeps where they are those that are begun or done when a plan begins to schedule itself', async () => {
    const api = await ganttApi()
    const { a, b, c } = await api.seed({
      a: { start: at('02'), duration: 4 },
      b: { start: at('03'), duration: 1, progress: 100 },
      c: { start: at('03'), duration: 1 },
    })
    await api.link(a, b)
    await api.link(a, c)
    await api.done('PUT', '/schedule', { mode: 'auto' })
    assert.equal((await api.task(b)).start, at('03'))
    assert.equal((await api.task(c)).start, at('06'))
  })

  it('ends what is done after the days that it took, also where nobody said its end', async () => {
    const api = await ganttApi()
    // Thursday, Friday and Monday.
    const { a } = await api.seed({ a: { start: at('05'), duration: 3, progress: 100 } })
    await api.done('PUT', '/schedule', { mode: 'auto' })
    assert.equal(await drawn(api, a), '05-10')
    const { b } = await api.seed({ b: { start: at('05'), duration: 3, progress: 100 } })
    assert.equal(await drawn(api, b), '05-10')
    await api.done('PUT', `/tasks/${b}`, { duration: 6 })
    assert.equal(await drawn(api, b), '05-13')
  })
})
