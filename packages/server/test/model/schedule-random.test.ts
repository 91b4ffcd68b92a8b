import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Link, Task } from '@triptych/contract/gantt'
import type { Analysis, Calendar } from '@triptych/contract/schedule'
import { ganttApi } from '../fixtures/gantt-api.ts'
import type { GanttApi } from '../fixtures/gantt-api.ts'
import { chosenSeed, depth, seededRandom } from '../fixtures/seeded-random.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'

const origin = { 'x-origin': 'random' }
const dayMs = 24 * 60 * 60 * 1000

interface State {
  tasks: Task[]
  links: Link[]
  calendars: Calendar[]
}

interface Item {
  url: string
  method: string
  data?: object
}

async function stateOf(api: GanttApi): Promise<State> {
  return {
    tasks: await api.tasks(),
    links: await api.links(),
    calendars: await api.done('GET', '/calendars'),
  }
}

function dayAfter(days: number): string {
  return new Date(Date.UTC(2026, 2, 2) + days * dayMs).toISOString().slice(0, 19)
}

function randomDates(random: SeededRandom): { start: string; end: string; duration: number } {
  const first = random.between(0, 30)
  const duration = random.between(1, 6)
  return { start: dayAfter(first), end: dayAfter(first + duration), duration }
}

function randomFields(random: SeededRandom): object {
  const date = dayAfter(random.between(0, 40))
  const types = ['asap', 'alap', 'snet', 'snlt', 'fnet', 'fnlt', 'mso', 'mfo']
  return random.pick([
    () => randomDates(random),
    () => ({ start: date }),
    () => ({ duration: random.between(1, 9) }),
    () => ({ length: random.between(0, 40) * 60 }),
    () => ({ constraint: { type: random.pick(types), date } }),
    () => ({ constraint: null }),
    () => ({ deadline: date }),
    () => ({ manual: random.pick([true, false]) }),
    () => ({ inactive: random.pick([true, false]) }),
    () => ({ elapsed: random.pick([true, false]) }),
    () => ({ calendar: random.between(1, 3) }),
    () => ({ progress: random.between(0, 100) }),
    () => ({ type: random.pick(['task', 'milestone', 'summary']) }),
    () => ({ text: 'as it was' }),
  ])()
}

function randomWeek(random: SeededRandom): object {
  const office = [
    ['08:00', '12:00'],
    ['13:00', '17:00'],
  ]
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'].filter(() => random.next() < 0.7)
  return Object.fromEntries([...days, 'tue'].map((day) => [day, office]))
}

/** Something that anybody might do; not all of it can be. */
function randomItem(random: SeededRandom, { tasks, links, calendars }: State): Item {
  const task = () => random.pick([...tasks.map(({ id }) => id), 1])
  const mode = () => random.pick(['before', 'after', 'child'])
  const change = (): Item => ({ url: `tasks/${task()}`, method: 'PUT', data: randomFields(random) })
  const add = (): Item => ({
    url: 'tasks',
    method: 'POST',
    data: { ...randomFields(random), text: 'new', parent: random.pick([0, 0, task()]) },
  })
  const addLink = (): Item => ({
    url: 'links',
    method: 'POST',
    data: {
      source: task(),
      target: task(),
      type: random.pick(['e2s', 'e2s', 's2s', 'e2e', 's2e']),
      lag: random.pick([0, 0, 1, -1, 2.5]),
      lagUnit: random.pick(['d', 'h', 'ed', '%']),
    },
  })
  const move = (): Item => ({
    url: `tasks/${task()}`,
    method: 'PUT',
    data: { operation: 'move', target: task(), mode: mode() },
  })
  const others: (() => Item)[] = [
    () => ({ url: `tasks/${task()}`, method: 'DELETE' }),
    () => ({
      url: `tasks/${task()}`,
      method: 'PUT',
      data: { operation: 'copy', target: task(), mode: 'after', lazy: true },
    }),
    () => ({ url: `links/${random.pick([...links.map(({ id }) => id), 1])}`, method: 'DELETE' }),
    () => ({ url: 'calendars', method: 'POST', data: { week: randomWeek(random) } }),
    () => {
      const id = random.pick([...calendars.map((one) => one.id), 1])
      const exceptions = [{ from: dayAfter(random.between(0, 30)).slice(0, 10), hours: [] }]
      return { url: `calendars/${id}`, method: 'PUT', data: { exceptions } }
    },
    () => ({
      url: `calendars/${random.pick([...calendars.map((one) => one.id), 1])}`,
      method: 'DELETE',
    }),
    () => ({
      url: 'schedule',
      method: 'PUT',
      data: { calendar: random.pick([null, ...calendars.map((one) => one.id)]) },
    }),
  ]
  const all = [change, change, change, change, add, add, addLink, addLink, addLink, move]
  return random.pick([...all, random.pick(others)])()
}

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
