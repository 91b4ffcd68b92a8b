import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ganttApi } from '../fixtures/gantt-api.ts'
import { chosenSeed, depth, seededRandom } from '../fixtures/seeded-random.ts'
import { planRequest } from './random-gantt-requests.ts'
import type { Sent } from './random-table-requests.ts'

const isItem = ({ method, path }: Sent) => method !== 'GET' && !path.startsWith('/batch')

describe('requests to the plan', () => {
  it(`do the same in a batch as one by one, in ${4 * depth} random histories`, async () => {
    for (let round = 0; round < 4 * depth; round++) {
      const random = seededRandom(chosenSeed() + round)
      const items = Array.from({ length: 400 }, () => planRequest(random)).filter(isItem)
      const [singly, together] = [await ganttApi(), await ganttApi()]

      const one: unknown[] = []
      for (const { method, path, body } of items) {
        one.push(outcome((await singly.call(method, path, body)).json))
      }
      const batch = items.map(({ method, path, body }) => ({ url: path, method, data: body ?? {} }))
      const answers = await together.done<object[]>('POST', '/batch', batch)

      assert.deepEqual(answers.map(outcome), one)
      assert.deepEqual(await together.planState(), await singly.planState())
    }
  })
})

/** What was made, or why not. */
function outcome(answer: unknown): unknown {
  const { id, code, cycle } = answer as Record<string, unknown>
  return { id, code, cycle }
}
