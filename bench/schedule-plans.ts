import { hoursOf, noHours } from '../packages/server/src/domain/schedule/hours-of-day.ts'
import { plainTask } from '../packages/server/src/domain/schedule/plan.ts'
import type {
  ConstraintType,
  LinkType,
  Plan,
  PlanCalendar,
  PlanLink,
  PlanTask,
} from '../packages/server/src/domain/schedule/plan.ts'
import { day, hour } from '../packages/server/src/domain/schedule/ticks.ts'
import { allDay, plainPlan } from '../packages/server/test/fixtures/plain-plan.ts'
import type { SeededRandom } from '../packages/server/test/fixtures/seeded-random.ts'

const office = hoursOf([
  [8 * hour, 12 * hour],
  [13 * hour, 17 * hour],
])
const shift = hoursOf([[6 * hour, 14 * hour]])
const firstDay = 20_000
const family = 10
/** How far apart the ends of a link are at most. */
const reach = 2000

function holidays(random: SeededRandom): PlanCalendar['exceptions'] {
  return Array.from({ length: 200 }, () => {
    const from = firstDay + random.between(0, 7000)
    return { from, to: from + random.between(0, 4), hours: noHours }
  })
}

function week(hours: typeof office): PlanCalendar['week'] {
  return [hours, hours, hours, hours, hours, noHours, noHours]
}

/**
 * Families of ten tasks under a summary, ten of these under another, with a bit of everything; links of
 * all types lead onwards, some from and to summaries. Nothing is as late as possible.
 */
export function largePlan(random: SeededRandom, count: number, links: number): Plan {
  const calendars: PlanCalendar[] = [
    { ...allDay, week: week(office), exceptions: holidays(random) },
    { ...allDay, week: week(shift), exceptions: holidays(random) },
    { ...allDay, week: week(office), exceptions: holidays(random) },
  ]
  const tasks: PlanTask[] = Array.from({ length: count }, (_, i) => ({
    ...someTask(random),
    parent: parentOf(i),
  }))
  return {
    ...plainPlan,
    start: firstDay * day + 8 * hour,
    calendars,
    tasks,
    links: Array.from({ length: links }, () => someLink(random, count)),
  }
}

/** Every 111th is a summary of ten, each of which is one of ten. */
function parentOf(place: number): number | null {
  const whole = 1 + family * (family + 1)
  const rest = place % whole
  if (rest === 0) return null
  const inside = (rest - 1) % (family + 1)
  return inside === 0 ? place - rest : place - inside
}

/** The last task below one, or itself. */
function lastBelow(place: number): number {
  const whole = 1 + family * (family + 1)
  const rest = place % whole
  if (rest === 0) return place + whole - 1
  return (rest - 1) % (family + 1) === 0 ? place + family : place
}

export function someLink(random: SeededRandom, count: number): PlanLink {
  for (;;) {
    const from = random.between(0, count - 2)
    const last = lastBelow(from)
    const to = last + random.between(1, reach)
    if (to >= count) continue
    return {
      from,
      to,
      type: random.next() < 0.7 ? 'e2s' : random.pick<LinkType>(['s2s', 'e2e', 's2e']),
      lag: random.next() < 0.8 ? 0 : random.pick([4 * hour, 8 * hour, -2 * hour]),
      lagUnit: random.next() < 0.9 ? 'working' : 'elapsed',
    }
  }
}

export function someTask(random: SeededRandom): PlanTask {
  const often = (share: number) => random.next() < share
  const duration = random.between(1, 40) * hour
  const constraint: ConstraintType = often(0.1)
    ? random.pick(['snet', 'fnet', 'fnlt', 'snlt'])
    : 'asap'
  const date = (firstDay + random.between(0, 1000)) * day + 8 * hour
  const begun = often(0.05) ? date : null
  const byHand = often(0.02)
  return {
    ...plainTask,
    duration,
    calendar: random.pick([null, null, null, 1, 2]),
    constraint,
    constraintDate: constraint === 'asap' ? null : date,
    deadline: often(0.03) ? date : null,
    mode: byHand ? 'manual' : 'auto',
    start: byHand ? date : null,
    finish: byHand ? date + 9 * hour : null,
    actualStart: begun,
    actualFinish: begun !== null && often(0.5) ? begun + day : null,
    remaining: duration >> 1,
  }
}
