import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ganttApi } from '../fixtures/gantt-api.ts'
import { chosenSeed, depth, seededRandom } from '../fixtures/seeded-random.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'
import { planRequest } from './random-gantt-requests.ts'
import type { Sent } from './random-table-requests.ts'

const isItem = ({ method, path }: Sent) => method !== 'GET' && !path.startsWith('/batch')

describe('requests to the plan', () => {
  it(`do the same in a batch as one by one, in ${4 * depth} random histories`, async () => {
    for (let round = 0; round < 4 * depth; round++) {
      const random = seededRandom(chosenSeed() + round)
      const items = Array.from({ length: 400 }, () => planRequest(random)).filter(isItem)

      assert.deepEqual(await inBatch(items), await oneByOne(items))
    }
  })

  it(`do so with many new tasks in a row, in ${2 * depth} random histories`, async () => {
    for (let round = 0; round < 2 * depth; round++) {
      const items = manyTasks(seededRandom(chosenSeed() + round))

      assert.deepEqual(await inBatch(items), await oneByOne(items))
    }
  })

  it('do the same in a plan that schedules itself, however many of a kind follow each other', async () => {
    const auto = { method: 'PUT', path: '/schedule', body: { mode: 'auto' } }
    for (let round = 0; round < 2 * depth; round++) {
      const items = [auto, ...manyTasks(seededRandom(chosenSeed() + round))]
      // The same addresses, but none like the one before it.
      const apart = items.map((one, n) => ({
        ...one,
        path: n % 2 === 0 ? one.path : `/${one.path}`,
      }))

      assert.deepEqual(await inBatch(apart), await inBatch(items))
    }
  })
})

function manyTasks(random: SeededRandom): Sent[] {
  const any = (_: unknown, n: number) =>
    random.next() < 0.9 ? newTask(random, n) : planRequest(random)
  return Array.from({ length: 250 }, any).filter(isItem)
}

/** Most are taken; they speak of each other by all kinds of ids, and stand at all kinds of places. */
function newTask(random: SeededRandom, n: number): Sent {
  const day = String(random.between(1, 28)).padStart(2, '0')
  const other = random.pick<unknown>([0, random.between(1, 60), `temp://${random.between(0, n)}`])
  const body: Record<string, unknown> = {
    text: `n${n}`,
    ...random.pick([{ start: `2026-04-${day}`, duration: 3 }, {}, { end: `2026-04-${day}` }]),
    ...random.pick<object>([{}, {}, { id: `temp://${n}` }, { id: random.between(1, 90) }]),
    ...random.pick<object>([
      {},
      {},
      { parent: other },
      { target: other, mode: random.pick(['before', 'after', 'child']) },
    ]),
    ...(random.next() < 0.15 && random.pick<object>(wrong)),
  }
  return { method: 'POST', path: '/tasks', body }
}

const wrong = [
  { start: '2026-04-02', end: '2026-04-01' },
  { start: '2026-02-30' },
  { progress: 'much' },
  { parent: 9999 },
  { parent: {} },
  { id: 'x' },
]

async function oneByOne(items: Sent[]): Promise<unknown> {
  const api = await ganttApi()
  const answers: unknown[] = []
  for (const { method, path, body } of items) {
    answers.push((await api.call(method, path, body)).json)
  }
  return outcomeOf(api, answers)
}

async function inBatch(items: Sent[]): Promise<unknown> {
  const api = await ganttApi()
  const batch = items.map(({ method, path, body }) => ({ url: path, method, data: body ?? {} }))
  return outcomeOf(api, await api.done<unknown[]>('POST', '/batch', batch))
}

async function outcomeOf(
  { planState, changes }: Awaited<ReturnType<typeof ganttApi>>,
  answers: unknown[],
): Promise<unknown> {
  const log = (await changes()).map((entry) => ({ ...entry, at: null, step: null }))
  return { answers: answers.map(outcome), plan: await planState(), log }
}

/** What was made, or why not. */
function outcome(answer: unknown): unknown {
  const { id, code, cycle, error, field } = answer as Record<string, unknown>
  return { id, code, cycle, error, field }
}
