import { compileCalendars } from './compile-calendars.ts'
import { linkBound } from './forward-pass.ts'
import type { Network } from './network.ts'
import { absent, begun, closes, leaf, toFinish } from './network.ts'
import type { Scheduled } from './schedule-plan.ts'
import { placeOfDates } from './schedule-plan.ts'
import { strandOfTask } from './strands.ts'
import { nextStart, previousFinish } from './task-time.ts'

/** What cannot hold together with the rest of the plan, and was therefore left out or broken. */
export type Contradiction =
  /** The link closes a circle around these tasks, and does not count. */
  | { kind: 'circle'; link: number; tasks: number[] }
  /** The target stands earlier than the link lets it. */
  | { kind: 'link'; link: number; task: number; because: 'manual' | 'actual' | 'constraint' }
  /** The task cannot be as its constraint wants. */
  | { kind: 'constraint'; task: number }
  | { kind: 'deadline'; task: number }
  /** Nobody ever works by this calendar; that of the project is taken instead. */
  | { kind: 'calendar'; calendar: number }

export function contradictionsOf(scheduled: Scheduled): Contradiction[] {
  const { net } = scheduled
  const found: Contradiction[] = []
  for (const { link, tasks } of net.circles) found.push({ kind: 'circle', link, tasks })
  for (const calendar of idleCalendars(net)) found.push({ kind: 'calendar', calendar })
  for (let task = 0; task < net.plan.tasks.length; task++) {
    const place = placeOfDates(net, task)
    if (net.flags[place]! & absent) continue
    found.push(...brokenLinks(scheduled, task, place))
    if (missesConstraint(scheduled, task, place)) found.push({ kind: 'constraint', task })
    const { deadline } = net.plan.tasks[task]!
    if (deadline !== null && scheduled.dates.finish[place]! > deadline) {
      found.push({ kind: 'deadline', task })
    }
  }
  return found
}

/** By a calendar that was edited away from every task, nobody would work any more. */
function idleCalendars({ plan, calendars }: Network): Iterable<number> {
  if (calendars.idle.size === 0) return []
  const used = compileCalendars(plan)
  const strands = { of: new Map() }
  for (let task = 0; task < plan.tasks.length; task++) strandOfTask(plan, task, used, strands)
  return used.idle
}

function brokenLinks({ net, dates }: Scheduled, task: number, place: number): Contradiction[] {
  const found: Contradiction[] = []
  const opening = net.placeOf[task]!
  for (let k = net.inFirst[opening]!; k >= 0; k = net.inNext[k]!) {
    const link = net.link[k]!
    const from = net.from[k]!
    if (net.flags[from]! & absent) continue
    // Everything below a summary ends by its own calendar, which is not that of the summary.
    if (net.kind[place] === closes && net.how[k]! & toFinish) continue
    const bound = linkBound(net, dates, k, from, opening, true)
    const holds =
      net.how[k]! & toFinish
        ? dates.finish[place]! >= previousFinish(net, place, bound)
        : dates.start[place]! >= bound || nextStart(net, place, dates.start[place]!) >= bound
    if (!holds) found.push({ kind: 'link', link, task, because: reasonAt(net, place) })
  }
  return found
}

function reasonAt(net: Network, place: number): 'manual' | 'actual' | 'constraint' {
  if (net.plan.tasks[net.task[place]!]!.mode === 'manual') return 'manual'
  return net.flags[place]! & begun ? 'actual' : 'constraint'
}

function missesConstraint({ net, dates }: Scheduled, task: number, place: number): boolean {
  const { constraint, constraintDate: date } = net.plan.tasks[task]!
  if (date === null) return false
  const kind = net.kind[place]!
  if (kind !== leaf && kind !== closes) return false
  const [start, finish] = [dates.start[place]!, dates.finish[place]!]
  if (constraint === 'snet') return start < date
  if (constraint === 'snlt') return start > date
  if (constraint === 'fnet') return finish < previousFinish(net, place, date)
  if (constraint === 'fnlt') return finish > date
  if (constraint === 'mso') return start !== date
  return constraint === 'mfo' && finish !== date
}
