import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { levelPlan } from '../../src/domain/schedule/level/level-plan.ts'
import type { Plan } from '../../src/domain/schedule/plan.ts'
import { datesOfTask, schedulePlan } from '../../src/domain/schedule/schedule-plan.ts'
import { day } from '../../src/domain/schedule/ticks.ts'
import { planOfInstance, psplib } from '../fixtures/psplib.ts'
import { hasReference, referenceFolder } from '../fixtures/reference-plans.ts'
import { depth, seededRandom } from '../fixtures/seeded-random.ts'

const skip = hasReference || process.env['CI'] ? false : `no reference plans in ${referenceFolder}`

/** A few on a push; all of them at a depth of 24. */
const every = Math.max(1, Math.round(24 / depth))

describe('levelled projects of PSPLIB, at 1,000 schedules each', { skip }, () => {
  for (const [set, from, most] of [
    ['j30', 'ub', 0.15],
    ['j60', 'mpm', 11.7],
    ['j120', 'mpm', 34.5],
  ] as const) {
    it(`${set}: nobody has more to do than they can, and it ends near the shortest`, (t) => {
      const all = Object.values(psplib()[set] ?? {})
      const instances = all.filter((_, at) => at % every === 0)
      let above = 0
      for (const instance of instances) {
        const plan = planOfInstance(instance)
        const random = seededRandom(1)
        const { delay, finish } = levelPlan(plan, {
          capacity: instance.cap,
          priority: plan.tasks.map(() => 500),
          tries: 1000,
          random: () => random.next(),
        })
        const tasks = plan.tasks.map((task, at) => ({ ...task, levelingDelay: delay[at]! }))
        const levelled = { ...plan, tasks }
        assert.equal(schedulePlan(levelled).dates.projectFinish, finish)
        refuseTooMuch(levelled, instance.cap)
        above += finish / day / instance[from] - 1
      }
      const percent = (100 * above) / instances.length
      t.diagnostic(`${set}, ${instances.length} projects: ${percent.toFixed(2)} % above ${from}`)
      if (every === 1) assert.ok(percent <= most, `${percent} %`)
    })
  }
})

/** Day by day, from the dates that the scheduling itself finds. */
function refuseTooMuch(plan: Plan, capacity: readonly number[]): void {
  const scheduled = schedulePlan(plan)
  const taken = new Map<string, number>()
  for (const [at, { assignments }] of plan.tasks.entries()) {
    const { start, finish } = datesOfTask(scheduled, at)
    for (const { resource, units } of assignments) {
      for (let tick = start; tick < finish; tick += day) {
        const key = `${resource} on ${tick / day}`
        taken.set(key, (taken.get(key) ?? 0) + units)
        assert.ok(taken.get(key)! <= capacity[resource]!, key)
      }
    }
  }
}
