import { emptyDates } from '../packages/server/src/domain/schedule/dates.ts'
import { editLink, editTask, noLink } from '../packages/server/src/domain/schedule/edit-plan.ts'
import type { EditedPlan } from '../packages/server/src/domain/schedule/edited-plan.ts'
import {
  allDates,
  editedPlan,
  standingDates,
} from '../packages/server/src/domain/schedule/edited-plan.ts'
import type { Network } from '../packages/server/src/domain/schedule/network.ts'
import { compileNetwork } from '../packages/server/src/domain/schedule/network.ts'
import { plainTask } from '../packages/server/src/domain/schedule/plan.ts'
import type { Plan, PlanLink } from '../packages/server/src/domain/schedule/plan.ts'
import { rollUp } from '../packages/server/src/domain/schedule/roll-up.ts'
import { runPasses } from '../packages/server/src/domain/schedule/schedule-plan.ts'
import { slackOf } from '../packages/server/src/domain/schedule/slack.ts'
import { hour } from '../packages/server/src/domain/schedule/ticks.ts'
import { plainPlan } from '../packages/server/test/fixtures/plain-plan.ts'
import type { SeededRandom } from '../packages/server/test/fixtures/seeded-random.ts'
import { seededRandom } from '../packages/server/test/fixtures/seeded-random.ts'
import { isAsked, median } from './compare.ts'
import type { Options } from './compare.ts'
import { finding, percentile, printPart, scaled } from './files-measure.ts'
import type { Part } from './files-measure.ts'
import { usedBytes } from './memory.ts'
import { printGoals } from './report.ts'
import type { Finding } from './report.ts'
import { largePlan, someLink, someTask } from './schedule-plans.ts'
import { product } from './schedule-product.ts'

/** The engine that schedules plans, without a server or a database, and edits by way of both. */
export async function benchSchedule(
  folder: string,
  options: Options,
): Promise<{ samples: Part[]; findings: Finding[] }> {
  const parts: Part[] = []
  for (const [name, measure] of Object.entries({ pass, edits, circles, memory, chain, product })) {
    if (!isAsked(options, name)) continue
    const part = await measure(options, folder)
    printPart(part)
    parts.push(part)
  }
  const findings = parts.flatMap((part) => part.findings)
  printGoals(findings)
  return { samples: parts, findings }
}

function planOf(options: Options): Plan {
  const [tasks, links] = [scaled({ options }, 100_000), scaled({ options }, 250_000)]
  return largePlan(seededRandom(1), tasks, links)
}

function timed(work: () => void): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

/** Not the time on the clock: what takes longer is more likely to be interrupted by others. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Early and late dates by whole numbers, without calendars, types, constraints and summaries. */
function barePass(net: Network, early: Float64Array, late: Float64Array): void {
  for (let place = net.first; place >= 0; place = net.next[place]!) {
    let start = 0
    for (let k = net.inFirst[place]!; k >= 0; k = net.inNext[k]!) {
      start = Math.max(start, early[net.from[k]!]! + net.lag[k]!)
    }
    early[place] = start + net.duration[place]!
  }
  for (let place = net.last; place >= 0; place = net.previous[place]!) {
    let finish = 1e12
    for (let k = net.outFirst[place]!; k >= 0; k = net.outNext[k]!) {
      finish = Math.min(finish, late[net.to[k]!]! - net.lag[k]!)
    }
    late[place] = finish - net.duration[place]!
  }
}

function pass(options: Options): Part {
  const net = compileNetwork(planOf(options))
  const dates = emptyDates(net.count)
  const [early, late] = [new Float64Array(net.count), new Float64Array(net.count)]
  const [bare, full, ratios]: number[][] = [[], [], []]
  for (let round = -3; round < 2 * options.repeats; round++) {
    const one = cpuOf(() => barePass(net, early, late))
    const other = cpuOf(() => fullPass(net, dates))
    if (round < 0) continue
    bare!.push(one)
    full!.push(other)
    ratios!.push(other / one)
  }
  return {
    title: `A pass over ${sizeOf(net.plan)}`,
    rows: [
      { label: 'bare, in the order of the plan and back', ms: bare! },
      { label: 'with everything, slack and sums', ms: full! },
    ],
    findings: [finding('Full pass / bare pass', median(ratios!), { atMost: 4 })],
  }
}

function fullPass(net: Network, dates: ReturnType<typeof emptyDates>): void {
  runPasses(net, dates)
  slackOf({ net, dates })
  rollUp({ net, dates })
}

function sizeOf({ tasks, links }: Plan): string {
  return `${tasks.length.toLocaleString('en')} tasks and ${links.length.toLocaleString('en')} links`
}

function fullMs(edited: EditedPlan, { repeats }: Options): number[] {
  const net = compileNetwork(edited.plan)
  const dates = emptyDates(net.count)
  return Array.from({ length: repeats + 2 }, () => cpuOf(() => fullPass(net, dates))).slice(2)
}

function edits(options: Options): Part {
  const random = seededRandom(2)
  const edited = editedPlan(planOf(options))!
  allDates(edited)
  const count = scaled({ options }, 5000)
  for (let i = 0; i < count / 5; i++) {
    editAtRandom(random, edited)
    allDates(edited)
  }
  const standing: number[] = []
  const late: number[] = []
  for (let i = 0; i < count; i++) {
    standing.push(
      cpuOf(() => {
        editAtRandom(random, edited)
        standingDates(edited)
      }),
    )
    late.push(cpuOf(() => allDates(edited)))
  }
  const both = standing.map((ms, i) => ms + late[i]!)
  const full = fullMs(edited, options)
  const whole = median(full)
  return {
    title: `An edit of ${sizeOf(edited.plan)}`,
    rows: [
      { label: 'with everything, slack and sums', ms: full },
      { label: 'one edit, where all stands', ms: standing },
      { label: 'one edit, late dates as well', ms: both },
    ],
    findings: [
      finding('500 × p50 of an edit / full pass', (500 * median(standing)) / whole, { atMost: 1 }),
      finding('5 × p99 of an edit / full pass', (5 * percentile(standing, 0.99)) / whole, {
        atMost: 1,
      }),
      finding('The worst edit / full pass', Math.max(...standing) / whole),
      finding('500 × p50 with late dates / full pass', (500 * median(both)) / whole),
      finding('5 × p99 with late dates / full pass', (5 * percentile(both, 0.99)) / whole),
    ],
  }
}

/** Half are durations and links, as in a plan that people work on. */
function editAtRandom(random: SeededRandom, edited: EditedPlan): void {
  const { plan } = edited
  const count = plan.tasks.length
  const task = random.between(0, count - 1)
  const said = plan.tasks[task]!
  const other = someTask(random)
  const how = random.next()
  if (how < 0.3) editTask(edited, task, { ...said, duration: other.duration })
  else if (how < 0.45) editLink(edited, plan.links.length, someLink(random, count))
  else if (how < 0.6) editLink(edited, random.between(0, plan.links.length - 1), noLink)
  else if (how < 0.75) {
    const { constraint, constraintDate, deadline } = other
    editTask(edited, task, { ...said, constraint, constraintDate, deadline })
  } else if (how < 0.85) {
    const { actualStart, actualFinish, remaining } = other
    editTask(edited, task, { ...said, actualStart, actualFinish, remaining })
  } else if (how < 0.9) editTask(edited, task, { ...said, calendar: other.calendar })
  else if (how < 0.93) {
    const { mode, start, finish } = other
    editTask(edited, task, { ...said, mode, start, finish })
  } else {
    const near = Math.min(count - 1, Math.max(0, task + random.between(-500, 500)))
    editTask(edited, task, { ...said, parent: plan.tasks[near]!.parent })
  }
}

/** Links either way, so that about half of them want another order or are a circle. */
function circles(options: Options): Part {
  const random = seededRandom(3)
  const edited = editedPlan(planOf(options))!
  allDates(edited)
  const { plan } = edited
  const taken: number[] = []
  let refused = 0
  for (let i = 0; i < scaled({ options }, 10_000); i++) {
    const link = someLink(random, plan.tasks.length)
    const said: PlanLink = i % 2 === 0 ? link : { ...link, from: link.to, to: link.from }
    const place = plan.links.length
    taken.push(cpuOf(() => void (refused += editLink(edited, place, said) ? 1 : 0)))
    if (plan.links.length > place) editLink(edited, place, noLink)
    plan.links.length = place
  }
  const full = fullMs(edited, options)
  const ratio = (100 * percentile(taken, 0.99)) / median(full)
  return {
    title: `A new link in ${sizeOf(plan)}`,
    rows: [
      { label: 'with everything, slack and sums', ms: full },
      { label: 'the check for circles', ms: taken, note: `${refused} refused` },
    ],
    findings: [finding('100 × p99 of the check / full pass', ratio, { atMost: 1 })],
  }
}

function memory(options: Options): Part {
  const plan = planOf(options)
  const tasks = plan.tasks.length
  const bare = bytesOf(() => editedPlan({ ...plan, links: [] }))
  const all = bytesOf(() => editedPlan(plan))
  return {
    title: `What is kept of ${sizeOf(plan)}, beside what was said of them`,
    rows: [],
    findings: [
      finding('Bytes a task', bare / tasks, { atMost: 250 }),
      finding('Bytes a link', (all - bare) / plan.links.length, { atMost: 40 }),
    ],
  }
}

function bytesOf(make: () => EditedPlan | null): number {
  // Once before, so that what is made only once is there.
  allDates(make()!)
  const before = usedBytes()
  const made = make()!
  allDates(made)
  const bytes = usedBytes() - before
  standingDates(made)
  return bytes
}

function chain(options: Options): Part {
  const count = scaled({ options }, 1_000_000)
  const tasks = Array.from({ length: count }, () => ({ ...plainTask, duration: 8 * hour }))
  const links = tasks.slice(1).map((_, i): PlanLink => ({ ...noLink, from: i, to: i + 1 }))
  let edited: EditedPlan | null = null
  const made = timed(() => {
    edited = editedPlan({ ...plainPlan, tasks, links })
    allDates(edited!)
  })
  const first = timed(() => {
    editTask(edited!, 0, { ...tasks[0]!, duration: 9 * hour })
    allDates(edited!)
  })
  const circle = timed(() => {
    const said = { ...noLink, from: count - 1, to: 0 }
    if (!editLink(edited!, count - 1, said)) throw new Error('A circle was not seen.')
  })
  const { projectFinish } = allDates(edited!).dates
  if (projectFinish !== (8 * count + 1) * hour) throw new Error('The chain ends elsewhere.')
  return {
    title: `${count.toLocaleString('en')} in a chain`,
    rows: [
      { label: 'made and scheduled', ms: [made] },
      { label: 'all of it moved', ms: [first] },
      { label: 'a circle around all of it refused', ms: [circle] },
    ],
    findings: [],
  }
}
