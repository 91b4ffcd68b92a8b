import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { noSchedule } from '@triptych/contract/schedule'
import type { Database } from '../../ports/database.ts'
import { keepPlan } from './kept-plan.ts'
import { keptPlans } from './kept-plans.ts'
import type { ShelvedPlan } from './kept-plans.ts'
import { planCalendars } from './plan-calendars.ts'
import { nothingTouched } from './plan-writes.ts'
import { planTask } from './stored-plan.ts'

/** Whose plan it is; nothing else is asked of it. */
const database = () => ({}) as Database

function shelved(count: number): ShelvedPlan {
  const schedule = { ...noSchedule, mode: 'auto' as const }
  const calendars = planCalendars(schedule, [])
  const setting = { schedule, calendars, tasks: new Map(), resources: new Map() }
  const tasks = Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    parent: 0,
    place: `a${i}`,
    type: 'task',
    text: '',
    start: '2026-03-02T00:00:00',
    end: null,
    duration: 1,
    progress: 0,
    open: false,
    lazy: null,
    fields: {},
    children: 0,
    version: 1,
  }))
  const plan = {
    start: 0,
    finish: null,
    from: 'start' as const,
    calendar: 0,
    calendars: calendars.rules,
    resources: [],
    tasks: tasks.map((task) => planTask(task, [], setting)),
    links: [],
    criticalSlack: 0,
    severalPaths: false,
    progressBy: 'duration' as const,
  }
  const kept = keepPlan({ schedule, calendars, tasks, links: [], resources: [], plan })
  assert.ok(kept)
  return { plan: kept, revision: 1, doubt: nothingTouched(), last: null }
}

describe('plans in memory', () => {
  it('are taken by one at a time', () => {
    const shelf = keptPlans(1e6).shelfOf(database())
    const one = shelved(1)
    shelf.put(one)

    assert.equal(shelf.take(), one)
    assert.equal(shelf.take(), null)
  })

  it('are kept apart', () => {
    const plans = keptPlans(1e6)
    const [one, other] = [database(), database()]
    plans.shelfOf(one).put(shelved(1))

    assert.equal(plans.shelfOf(other).take(), null)
    assert.ok(plans.shelfOf(one).take())
  })

  it('make room for others, the one first that was used least lately', () => {
    const plans = keptPlans(20_000)
    const [first, second, third] = [database(), database(), database()].map((one) =>
      plans.shelfOf(one),
    )
    first!.put(shelved(10))
    second!.put(shelved(10))
    first!.put(first!.take()!)
    third!.put(shelved(20))

    assert.equal(second!.take(), null)
    assert.ok(first!.take())
    assert.ok(third!.take())
  })

  it('are not kept where one is too large', () => {
    const plans = keptPlans(20_000)
    const [one, other] = [plans.shelfOf(database()), plans.shelfOf(database())]
    one.put(shelved(10))
    other.put(shelved(100))

    assert.equal(other.take(), null)
    assert.ok(one.take())
  })

  it('are thrown away when nobody has changed them for a while', () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    const clock = mock.method(performance, 'now', () => at)
    let at = 0
    const plans = keptPlans(1e6, 1000)
    const [one, other] = [plans.shelfOf(database()), plans.shelfOf(database())]
    one.put(shelved(1))
    at = 600
    other.put(shelved(1))
    at = 1000
    mock.timers.tick(1000)

    assert.equal(one.take(), null)
    const still = other.take()
    assert.ok(still)
    other.put(still)
    at = 2100
    mock.timers.tick(1000)
    assert.equal(other.take(), null)
    clock.mock.restore()
    mock.timers.reset()
  })
})
