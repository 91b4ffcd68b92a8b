import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noSchedule } from '@triptych/contract/schedule'
import type { StoredAssignment, StoredResource, StoredTask } from '../../ports/gantt-store.ts'
import { dayOf } from '../schedule/ticks.ts'
import { planCalendars } from './plan-calendars.ts'
import { loadOf, periodOf, piecesOf, tasksOfLoad, wholeUnits } from './plan-load.ts'
import type { LoadedPlan } from './plan-load.ts'

// 2026-03-02 is a Monday.
const at = (day: string, time = '00:00') => `2026-03-${day}T${time}:00`
const week = { from: dayOf('2026-03-02'), to: dayOf('2026-03-08') }

type Given = Partial<Omit<StoredTask, 'start' | 'end'>>

function task(id: number, start: string, end: string | null, given: Given = {}): StoredTask {
  const places = { parent: 0, place: `a${id}`, type: 'task', text: `task ${id}` }
  const rest = { duration: null, progress: 0, open: false, lazy: null, fields: {}, children: 0 }
  return { id, ...places, start, end, ...rest, version: 1, ...given }
}

function who(id: number, fields: object = {}): StoredResource {
  return { id, parent: 0, place: `a${id}`, fields: { name: `who ${id}`, ...fields }, version: 1 }
}

function works(id: number, of: number, resource: number, units = 100): StoredAssignment {
  return { id, task: of, resource, units, fields: {}, version: 1 }
}

const saturdays = {
  name: 'Saturdays',
  parent: null,
  week: { sat: [['08:00', '12:00']] },
  weeks: [],
  exceptions: [],
}
const mornings = {
  ...saturdays,
  name: 'Mornings',
  week: { mon: [['08:00', '12:00']], tue: [['08:00', '12:00']], sat: [['10:00', '14:00']] },
}

function plan(given: Partial<LoadedPlan>): LoadedPlan {
  const calendars = planCalendars(noSchedule, [
    { id: 1, fields: saturdays, version: 1 },
    { id: 2, fields: mornings, version: 1 },
  ])
  const none = { tasks: [], assignments: [], resources: [who(1)] }
  return { schedule: noSchedule, calendars, ...none, ...given }
}

/** The load of the first resource in the week: column, work, and what is above. */
function loadIn(given: Partial<LoadedPlan>, unit: 'day' | 'week' = 'day') {
  const made = plan(given)
  return loadOf(made, piecesOf(made), week, unit).resources[0]!.load
}

describe('the load of a resource', () => {
  it('is the working time in which its tasks are drawn, by the percent it gives them', () => {
    const tasks = [task(1, at('02'), at('04'))]

    assert.deepEqual(loadIn({ tasks, assignments: [works(1, 1, 1, 50)] }), [
      [0, 240, 0],
      [1, 240, 0],
    ])
  })

  it('heeds hours, weekends, and an end that nobody has said', () => {
    const tasks = [task(1, at('05', '10:00'), null, { duration: 4 })]

    assert.deepEqual(loadIn({ tasks, assignments: [works(1, 1, 1)] }), [
      [3, 360, 0],
      [4, 480, 0],
    ])
  })

  it('is above the capacity by what it gives more at any one moment', () => {
    const assignments = [works(1, 1, 1), works(2, 2, 1)]
    const clash = [
      task(1, at('02', '08:00'), at('02', '12:00')),
      task(2, at('02', '10:00'), at('02', '12:00')),
    ]
    assert.deepEqual(loadIn({ tasks: clash, assignments }), [[0, 360, 120]])

    const inTurn = [
      task(1, at('02', '08:00'), at('02', '12:00')),
      task(2, at('02', '12:00'), at('02', '17:00')),
    ]
    assert.deepEqual(loadIn({ tasks: inTurn, assignments }), [[0, 480, 0]])
  })

  it('is measured by how much the resource has to give', () => {
    const tasks = [task(1, at('02'), at('03')), task(2, at('02'), at('03'))]
    const assignments = [works(1, 1, 1), works(2, 2, 1)]

    const overOf = (maxUnits: unknown) =>
      loadIn({ tasks, assignments, resources: [who(1, { maxUnits })] })[0]![2]
    assert.deepEqual(
      [200, 150, 100, 0, 'many', undefined].map(overOf),
      [0, 240, 480, 960, 480, 480],
    )
  })

  it('runs by its own calendar, by the hours it has in common with that of the task, or by the task’s alone', () => {
    const all = at('09')
    const resources = [who(1, { calendar: 2 })]
    const assignments = [works(1, 1, 1)]
    const load = (fields: object) =>
      loadIn({ tasks: [task(1, at('02'), all, { fields: { ...fields } })], assignments, resources })

    const mine = [
      [0, 240, 0],
      [1, 240, 0],
      [5, 240, 0],
    ]
    assert.deepEqual(load({}), mine)
    assert.deepEqual(load({ elapsed: true }), mine)
    assert.deepEqual(load({ calendar: 1 }), [[5, 120, 0]])
    // From 8 to 10 on Saturday nobody is there.
    assert.deepEqual(load({ calendar: 1, ignoreResourceCalendars: true }), [[5, 240, 120]])
    assert.deepEqual(load({ calendar: 99 }), mine)
  })

  it('is none where a task has no place in time, does not count, or is made of others', () => {
    const [start, end] = [at('02'), at('03')]
    const assignments = [works(1, 1, 1)]
    const load = (given: Given) => loadIn({ tasks: [task(1, start, end, given)], assignments })

    assert.equal(load({}).length, 1)
    assert.deepEqual(load({ fields: { unscheduled: true } }), [])
    assert.deepEqual(load({ fields: { inactive: true } }), [])
    assert.deepEqual(load({ children: 1 }), [])
    assert.deepEqual(load({ type: 'milestone' }), [])
    assert.deepEqual(loadIn({ assignments }), [])
  })

  it('is none of material and of cost', () => {
    const given = { tasks: [task(1, at('02'), at('03'))], assignments: [works(1, 1, 1)] }
    for (const type of ['material', 'cost']) {
      const made = plan({ ...given, resources: [who(1, { type })] })
      const [found] = loadOf(made, piecesOf(made), week, 'day').resources
      assert.deepEqual([found!.works, found!.load], [false, []])
    }
  })

  it('is told by the week as the sum of its days', () => {
    const tasks = [task(1, at('02'), at('04')), task(2, at('03'), at('04'))]
    const assignments = [works(1, 1, 1), works(2, 2, 1)]

    assert.deepEqual(loadIn({ tasks, assignments }, 'week'), [[0, 1440, 480]])
  })

  it('of thirds of a day is in whole minutes all the same', () => {
    const tasks = [1, 2, 3].map((id) => task(id, at('02'), at('03')))
    const assignments = [1, 2, 3].map((id) => works(id, id, 1, 100 / 3))

    assert.deepEqual(loadIn({ tasks, assignments }), [[0, 480, 0]])
  })
})

describe('the hours of resources', () => {
  it('are told once for all that work alike', () => {
    const made = plan({ resources: [who(1), who(2, { calendar: 2 }), who(3)] })

    const { hours, resources } = loadOf(made, [], week, 'day')
    assert.deepEqual(hours, [
      [480, 480, 480, 480, 480, 0, 0],
      [240, 240, 0, 0, 0, 240, 0],
    ])
    assert.deepEqual(
      resources.map((one) => [one.calendar, one.hours]),
      [
        [null, 0],
        [2, 1],
        [null, 0],
      ],
    )
  })
})

describe('the time of a load', () => {
  it('is where the work lies, in whole weeks', () => {
    const made = plan({
      tasks: [task(1, at('04'), at('05')), task(2, at('10', '09:00'), at('12'))],
      assignments: [works(1, 1, 1), works(2, 2, 1)],
    })
    const period = periodOf(piecesOf(made))!
    assert.deepEqual(period, { from: dayOf('2026-03-04'), to: dayOf('2026-03-11') })
    assert.deepEqual(wholeUnits(period, 'week'), {
      from: dayOf('2026-03-02'),
      to: dayOf('2026-03-15'),
    })
    assert.equal(periodOf([]), null)
  })

  it('has the work of each task within it', () => {
    const made = plan({
      tasks: [task(1, at('02'), at('20')), task(2, at('07'), at('09'))],
      assignments: [works(1, 1, 1, 50), works(2, 2, 1)],
    })
    const day = { from: dayOf('2026-03-07'), to: dayOf('2026-03-09') }
    assert.deepEqual(tasksOfLoad(piecesOf(made), day), [{ id: 1, units: 50, work: 240 }])
  })
})
