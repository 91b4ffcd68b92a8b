import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Link, Task } from '@triptych/contract/gantt'
import { ganttApi, outlineOf } from '../fixtures/gantt-api.ts'
import type { GanttApi } from '../fixtures/gantt-api.ts'
import { mspdiOf } from '../fixtures/reference-mspdi.ts'
import { hasReference, referencePlans } from '../fixtures/reference-plans.ts'
import { chosenSeed, depth, seededRandom } from '../fixtures/seeded-random.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'

const formats = ['csv', 'xlsx'] as const
type Format = (typeof formats)[number]

async function exported({ triptych }: GanttApi, format: Format): Promise<Buffer> {
  const answer = await triptych.fetch(new Request(`http://t/schedule/export?format=${format}`))
  assert.equal(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer())
}

async function imported(api: GanttApi, format: Format, file: Buffer): Promise<void> {
  await api.done('POST', `/schedule/import?mode=replace&format=${format}`, file)
}

/** What a plan says, without ids: durations and lengths that only follow from something else stand in the file itself. */
async function essence(api: GanttApi): Promise<unknown> {
  const { tasks, links, resources, assignments } = await api.planState()
  const places = new Map(tasksInOrder(tasks).map(({ id }, at) => [id, at]))
  const names = new Map(resources.map(({ id, name }) => [id, name]))
  const parts = [
    outlineOf(tasks),
    tasksInOrder(tasks).map(saidOf),
    links.filter(({ active }) => active !== false).map((link) => linkOf(link, places)),
    assignments.map(({ task, resource, units }) => [places.get(task), names.get(resource), units]),
  ]
  return parts.map((list) => (typeof list === 'string' ? list : list.map(text).toSorted()))
}

function text(value: unknown): string {
  return JSON.stringify(value)
}

function tasksInOrder(tasks: readonly Task[]): Task[] {
  const below = Map.groupBy(tasks, ({ parent }) => parent)
  const order = (parent: number): Task[] =>
    (below.get(parent) ?? []).flatMap((task) => [task, ...order(task.id)])
  return order(0)
}

const derived = new Set(['id', 'parent', 'duration', 'length', 'open', 'lazy'])

function saidOf(task: Task): unknown {
  const kept = Object.entries(task).filter(
    ([name, value]) => !derived.has(name) && !(name === 'manual' && value === false),
  )
  return kept.toSorted(([one], [other]) => (one < other ? -1 : 1))
}

function linkOf({ source, target, type, lag, lagUnit }: Link, places: ReadonlyMap<number, number>) {
  return [places.get(source), places.get(target), type, lag ?? null, lag ? (lagUnit ?? 'd') : null]
}

async function assertSameAgain(api: GanttApi, what: string): Promise<void> {
  const [before, table] = [await essence(api), await exported(api, 'csv')]
  for (const format of formats) {
    await imported(api, format, await exported(api, format))
    assert.deepEqual(await essence(api), before, `${what} as ${format}`)
    assert.equal(String(await exported(api, 'csv')), String(table), `${what} as ${format}`)
  }
}

const texts = [
  'a',
  '',
  ' spaces ',
  '=1+1',
  "'=x",
  '-5',
  '5',
  '0049',
  '1.10',
  'true',
  'null',
  '{"a":1}',
  '"quoted"',
  'Ann; Bob',
  'a,b',
  'two\nlines',
  'carriage\r\nreturn',
  '漢字 😀',
  '@user',
  ';=2',
]
const values = [...texts, 0, -1, 2.5, 1e21, true, false, null, [1, 'a'], { x: { y: null } }]

function anyDate(random: SeededRandom, from = 1): string {
  const day = String(random.between(from, from + 12)).padStart(2, '0')
  const time = random.pick(['00:00:00', '00:00:00', '09:00:00', '17:30:15', '23:59:59'])
  return `2026-03-${day}T${time}`
}

function anyTask(random: SeededRandom): Record<string, unknown> {
  const isSome = () => random.next() < 0.3
  const constraint = random.pick(['asap', 'alap', 'snet', 'snlt', 'fnet', 'fnlt', 'mso', 'mfo'])
  const isLoose = constraint === 'asap' || constraint === 'alap'
  const type = random.pick(['task', 'task', 'task', 'milestone', 'summary', 'own type'])
  return {
    type,
    text: random.pick(texts),
    start: anyDate(random),
    end: anyDate(random, 14),
    progress: random.pick([0, 12.5, 33.333, 100]),
    ...(isSome() && { details: random.pick(texts.filter((one) => one !== '')) }),
    ...(isSome() && { length: random.pick([0, 30, 480, 1234.5, 100_000]) }),
    ...(isSome() && { elapsed: true }),
    ...(isSome() && {
      constraint: { type: constraint, date: isLoose ? null : anyDate(random) },
    }),
    ...(isSome() && { deadline: anyDate(random, 10) }),
    ...(isSome() && { manual: true }),
    ...(isSome() && { priority: random.pick([0, 1000, 'high']) }),
    ...(isSome() && { inactive: true, unscheduled: isSome() }),
    ...Object.fromEntries(
      ['own', 'Name', 'field:x', ' ', 'WBS', 'Übung', '=formula'].flatMap((name) =>
        isSome() ? [[name, random.pick(values)]] : [],
      ),
    ),
  }
}

async function randomPlan(random: SeededRandom): Promise<GanttApi> {
  const api = await ganttApi()
  const ids: number[] = []
  const calendars = [
    (await api.done('POST', '/calendars', { name: 'Early', week: { mon: [['06:00', '14:00']] } }))
      .id,
    (await api.done('POST', '/calendars', { name: 'Nobody ever', week: {} })).id,
  ]
  for (let at = 0; at < 40; at++) {
    const parent = ids.length > 0 && random.next() < 0.6 ? random.pick(ids) : 0
    const calendar = random.next() < 0.3 ? { calendar: random.pick(calendars) } : {}
    const task = { ...anyTask(random), ...calendar, parent }
    ids.push((await api.done('POST', '/tasks', task)).id)
  }
  for (let at = 0; at < 40; at++) {
    // Those that would close a circle are refused.
    const [source, target] = [random.between(0, 39), random.between(0, 39)]
    const lag = random.pick([undefined, 0, 2, -1.5, 50])
    const lagUnit = random.pick([undefined, 'h', 'w', 'mo', 'm', 'ed', 'eh', '%', 'e%'])
    const type = random.pick(['e2s', 's2s', 'e2e', 's2e'])
    const body = { source: ids[source], target: ids[target], type, lag, lagUnit }
    await api.call('POST', '/links', JSON.parse(JSON.stringify(body)))
  }
  for (const name of ['Ann', 'Bob; "B"', '[x]', 'Cy, D']) {
    const { id: resource } = await api.done('POST', '/resources', { name })
    for (const task of ids) {
      const units = random.pick([100, 50, 33.3])
      if (random.next() < 0.2) await api.call('POST', '/assignments', { task, resource, units })
    }
  }
  return api
}

describe('a plan as a table', () => {
  it('of whatever there is comes back the same', async () => {
    for (let run = 0; run < 2 * depth; run++) {
      const seed = chosenSeed() + run
      await assertSameAgain(await randomPlan(seededRandom(seed)), `seed ${seed}`)
    }
  })

  it(
    'of the sets of others comes back the same',
    hasReference ? {} : { skip: 'the reference plans are not here' },
    async () => {
      const api = await ganttApi()
      let [count, done] = [0, 0]
      for (const { plan } of referencePlans()) {
        if (count++ % 40 !== 0 || plan.tasks.length > 200) continue
        await api.done('POST', '/schedule/import?mode=replace', mspdiOf(plan))
        // They have no names, by which a table knows them.
        for (const { id } of await api.resources()) {
          await api.done('PUT', `/resources/${id}`, { name: `R${id}` })
        }
        await assertSameAgain(api, plan.file)
        done++
      }
      assert.ok(done > 5, `${done} plans`)
    },
  )
})
