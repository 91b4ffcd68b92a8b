import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Analysis } from '@triptych/contract/schedule'
import { ganttApi } from '../fixtures/gantt-api.ts'
import type { GanttApi } from '../fixtures/gantt-api.ts'
import { chosenSeed, depth, seededRandom } from '../fixtures/seeded-random.ts'
import { assertSettledPlan } from '../fixtures/settled-plan.ts'
import { randomDates, randomItem, stateOf } from './random-schedule-work.ts'

const origin = { 'x-origin': 'random' }

async function assertSettled(api: GanttApi, what: string): Promise<void> {
  const analysis = await api.done<Analysis>('GET', '/schedule/analysis')
  assertSettledPlan(await api.tasks(), analysis, what)
}

describe('a plan that schedules itself', () => {
  const seed = chosenSeed()
  for (let run = 0; run < 2 * depth; run++) {
    it(`is settled after whatever is done to it, and goes all the way back, from ${seed + run}`, async () => {
      const random = seededRandom(seed + run)
      const api = await ganttApi()
      await api.seed({ a: randomDates(random), b: randomDates(random), c: randomDates(random) })
      const first = await stateOf(api)
      await api.done('PUT', '/schedule', { mode: 'auto' }, origin)

      let steps = 1
      for (let step = 0; step < 60; step++) {
        const state = await stateOf(api)
        const count = random.next() < 0.2 ? random.between(2, 6) : 1
        const items = Array.from({ length: count }, () => randomItem(random, state))
        const head = await api.head()
        const [item] = items
        const answer =
          count === 1
            ? await api.call(item!.method, `/${item!.url}`, item!.data, origin)
            : await api.call('POST', '/batch', items, origin)
        assert.ok(answer.status < 500, JSON.stringify(answer.json))
        if ((await api.head()) > head) steps++
        await assertSettled(api, `${seed + run}, ${step}: ${JSON.stringify(items)}`)
      }

      for (let step = 0; step < steps; step++) await api.done('POST', '/undo', {}, origin)
      const { tasks, links } = await stateOf(api)
      assert.deepEqual({ tasks, links }, { tasks: first.tasks, links: first.links })
    })
  }
})
