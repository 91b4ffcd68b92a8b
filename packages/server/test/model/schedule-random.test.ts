import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Analysis } from '@triptych/contract/schedule'
import { ganttApi } from '../fixtures/gantt-api.ts'
import type { GanttApi } from '../fixtures/gantt-api.ts'
import { chosenSeed, depth, seededRandom } from '../fixtures/seeded-random.ts'
import { dayMs, randomDates, randomItem, stateOf } from './random-schedule-work.ts'

const origin = { 'x-origin': 'random' }
/** The same instant for whoever works from 8 to 12 and from 13 to 17, and for the chart. */
function isSameTime(drawn: string, instant: string, side: 'start' | 'end'): boolean {
  if (drawn === instant) return true
  if (!drawn.endsWith('T00:00:00')) return false
  const [day, time] = instant.split('T') as [string, string]
  if (side === 'start') return drawn.startsWith(day) && time <= '08:00:00'
  return time >= '17:00:00' && Date.parse(`${drawn}Z`) - Date.parse(`${day}T00:00:00Z`) === dayMs
}

/** What is stored is what a pass over all of it gives. */
async function assertSettled(api: GanttApi, what: string): Promise<void> {
  const analysis = await api.done<Analysis>('GET', '/schedule/analysis')
  for (const task of await api.tasks()) {
    const found = analysis.tasks[task.id]
    if (!found) continue
    const isMilestone = task.type === 'milestone'
    const isThere = isMilestone
      ? isSameTime(task.start, found.start, 'start') || isSameTime(task.start, found.start, 'end')
      : isSameTime(task.start, found.start, 'start') &&
        isSameTime(task.end ?? '', found.finish, 'end')
    const isLoose = task['manual'] === true
    assert.ok(
      isThere || isLoose,
      `${what}: ${JSON.stringify(task)} is not ${JSON.stringify(found)}`,
    )
  }
  const circles = analysis.conflicts.filter(({ kind }) => kind === 'circle')
  assert.deepEqual(circles, [], what)
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
