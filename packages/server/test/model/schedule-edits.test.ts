import assert from 'node:assert/strict'
import { it } from 'node:test'
import { contradictionsOf } from '../../src/domain/schedule/contradictions.ts'
import { driverOf } from '../../src/domain/schedule/drivers.ts'
import { editLink, editSettings, editTask, noLink } from '../../src/domain/schedule/edit-plan.ts'
import type { EditedPlan } from '../../src/domain/schedule/edited-plan.ts'
import { allDates, editedPlan, standingDates } from '../../src/domain/schedule/edited-plan.ts'
import { plainTask } from '../../src/domain/schedule/plan.ts'
import type { Plan, PlanTask } from '../../src/domain/schedule/plan.ts'
import { rollUp } from '../../src/domain/schedule/roll-up.ts'
import type { Scheduled } from '../../src/domain/schedule/schedule-plan.ts'
import { datesOfTask, schedulePlan } from '../../src/domain/schedule/schedule-plan.ts'
import { slackOf } from '../../src/domain/schedule/slack.ts'
import { day, hour } from '../../src/domain/schedule/ticks.ts'
import { anyCalendar, anyLink, anyPlan, anyTask } from '../fixtures/random-plan.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'
import { chosenSeed, depth, seededRandom } from '../fixtures/seeded-random.ts'

/** A million with TRIPTYCH_TEST_DEPTH=100. */
const edits = 10_000 * depth
const editsOfAPlan = 60

const seed = chosenSeed()

it('edits leave what a pass over the whole plan gives', (t) => {
  const random = seededRandom(seed)
  const done = { edits: 0, refused: 0, compared: 0 }
  while (done.edits < edits) {
    const edited = withoutCircles(anyPlan(random, random.between(1, 24)))
    for (let i = 0; i < editsOfAPlan; i++) {
      done.edits++
      const where = () => `TRIPTYCH_TEST_SEED=${seed}, edit ${done.edits}`
      if (!editAtRandom(random, edited)) done.refused++
      // Several are looked at together, or only where everything stands.
      const how = random.next()
      if (how < 0.2) continue
      const whole = schedulePlan(edited.plan)
      assert.equal(whole.net.circles.length, 0, where())
      if (how < 0.3) assert.deepEqual(standing(standingDates(edited)), standing(whole), where())
      else if (how < 0.9) assertSame(allDates(edited), whole, where)
      else assert.deepEqual(analysis(allDates(edited)), analysis(whole), where())
      done.compared++
    }
  }
  t.diagnostic(`seed ${seed}: ${JSON.stringify(done)}`)
})

it('a link or a move is refused if and only if tasks would wait for each other', () => {
  const random = seededRandom(seed + 1)
  for (let round = 0; round < 40 * depth; round++) {
    const edited = withoutCircles(anyPlan(random, random.between(2, 30)))
    for (let i = 0; i < 20; i++) {
      const { plan } = edited
      const [tasks, links] = [[...plan.tasks], [...plan.links]]
      const before = analysis(allDates(edited))
      let circle: number[] | null
      if (random.next() < 0.5) {
        const said = anyLink(random, tasks.length)
        const place = random.between(0, links.length)
        links[place] = said
        circle = editLink(edited, place, said)
        if (circle) assert.ok(circle.includes(said.from) && circle.includes(said.to))
      } else {
        const task = random.between(0, tasks.length - 1)
        const parent = random.between(0, tasks.length - 1)
        tasks[task] = { ...tasks[task]!, parent }
        circle = editTask(edited, task, tasks[task])
      }
      const { circles } = schedulePlan({ ...plan, tasks, links }).net
      assert.equal(circle !== null, circles.length > 0 || isAboveItself(tasks))
      if (circle) assert.deepEqual(analysis(allDates(edited)), before)
    }
  }
})

function isAboveItself(tasks: readonly PlanTask[]): boolean {
  return tasks.some((task, place) => {
    let above = task.parent
    for (let steps = 0; above !== null && above !== place && steps < tasks.length; steps++) {
      above = tasks[above]!.parent
    }
    return above === place
  })
}

it('in a large plan edits leave what a pass over the whole plan gives', () => {
  const random = seededRandom(seed + 2)
  const edited = withoutCircles(anyPlan(random, 3000))
  for (let i = 0; i < 100 * depth; i++) {
    for (let k = random.between(1, 10); k > 0; k--) editAtRandom(random, edited)
    const where = () => `TRIPTYCH_TEST_SEED=${seed}, look ${i}`
    assertSame(allDates(edited), schedulePlan(edited.plan), where)
  }
})

function withoutCircles(plan: Plan): EditedPlan {
  const circles = new Set(schedulePlan(plan).net.circles.map(({ link }) => link))
  const links = plan.links.filter((_, i) => !circles.has(i))
  return editedPlan({ ...plan, links })!
}

/** Answers whether it could be. */
function editAtRandom(random: SeededRandom, edited: EditedPlan): boolean {
  const { plan } = edited
  const task = random.between(0, plan.tasks.length - 1)
  const said = plan.tasks[task]!
  const how = random.next()
  if (how < 0.12)
    return !editTask(edited, task, { ...said, duration: anyTask(random, false).duration })
  if (how < 0.3) {
    const isRare = random.next() < 0.2
    return !editTask(edited, task, { ...anyTask(random, isRare), parent: said.parent })
  }
  if (how < 0.45) {
    const parent = random.next() < 0.3 ? null : random.between(0, plan.tasks.length - 1)
    return !editTask(edited, task, { ...said, parent })
  }
  if (how < 0.5) {
    const parent = random.next() < 0.5 ? null : task
    return !editTask(edited, plan.tasks.length, { ...anyTask(random, false), parent })
  }
  if (how < 0.53) return removeTask(edited, task)
  if (how < 0.75) {
    return !editLink(edited, plan.links.length, anyLink(random, plan.tasks.length))
  }
  if (how < 0.97) {
    if (plan.links.length === 0) return true
    const link = random.between(0, plan.links.length - 1)
    const isGone = random.next() < 0.6
    const { from, to } = plan.links[link]!
    const other = anyLink(random, plan.tasks.length)
    const isSame = random.next() < 0.5
    return !editLink(edited, link, isGone ? noLink : isSame ? { ...other, from, to } : other)
  }
  if (how < 0.99) {
    const calendars = plan.calendars.with(random.between(1, 3), anyCalendar(random))
    editSettings(edited, { calendars })
    return true
  }
  const shift = random.between(-2, 2) * day
  if (random.next() < 0.5) editSettings(edited, { start: plan.start + shift })
  else if (plan.from === 'finish') editSettings(edited, { from: 'start' })
  else editSettings(edited, { from: 'finish', finish: plan.start + 50 * day + 9 * hour })
  return true
}

/** Its links go, what is below it comes to the top, and nobody heeds what is left. */
function removeTask(edited: EditedPlan, task: number): boolean {
  const { plan } = edited
  for (const [i, { from, to }] of plan.links.entries()) {
    if (from === task || to === task) editLink(edited, i, noLink)
  }
  for (const [i, below] of plan.tasks.entries()) {
    if (below.parent === task) editTask(edited, i, { ...below, parent: null })
  }
  return !editTask(edited, task, { ...plainTask, inactive: true })
}

function assertSame(one: Scheduled, other: Scheduled, where: () => string): void {
  for (let task = 0; task < other.net.plan.tasks.length; task++) {
    const [mine, whole] = [datesOfTask(one, task), datesOfTask(other, task)]
    for (const name of Object.keys(whole) as (keyof typeof whole)[]) {
      if (mine[name] !== whole[name]) assert.deepEqual(mine, whole, `${where()}, task ${task}`)
    }
  }
}

function standing(scheduled: Scheduled): object {
  const { dates, net } = scheduled
  const tasks = net.plan.tasks.map((_, task) => {
    const { start, finish } = datesOfTask(scheduled, task)
    return [start, finish]
  })
  return { tasks, start: dates.projectStart, finish: dates.projectFinish }
}

function analysis(scheduled: Scheduled): object {
  const { plan } = scheduled.net
  const sorted = contradictionsOf(scheduled).map((found) => JSON.stringify(found))
  return {
    ...standing(scheduled),
    tasks: plan.tasks.map((_, task) => datesOfTask(scheduled, task)),
    slack: slackOf(scheduled),
    drivers: plan.tasks.map((_, task) => driverOf(scheduled, task)),
    rolled: rollUp(scheduled),
    contradictions: sorted.toSorted(),
  }
}
