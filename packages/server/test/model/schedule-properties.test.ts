import assert from 'node:assert/strict'
import { it } from 'node:test'
import { contradictionsOf } from '../../src/domain/schedule/contradictions.ts'
import { hoursOf, noHours } from '../../src/domain/schedule/hours-of-day.ts'
import { plainTask } from '../../src/domain/schedule/plan.ts'
import type {
  ConstraintType,
  LinkType,
  Plan,
  PlanCalendar,
  PlanLink,
  PlanTask,
} from '../../src/domain/schedule/plan.ts'
import { datesOfTask, schedulePlan } from '../../src/domain/schedule/schedule-plan.ts'
import { slackOf } from '../../src/domain/schedule/slack.ts'
import { day, hour } from '../../src/domain/schedule/ticks.ts'
import { allDay, plainPlan } from '../fixtures/plain-plan.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'
import { chosenSeed, depth, seededRandom } from '../fixtures/seeded-random.ts'

const office = hoursOf([
  [8 * hour, 12 * hour],
  [13 * hour, 17 * hour],
])
const standard: PlanCalendar = {
  ...allDay,
  week: [office, office, office, office, office, noHours, noHours],
}
const firstDay = 20_000

/** Links lead from earlier tasks to later ones, so that there are no circles but through summaries. */
function randomPlan(random: SeededRandom, hard: boolean): Plan {
  const count = random.between(2, 40)
  const tasks = Array.from({ length: count }, (_, i) => randomTask(random, i, hard))
  const links = Array.from({ length: random.between(0, 2 * count) }, (): PlanLink => {
    const to = random.between(1, count - 1)
    const type = random.pick<LinkType>(['e2s', 'e2s', 's2s', 'e2e', 's2e'])
    return {
      from: random.between(0, to - 1),
      to,
      type,
      lag: random.pick([0, 0, 0, 8 * hour, 3 * hour, -4 * hour]),
      lagUnit: random.pick(['working', 'working', 'elapsed']),
    }
  })
  const exceptions = Array.from({ length: 5 }, () => {
    const from = firstDay + random.between(0, 60)
    return { from, to: from + random.between(0, 4), hours: random.pick([noHours, office]) }
  })
  const other: PlanCalendar = { parent: 0, week: Array(7).fill(null), weeks: [], exceptions }
  return { ...plainPlan, start: firstDay * day, calendars: [standard, other], tasks, links }
}

function randomTask(random: SeededRandom, place: number, hard: boolean): PlanTask {
  const types: ConstraintType[] = hard
    ? ['asap', 'snet', 'fnet', 'snlt', 'fnlt', 'mso', 'mfo']
    : ['asap', 'asap', 'asap', 'snet', 'fnet']
  const constraint = random.pick(types)
  const start = (firstDay + random.between(0, 30)) * day + 8 * hour
  const byHand = hard && random.next() < 0.1
  return {
    ...plainTask,
    parent: place > 2 && random.next() < 0.4 ? random.between(0, Math.floor(place / 2)) : null,
    duration: random.pick([0, 1, 4, 8, 24, 80]) * hour,
    calendar: random.pick([null, null, 1]),
    constraint,
    constraintDate: constraint === 'asap' ? null : start,
    mode: byHand ? 'manual' : 'auto',
    start: byHand ? start : null,
    finish: byHand ? start + 9 * hour : null,
  }
}

const seed = chosenSeed()
const rounds = 1500 * depth

it('the order in which tasks and links are told changes nothing', (t) => {
  t.diagnostic(`seed ${seed}`)
  const random = seededRandom(seed)
  for (let round = 0; round < rounds; round++) {
    const plan = randomPlan(random, true)
    // Which link of a circle is left out is a matter of their order.
    const scheduled = schedulePlan(plan)
    if (scheduled.net.circles.length > 0) continue
    const count = plan.tasks.length
    const turned = (place: number) => count - 1 - place
    const other = schedulePlan({
      ...plan,
      tasks: plan.tasks
        .map((task) => ({ ...task, parent: task.parent === null ? null : turned(task.parent) }))
        .toReversed(),
      links: plan.links
        .map((link) => ({ ...link, from: turned(link.from), to: turned(link.to) }))
        .toReversed(),
    })
    for (let task = 0; task < count; task++) {
      assert.deepEqual(datesOfTask(other, turned(task)), datesOfTask(scheduled, task))
    }
  }
})

it('where nothing has to be on a date every link holds, and no slack is negative', () => {
  const random = seededRandom(seed + 1)
  for (let round = 0; round < rounds; round++) {
    const plan = randomPlan(random, false)
    const scheduled = schedulePlan(plan)
    const broken = contradictionsOf(scheduled).filter(({ kind }) => kind === 'link')
    assert.deepEqual(broken, [])
    // A finish that has to wait for an instant at which its task rests is as late as the rest before it.
    if (plan.links.some(({ type }) => type === 'e2e' || type === 's2e')) continue
    const least = slackOf(scheduled).total.reduce((one, other) => Math.min(one, other), 0)
    assert.equal(least, 0)
  }
})

it('every task takes its time, and a summary reaches around all below it', () => {
  const random = seededRandom(seed + 2)
  for (let round = 0; round < rounds; round++) {
    const plan = randomPlan(random, true)
    const scheduled = schedulePlan(plan)
    for (const [i, task] of plan.tasks.entries()) {
      const dates = datesOfTask(scheduled, i)
      for (const date of Object.values(dates)) assert.ok(Number.isInteger(date))
      assert.ok(dates.earlyFinish >= dates.earlyStart && dates.lateFinish >= dates.lateStart)
      const above = task.parent === null ? null : plan.tasks[task.parent]
      if (task.parent === null || above?.mode === 'manual') continue
      const around = datesOfTask(scheduled, task.parent)
      assert.ok(around.start <= dates.start && around.finish >= dates.finish)
    }
  }
})
