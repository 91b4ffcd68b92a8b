import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Change } from '@triptych/contract/changes'
import type { Analysis, Preview, Schedule } from '@triptych/contract/schedule'
import type { Answer } from '../fixtures/api.ts'
import { ganttApi, temporary } from '../fixtures/gantt-api.ts'
import type { GanttApi } from '../fixtures/gantt-api.ts'
import { behindTheServer } from '../fixtures/engine.ts'
import { mspdiSample } from '../fixtures/mspdi-sample.ts'
import { newPostgresDatabase } from '../fixtures/postgres-server.ts'
import { newFolder } from '../fixtures/run-program.ts'
import { newBucketUrl, noS3 } from '../fixtures/s3-server.ts'
import { chosenSeed, depth, seededRandom } from '../fixtures/seeded-random.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'
import { randomDates, randomItem, stateOf } from './random-schedule-work.ts'
import type { Item, State } from './random-schedule-work.ts'

/** Keeps no plan in memory: after each edit there is a pass over all that is stored. */
const forgetful = { planMemory: 0 }
const origin = { 'x-origin': 'random' }
const xml = { 'content-type': 'application/xml' }

interface Sent {
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
}

/** One request of somebody who does anything, also what is refused half-way, looked at, or taken back. */
function randomRequest(random: SeededRandom, state: State, step: number): Sent {
  const items = (most: number) =>
    Array.from({ length: random.between(1, most) }, () => randomItem(random, state))
  const date = `2026-0${random.between(2, 4)}-0${random.between(1, 9)}T00:00:00`
  const rare: (() => Sent)[] = [
    () => ({ method: 'PUT', path: '/schedule', body: { start: date } }),
    () => ({
      method: 'PUT',
      path: '/schedule',
      body: { from: 'finish', finish: '2026-05-29T17:00:00' },
    }),
    () => ({ method: 'PUT', path: '/schedule', body: { from: 'start' } }),
    () => ({
      method: 'PUT',
      path: '/schedule',
      body: { durationUnit: random.pick(['day', 'hour']) },
    }),
    () => ({
      method: 'POST',
      path: '/schedule/import?mode=append',
      body: mspdiSample,
      headers: xml,
    }),
  ]
  const often: (() => Sent)[] = [
    () => batch(false, items(6)),
    () => batch(true, items(3)),
    () => batch(true, [...items(4), { url: 'tasks/987654', method: 'PUT', data: { text: '?' } }]),
    () => ({ method: 'POST', path: '/schedule/preview', body: { changes: items(4) } }),
    () => ({ method: 'GET', path: '/schedule/analysis' }),
    () => ({ method: 'POST', path: '/undo', body: {} }),
    () => ({ method: 'POST', path: '/redo', body: {} }),
    () => copyOfChild(random, state, step),
    () => (random.next() < 0.3 ? random.pick(rare)() : batch(false, items(2))),
  ]
  if (random.next() < 0.3) return random.pick(often)()
  const { method, url, data } = randomItem(random, state)
  return { method, path: `/${url}`, ...(data && { body: data }) }
}

function batch(isAtomic: boolean, items: Item[]): Sent {
  return { method: 'POST', path: `/batch?atomic=${isAtomic}`, body: items }
}

/** As the stock client copies: children come before their root, and wait for it where nobody sees them. */
function copyOfChild(random: SeededRandom, { tasks }: State, step: number): Sent {
  const id = random.pick([...tasks.map((task) => task.id), 1])
  const isRoot = random.next() < 0.5
  return {
    method: 'PUT',
    path: `/tasks/${id}`,
    body: {
      operation: 'copy',
      id: temporary(step * 4 + (isRoot ? 0 : random.between(1, 9))),
      target: isRoot ? id : null,
      mode: isRoot ? 'after' : 'child',
    },
  }
}

function ask(api: GanttApi, { method, path, body, headers }: Sent): Promise<Answer> {
  return api.call(method, path, body, { ...origin, ...headers })
}

function analysis(api: GanttApi): Promise<Analysis> {
  return api.done('GET', '/schedule/analysis')
}

/** What was done, in any order: which of the tasks that follow is told first is of no account. */
async function doneSince(api: GanttApi, head: number): Promise<string[]> {
  const entries = await api.changes(head)
  return entries
    .map(({ revision: _revision, at: _at, step: _step, ...what }: Change) =>
      JSON.stringify(what, (name, value: unknown) =>
        name === 'entity' ? shownEntity(value) : value,
      ),
    )
    .toSorted()
}

/** The names of steps are made anew by each server. */
function shownEntity(entity: unknown): unknown {
  return String(entity).startsWith('steps/') ? 'steps' : entity
}

async function begun(api: GanttApi, random: SeededRandom): Promise<void> {
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  await api.seed(Object.fromEntries(names.map((name) => [name, randomDates(random)])))
  for (const days of [['mon', 'wed', 'sat'], ['tue']]) {
    const week = Object.fromEntries(days.map((day) => [day, [['09:00', '13:00']]]))
    const { id } = await api.done('POST', '/calendars', { week })
    await api.done('POST', '/resources', { name: days.join(), calendar: id })
  }
  // By somebody else, so that it is not taken back.
  await api.done('PUT', '/schedule', { mode: 'auto' })
}

const seed = chosenSeed()

describe('a plan that is kept in memory', () => {
  for (let run = 0; run < 2 * depth; run++) {
    it(`is scheduled as one that is read anew each time, from ${seed + run}`, async () => {
      const random = seededRandom(seed + run)
      const [kept, read] = [await ganttApi(), await ganttApi(forgetful)]
      await begun(kept, seededRandom(seed))
      await begun(read, seededRandom(seed))
      assert.deepEqual(await stateOf(kept), await stateOf(read))

      for (let step = 0; step < 120; step++) {
        const sent =
          random.next() < 0.05
            ? {
                method: 'PUT',
                path: '/schedule',
                body: { mode: random.pick(['off', 'auto', 'auto']) },
              }
            : randomRequest(random, await stateOf(kept), step)
        const what = `${seed + run}, ${step}: ${JSON.stringify(sent).slice(0, 2000)}`
        const head = await kept.head()
        assert.equal(await read.head(), head, what)
        const [one, other] = [await ask(kept, sent), await ask(read, sent)]
        assert.ok(one.status < 500, `${what}: ${JSON.stringify(one.json)}`)
        assert.equal(one.status, other.status, `${what}: ${JSON.stringify([one.json, other.json])}`)
        if (sent.path === '/schedule/preview') assert.deepEqual(one.json, other.json, what)
        assert.deepEqual(await analysis(kept), await analysis(read), what)
        assert.deepEqual(await stateOf(kept), await stateOf(read), what)
        assert.deepEqual(await doneSince(kept, head), await doneSince(read, head), what)
      }
    })
  }

  it('is not read again by an edit, but for what was changed and what moves', async () => {
    const data = newFolder()
    const api = await ganttApi({ data })
    const ids = await api.seed({ a: {}, b: {}, c: {}, far: { start: '2026-03-02' } })
    await api.link(ids.a, ids.b)
    await api.done('PUT', '/schedule', { mode: 'auto' })
    await api.done('PUT', `/tasks/${ids.c}`, { text: 'read once' })
    const elsewhere = `update _tasks set start = '2030-01-01T00:00:00' where id = ${ids.far}`
    await behindTheServer(data, { sqlite: elsewhere, postgres: elsewhere })
    const { end } = await api.task(ids.b)

    await api.done('PUT', `/tasks/${ids.a}`, { length: 4800 })
    assert.notEqual((await api.task(ids.b)).end, end)
    assert.equal((await api.task(ids.far)).start, '2030-01-01T00:00:00')

    await api.done('PUT', `/tasks/${ids.far}`, { text: 'changed' })
    assert.equal((await api.task(ids.far)).start, '2026-03-02T00:00:00')
  })

  it('is what the analysis and a preview tell, but for what was changed', async () => {
    const data = newFolder()
    const api = await ganttApi({ data })
    const ids = await api.seed({ a: {}, b: {}, far: { start: '2026-03-02' } })
    await api.link(ids.a, ids.b)
    await api.done('PUT', '/schedule', { mode: 'auto' })
    await api.done('PUT', `/tasks/${ids.a}`, { text: 'read once' })
    const before = await analysis(api)
    const elsewhere = `update _tasks set fields = '{"length":96000}' where id = ${ids.far}`
    await behindTheServer(data, { sqlite: elsewhere, postgres: elsewhere })

    const changes = [{ url: `tasks/${ids.a}`, method: 'PUT', data: { length: 4800 } }]
    const preview = await api.done<Preview>('POST', '/schedule/preview', { changes })
    assert.deepEqual(
      preview.changed.map(({ id }) => id),
      [ids.a, ids.b],
    )
    assert.deepEqual(preview.tasks[ids.far]?.finish, before.tasks[ids.far]?.finish)
    // What was only looked at is not in it any more.
    assert.deepEqual(await analysis(api), before)
  })

  it(`is where it belongs after many have changed it at once, from ${seed}`, async () => {
    const random = seededRandom(seed)
    const data = newFolder()
    const api = await ganttApi({ data })
    await begun(api, random)
    for (let round = 0; round < 4 * depth; round++) await work(random, [api])
    await api.triptych.close()
    await assertSettled(await ganttApi({ data, ...forgetful }), `${seed}`)
  })

  it(
    `is where it belongs after many have changed it by way of two servers, from ${seed}`,
    { skip: noS3 },
    async () => {
      const random = seededRandom(seed)
      const storage = await newBucketUrl()
      const shared = { database: await newPostgresDatabase(), connections: 4, storage }
      const servers = [await ganttApi(shared), await ganttApi(shared)]
      const third = await ganttApi({ ...shared, ...forgetful })
      await begun(servers[0]!, random)
      for (let round = 0; round < 6 * depth; round++) {
        await work(random, servers)
        await assertSettled(third, `${seed}, ${round}`)
      }
    },
  )
})

/** Several at a time, each at one of these servers. */
async function work(random: SeededRandom, servers: readonly GanttApi[]): Promise<void> {
  for (let step = 0; step < 8; step++) {
    const state = await stateOf(servers[0]!)
    const all = Array.from({ length: random.between(1, 6) }, () => ({
      server: random.pick(servers),
      sent: randomRequest(random, state, step),
    }))
    const answers = await Promise.all(all.map(({ server, sent }) => ask(server, sent)))
    for (const { status, json } of answers) assert.ok(status < 500, JSON.stringify(json))
  }
}

/** What is stored is where a pass over all of it puts it: there is nothing to tell but of the new task. */
async function assertSettled(api: GanttApi, what: string): Promise<void> {
  assert.equal((await api.done<Schedule>('GET', '/schedule')).mode, 'auto')
  const head = await api.head()
  await api.done('POST', '/tasks', { text: 'new', unscheduled: true })
  const entries = await api.changes(head)
  assert.equal(entries.length, 1, `${what}: ${JSON.stringify(entries.slice(1, 4))}`)
}
