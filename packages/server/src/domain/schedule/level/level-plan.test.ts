import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { allDay, plainPlan } from '../../../../test/fixtures/plain-plan.ts'
import { seededRandom } from '../../../../test/fixtures/seeded-random.ts'
import { hoursOf, noHours } from '../hours-of-day.ts'
import { plainTask } from '../plan.ts'
import type { Plan, PlanCalendar, PlanTask } from '../plan.ts'
import { datesOfTask, schedulePlan } from '../schedule-plan.ts'
import { day, hour } from '../ticks.ts'
import { levelPlan, unmoved } from './level-plan.ts'
import type { LevelOptions } from './level-plan.ts'

/** Eight hours from Monday to Friday; 1970-01-05 was a Monday. */
const office: PlanCalendar = {
  ...allDay,
  week: [...Array(5).fill(hoursOf([[8 * hour, 16 * hour]])), noHours, noHours],
}
const monday = 4 * day

function task(hours: number, more: Partial<PlanTask> = {}): PlanTask {
  const assignments = [{ resource: 0, units: 1, work: hours * hour }]
  return { ...plainTask, duration: hours * hour, assignments, ...more }
}

function planWith(tasks: PlanTask[], links: Plan['links'] = []): Plan {
  const resources = [{ works: true, calendar: null }]
  return { ...plainPlan, start: monday, calendars: [office], resources, tasks, links }
}

function levelled(
  plan: Plan,
  options: Partial<LevelOptions> = {},
): [start: number, finish: number][] {
  const random = seededRandom(7)
  const { delay, finish } = levelPlan(plan, {
    capacity: plan.resources.map(() => 1),
    priority: [],
    tries: 100,
    random: () => random.next(),
    ...options,
  })
  const tasks = plan.tasks.map((one, at) => ({ ...one, levelingDelay: delay[at]! }))
  const scheduled = schedulePlan({ ...plan, tasks })
  assert.equal(scheduled.dates.projectFinish, finish)
  return tasks.map((_, at) => {
    const dates = datesOfTask(scheduled, at)
    return [dates.start - monday, dates.finish - monday]
  })
}

const at = (days: number, hours: number): number => days * day + hours * hour

describe('a levelled plan', () => {
  it('has one after the other of what one person cannot do at once, in working hours', () => {
    assert.deepEqual(levelled(planWith([task(12), task(12)])).toSorted(byStart), [
      [at(0, 8), at(1, 12)],
      [at(1, 12), at(2, 16)],
    ])
  })

  it('has at once what can be done at once', () => {
    const two = [at(0, 8), at(0, 16)]
    assert.deepEqual(levelled(planWith([task(8), task(8)]), { capacity: [2] }), [two, two])
  })

  it('has first what is more important', () => {
    const [one, other] = levelled(planWith([task(8), task(8)]), { priority: [100, 900] })
    assert.deepEqual([one![0], other![0]], [at(1, 8), at(0, 8)])
  })

  /** Between the first and the second somebody is free, though not long enough for the third. */
  const withPause = planWith(
    [task(8), task(8), task(24), task(8, { assignments: [] })],
    [
      { from: 0, to: 1, type: 'e2s', lag: 16 * hour, lagUnit: 'working' },
      { from: 1, to: 3, type: 'e2s', lag: 0, lagUnit: 'working' },
    ],
  )

  it('does not leave people waiting for the next while they could do another', () => {
    const starts = levelled(withPause, { tries: 2 }).map(([start]) => start)
    assert.deepEqual(starts, [at(0, 8), at(4, 8), at(1, 8), at(7, 8)])
  })

  it('leaves them waiting where the next is more important', () => {
    const starts = levelled(withPause, { priority: [900, 900, 100, 0] }).map(([start]) => start)
    assert.deepEqual(starts, [at(0, 8), at(3, 8), at(4, 8), at(4, 8)])
  })

  it('leaves what is not to be moved, stands by hand, was begun or must be at its date', () => {
    const start = monday + at(0, 8)
    const finish = monday + at(0, 16)
    for (const stays of [
      task(8, { mode: 'manual', start, finish }),
      task(8, { actualStart: start }),
      task(8, { constraint: 'mso', constraintDate: start }),
    ]) {
      const [one, other] = levelled(planWith([task(8), stays]))
      assert.deepEqual([one![0], other![0]], [at(1, 8), at(0, 8)])
    }
    const [one, other] = levelled(planWith([task(8), task(8)]), { priority: [500, unmoved] })
    assert.deepEqual([one![0], other![0]], [at(1, 8), at(0, 8)])
  })

  it('is found from both ends around what stands by hand', () => {
    const [start, finish] = [monday + at(1, 8), monday + at(1, 16)]
    const stays = task(8, { mode: 'manual', start, finish })
    const others = Array.from({ length: 11 }, () => task(4))
    const dates = levelled(planWith([stays, ...others]), { tries: 200 })
    assert.deepEqual(dates[0], [at(1, 8), at(1, 16)])
    assert.equal(Math.max(...dates.map(([, end]) => end)), at(8, 12))
  })

  it('moves what waits for it, also below summaries', () => {
    const summary = { ...plainTask }
    const tasks = [task(8), summary, task(8, { parent: 1 }), task(8, { assignments: [] })]
    const links = [{ from: 1, to: 3, type: 'e2s', lag: 0, lagUnit: 'working' } as const]
    const [, , , last] = levelled(planWith(tasks, links), { priority: [900, 0, 100, 0] })
    assert.deepEqual(last, [at(2, 8), at(2, 16)])
  })

  it('forgets the delays that were there', () => {
    const [one] = levelled(planWith([task(8, { levelingDelay: 3 * day })]))
    assert.deepEqual(one, [at(0, 8), at(0, 16)])
  })

  it('is the same for the same seed, and the best so far when it is cancelled', () => {
    const tasks = Array.from({ length: 12 }, (_, n) => task(4 + ((n * 5) % 7)))
    const plan = planWith(tasks, [
      { from: 0, to: 5, type: 'e2s', lag: 0, lagUnit: 'working' },
      { from: 5, to: 9, type: 's2s', lag: 2 * hour, lagUnit: 'working' },
    ])
    assert.deepEqual(levelled(plan), levelled(plan))
    let asked = 0
    const cancelled = levelled(plan, { isCancelled: () => asked++ > 2 })
    const last = Math.max(...cancelled.map(([, finish]) => finish))
    assert.ok(last >= Math.max(...levelled(plan).map(([, finish]) => finish)))
  })
})

function byStart([one]: [number, number], [other]: [number, number]): number {
  return one - other
}
