import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Analysis, Preview } from '@triptych/contract/schedule'
import { ganttApi } from '../../../test/fixtures/gantt-api.ts'
import type { GanttApi } from '../../../test/fixtures/gantt-api.ts'

/*
 * What other schedulers got wrong for years, by what DHTMLX Gantt 10.0 tells of having mended. 2026-03-02 is a Monday;
 * where nothing else is said, people work from Monday to Friday.
 */

const at = (day: string) => `2026-03-${day}T00:00:00`

async function scheduled(more: object = {}): Promise<GanttApi> {
  const api = await ganttApi()
  await api.done('PUT', '/schedule', { mode: 'auto', start: at('02'), ...more })
  return api
}

/** Days of March as the chart draws them, the end not included: `02-04`. A milestone has only the first. */
async function drawn(api: GanttApi, ...ids: number[]): Promise<string[]> {
  const tasks = await api.tasks()
  return ids.map((id) => {
    const { start, end } = tasks.find((one) => one.id === id)!
    return [start, end]
      .filter((one) => one !== undefined)
      .map((one) => one.slice(8).replace('T00:00:00', ''))
      .join('-')
  })
}

function analysis(api: GanttApi): Promise<Analysis> {
  return api.done('GET', '/schedule/analysis')
}

/** Runs the whole plan anew, and finds everything where it stands. */
async function assertStill(api: GanttApi): Promise<void> {
  const before = await api.tasks()
  for (const mode of ['off', 'auto']) await api.done('PUT', '/schedule', { mode })
  await api.done('POST', '/tasks', { text: 'new', unscheduled: true })
  const after = (await api.tasks()).filter(({ text }) => text !== 'new')
  const places = (tasks: typeof before) => tasks.map(({ id, start, end }) => [id, start, end])
  assert.deepEqual(places(after), places(before))
}

const asap = { constraint: { type: 'asap' } }
const office = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const days = (...names: string[]) => Object.fromEntries(names.map((name) => [name, office]))
const always = Object.fromEntries(
  ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((name) => [name, [['00:00', '24:00']]]),
)

async function calendar(api: GanttApi, week: object): Promise<number> {
  return (await api.done('POST', '/calendars', { week })).id
}

describe('a task as soon as possible', () => {
  it('does not begin before the plan because one beside it is held earlier', async () => {
    const api = await scheduled({ start: at('04') })
    const { a, b, top, c } = await api.seed({
      a: { duration: 2, ...asap },
      early: { duration: 1, constraint: { type: 'snet', date: at('02') } },
      b: { duration: 1, ...asap },
      top: { type: 'summary' },
      soon: { duration: 1, parent: 'top', constraint: { type: 'snlt', date: at('03') } },
      c: { duration: 1, parent: 'top', ...asap },
    })

    assert.deepEqual(await drawn(api, a, b, c), ['04-06', '04-05', '04-05'])
    assert.ok((await api.task(top)).start <= at('04'))
    await assertStill(api)
  })

  it('is not pulled to the front when the branch beside it moves', async () => {
    const api = await scheduled()
    const { first, top, a, b, c } = await api.seed({
      first: { duration: 1, ...asap },
      top: { type: 'summary' },
      a: { duration: 1, parent: 'top', constraint: { type: 'snet', date: at('05') } },
      b: { duration: 2, parent: 'top', constraint: { type: 'snet', date: at('10') } },
      c: { duration: 1, parent: 'top', ...asap },
    })
    await api.link(first, top)
    assert.deepEqual(await drawn(api, top, a, b, c), ['03-12', '05-06', '10-12', '03-04'])

    await api.done('PUT', `/tasks/${first}`, { length: 5 * 480 })
    assert.deepEqual(await drawn(api, top, a, b, c), ['09-12', '09-10', '10-12', '09-10'])
    await api.done('PUT', `/tasks/${first}`, { length: 480 })
    assert.deepEqual(await drawn(api, top, a, b, c), ['03-12', '05-06', '10-12', '03-04'])
  })

  it('stays where it is, however often, beside one that must start while a link holds the end of the branch', async () => {
    // With its end when the gate ends, on Wednesday 11, or when it begins, on Monday 9.
    for (const [type, place] of [
      ['e2e', '10-12'],
      ['s2e', '05-07'],
    ]) {
      for (const constraint of ['mso', 'mfo']) {
        const api = await scheduled()
        const { gate, top, b } = await api.seed({
          gate: { duration: 3, constraint: { type: 'snet', date: at('09') } },
          top: { type: 'summary' },
          a: { duration: 1, parent: 'top', constraint: { type: constraint, date: at('05') } },
          b: { duration: 2, parent: 'top', ...asap },
        })
        await api.link(gate, top, { type })
        assert.deepEqual(await drawn(api, b), [place], `${type} ${constraint}`)

        await assertStill(api)
        await api.done('PUT', `/tasks/${gate}`, { length: 960 })
        await api.done('PUT', `/tasks/${gate}`, { length: 3 * 480 })
        assert.deepEqual(await drawn(api, b), [place], `${type} ${constraint}`)
      }
    }
  })
})

describe('calendars that differ', () => {
  it('of a branch and what is in it leave each task to its own', async () => {
    const api = await scheduled()
    const [late, own] = [
      await calendar(api, days('thu', 'fri')),
      await calendar(api, days('tue', 'wed')),
    ]
    const { top, a, b } = await api.seed({
      top: { type: 'summary', calendar: late },
      a: { duration: 2, parent: 'top', calendar: own, ...asap },
      b: { duration: 2, parent: 'top', ...asap },
    })
    await api.link(a, b)

    assert.deepEqual(await drawn(api, a, b), ['03-05', '05-07'])
    const { tasks } = await analysis(api)
    assert.equal(tasks[top]?.start, tasks[a]?.start)
    assert.equal(tasks[top]?.finish, tasks[b]?.finish)
    await assertStill(api)
  })

  it('let one who works round the clock begin when the other has gone home', async () => {
    const api = await scheduled()
    const clock = await calendar(api, always)
    const { a, b, top, c } = await api.seed({
      a: { length: 5 * 480, ...asap },
      b: { length: 1440, calendar: clock, ...asap },
      top: { type: 'summary' },
      c: { length: 1440, parent: 'top', calendar: clock, ...asap },
    })
    await api.link(a, b)
    await api.link(a, top)

    const { tasks } = await analysis(api)
    for (const id of [b, c]) {
      assert.deepEqual(
        [tasks[id]?.start, tasks[id]?.finish],
        ['2026-03-06T17:00:00', '2026-03-07T17:00:00'],
      )
    }
    await assertStill(api)
  })

  it('count for each task on its level, however deep it stands', async () => {
    const api = await scheduled()
    const [weekend, own] = [
      await calendar(api, days('sat', 'sun')),
      await calendar(api, days('wed', 'thu')),
    ]
    const { before, a, b, top } = await api.seed({
      before: { duration: 1, ...asap },
      top: { type: 'summary', calendar: weekend },
      middle: { type: 'summary', parent: 'top', calendar: weekend },
      a: { duration: 1, parent: 'middle', calendar: own, ...asap },
      b: { duration: 1, parent: 'middle', ...asap },
    })
    await api.link(before, top)

    assert.deepEqual(await drawn(api, a, b), ['04-05', '03-04'])
    const { tasks } = await analysis(api)
    assert.equal(tasks[top]?.start, tasks[b]?.start)
    assert.equal(tasks[top]?.finish, tasks[a]?.finish)
    await assertStill(api)
  })

  it('make a task longer when their hours change, also where it need not move', async () => {
    const api = await scheduled()
    const own = await calendar(api, days('mon', 'tue', 'wed', 'thu', 'fri'))
    const { a, b } = await api.seed({
      a: { length: 3 * 480, calendar: own, ...asap },
      b: { duration: 1, ...asap },
    })
    assert.deepEqual(await drawn(api, a, b), ['02-05', '02-03'])

    await api.done('PUT', `/calendars/${own}`, { exceptions: [{ from: '2026-03-03', hours: [] }] })
    assert.deepEqual(await drawn(api, a, b), ['02-06', '02-03'])
    assert.equal((await api.task(a))['length'], 3 * 480)
    await api.done('PUT', `/calendars/${own}`, { week: days('mon', 'fri'), exceptions: [] })
    assert.deepEqual(await drawn(api, a), ['02-10'])
  })
})

describe('a plan that is made from its finish', () => {
  it('has nothing behind it', async () => {
    const api = await scheduled({ from: 'finish', finish: '2026-03-20T17:00:00' })
    const { a, b, c, top, d } = await api.seed({
      a: { duration: 3 },
      b: { duration: 2 },
      c: { duration: 4 },
      top: { type: 'summary' },
      d: { duration: 2, parent: 'top' },
    })
    for (const id of [a, b, c, d]) await api.done('PUT', `/tasks/${id}`, { constraint: null })
    await api.link(a, b)
    await api.link(a, c, { type: 's2s', lag: 1 })
    await api.link(b, top, { type: 'e2e' })

    const { finish, tasks } = await analysis(api)
    assert.equal(finish, '2026-03-20T17:00:00')
    for (const id of [a, b, c, d]) {
      assert.ok(tasks[id]!.finish <= '2026-03-20T17:00:00', `${id} ${tasks[id]!.finish}`)
    }
    // Friday is the 20th.
    assert.deepEqual(await drawn(api, b, c, d), ['19-21', '17-21', '19-21'])
    assert.deepEqual(await drawn(api, a), ['16-19'])
    await assertStill(api)
  })
})

describe('a task that is left alone', () => {
  it('may have a constraint, which moves nothing and breaks nothing', async () => {
    const api = await scheduled()
    const { a, b } = await api.seed({
      a: {
        start: at('04'),
        end: at('06'),
        manual: true,
        constraint: { type: 'mso', date: at('16') },
      },
      b: { duration: 1, ...asap },
    })
    await api.link(a, b)
    assert.deepEqual(await drawn(api, a, b), ['04-06', '06-07'])

    for (const type of ['alap', 'snet', 'snlt', 'fnet', 'fnlt', 'mfo']) {
      await api.done('PUT', `/tasks/${a}`, { constraint: { type, date: at('16') } })
      assert.deepEqual(await drawn(api, a, b), ['04-06', '06-07'], type)
      await analysis(api)
    }
  })

  it('stays although nothing is linked to it', async () => {
    const api = await scheduled()
    const { a, b } = await api.seed({
      a: { start: at('03'), end: at('04'), manual: true },
      b: { duration: 1, ...asap },
    })

    await api.done('PUT', '/schedule', { start: at('10') })
    assert.deepEqual(await drawn(api, a, b), ['03-04', '10-11'])
  })

  it('is not moved by its constraint where the plan only looks', async () => {
    const api = await ganttApi()
    await api.done('PUT', '/schedule', { mode: 'validate', start: at('02') })
    const { a, b } = await api.seed({
      a: { start: at('04'), end: at('05'), constraint: { type: 'mso', date: at('09') } },
      b: { start: at('04'), end: at('05'), constraint: { type: 'mfo', date: at('09') } },
    })
    await api.link(a, b)

    assert.deepEqual(await drawn(api, a, b), ['04-05', '04-05'])
  })
})

describe('slack', () => {
  it('heeds links from a start, to a start or an end', async () => {
    const api = await scheduled()
    const { a, b, c, long } = await api.seed({
      a: { duration: 1, ...asap },
      b: { duration: 4, ...asap },
      c: { duration: 2, ...asap },
      long: { duration: 10, ...asap },
    })
    await api.link(a, b, { type: 's2s', lag: 2 })
    await api.link(a, c, { type: 's2e', lag: 3 })

    const { tasks, critical } = await analysis(api)
    assert.deepEqual(await drawn(api, a, b, c, long), ['02-03', '04-10', '03-05', '02-14'])
    // By the start of a, which b may be late by: ten days less two of lag and four of its own.
    assert.equal(tasks[a]?.totalSlack, 4 * 480)
    assert.equal(tasks[b]?.totalSlack, 4 * 480)
    assert.equal(tasks[c]?.totalSlack, 7 * 480)
    assert.deepEqual([tasks[a]?.freeSlack, tasks[b]?.freeSlack], [0, 4 * 480])
    assert.deepEqual(critical, [long])
  })

  it('is none for the last to end, though what follows it ends before', async () => {
    const api = await scheduled()
    const { a, b } = await api.seed({ a: { duration: 5, ...asap }, b: { duration: 1, ...asap } })
    await api.link(a, b, { lag: -3 })

    const { tasks, critical } = await analysis(api)
    assert.deepEqual(await drawn(api, a, b), ['02-07', '04-05'])
    assert.deepEqual(critical, [a])
    assert.deepEqual([tasks[a]?.totalSlack, tasks[b]?.totalSlack], [0, 2 * 480])
  })

  it('can be told of a plan that is one summary with nothing in it', async () => {
    const api = await scheduled()
    const { top } = await api.seed({ top: { type: 'summary', start: at('04'), duration: 2 } })

    const { tasks, conflicts } = await analysis(api)
    assert.deepEqual([tasks[top]?.totalSlack, conflicts], [0, []])
    await assertStill(api)
  })
})

describe('a link', () => {
  it('with more lead than what follows takes puts it there, also where a link holds the end of the branch', async () => {
    for (const [type, places] of [
      ['e2e', ['10-14', '10-14', '13-14']],
      ['s2e', ['03-07', '03-07', '06-07']],
    ] as const) {
      const api = await scheduled()
      const { gate, top, a, b } = await api.seed({
        gate: { duration: 5, constraint: { type: 'snet', date: at('09') } },
        top: { type: 'summary' },
        a: { duration: 4, parent: 'top', ...asap },
        b: { duration: 1, parent: 'top', ...asap },
      })
      await api.link(a, b, { lag: -3 })
      await api.link(gate, top, { type })

      // All that is in it ends with the gate, or when that begins, and no earlier.
      assert.deepEqual(await drawn(api, top, a, b), places)
      assert.deepEqual((await analysis(api)).conflicts, [])
      await assertStill(api)
    }
  })

  it('that would close a circle is known before it is there', async () => {
    const api = await scheduled()
    const { a, b, top, c } = await api.seed({
      a: { duration: 1 },
      b: { duration: 1 },
      top: { type: 'summary' },
      c: { duration: 1, parent: 'top' },
    })
    await api.link(a, b)
    await api.link(b, top)

    for (const [source, target] of [
      [b, a],
      [c, a],
      [top, c],
    ]) {
      const data = { source, target }
      await api.refuses([409, 'gantt.cycle'], 'POST', '/schedule/preview', {
        changes: [{ url: 'links', method: 'POST', data }],
      })
      await api.refuses([409, 'gantt.cycle'], 'POST', '/links', data)
    }
    const data = { source: a, target: c }
    const { changed } = await api.done<Preview>('POST', '/schedule/preview', {
      changes: [{ url: 'links', method: 'POST', data }],
    })
    assert.deepEqual(changed, [])
  })
})

describe('a branch', () => {
  it('keeps what is in it as far from each other as it was, when it moves', async () => {
    const api = await scheduled()
    const { first, top, a, b, c } = await api.seed({
      first: { duration: 1, ...asap },
      top: { type: 'summary' },
      a: { duration: 1, parent: 'top', ...asap },
      b: { duration: 2, parent: 'top', ...asap },
      c: { type: 'milestone', parent: 'top', ...asap },
    })
    await api.link(first, top)
    await api.link(a, b, { lag: 1 })
    await api.link(a, c, { lag: 2, type: 's2s' })
    assert.deepEqual(await drawn(api, top, a, b, c), ['03-07', '03-04', '05-07', '05'])

    await api.done('PUT', `/tasks/${first}`, { length: 5 * 480 })
    assert.deepEqual(await drawn(api, top, a, b, c), ['09-13', '09-10', '11-13', '11'])
    await api.done('PUT', `/tasks/${first}`, { length: 480 })
    assert.deepEqual(await drawn(api, top, a, b, c), ['03-07', '03-04', '05-07', '05'])
  })

  it('is not moved away by what has no place yet', async () => {
    const api = await scheduled()
    const { first, top, a } = await api.seed({
      first: { duration: 1, ...asap },
      top: { type: 'summary' },
      a: { duration: 1, parent: 'top', ...asap },
      open: { parent: 'top', unscheduled: true, start: '2027-01-04T00:00:00' },
    })
    await api.link(first, top)

    assert.deepEqual(await drawn(api, top, a), ['03-04', '03-04'])
    await assertStill(api)
  })

  it('of nothing but tasks without a place yet holds nobody up', async () => {
    const api = await scheduled()
    const { first, top, last } = await api.seed({
      first: { duration: 1, ...asap },
      top: { type: 'summary' },
      open: { parent: 'top', unscheduled: true, start: '2027-01-04T00:00:00' },
      last: { duration: 1, ...asap },
    })
    await api.link(first, top)
    await api.link(top, last)

    assert.deepEqual(await drawn(api, last), ['02-03'])
    await assertStill(api)
  })

  it('can be what a milestone was, as soon as something is in it', async () => {
    const api = await scheduled()
    const { mark, next } = await api.seed({
      mark: { type: 'milestone', ...asap },
      next: { duration: 1, ...asap },
    })
    await api.link(mark, next)
    await api.done('PUT', `/tasks/${mark}`, { type: 'summary' })
    const { a } = await api.seed({ a: { duration: 2, ...asap } })
    await api.done('PUT', `/tasks/${a}`, { operation: 'move', target: mark, mode: 'child' })

    assert.deepEqual(await drawn(api, mark, a, next), ['02-04', '02-04', '04-05'])
    await assertStill(api)
  })
})
