import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pace } from './pace.ts'

/** How many of them are done in each turn of the event loop. */
async function inTurns(sizes: readonly number[], most: { many: number; size: number }) {
  const { turn } = pace(most)
  let done = 0
  for (const size of sizes) void turn(size).then(() => done++)
  const turns: number[] = []
  // What goes at once has gone when this comes.
  await Promise.resolve()
  turns.push(done)
  while (done < sizes.length) {
    const before = done
    await nextTurn()
    if (done > before) turns.push(done - before)
  }
  return turns
}

it('lets so many go in one turn of the event loop', async () => {
  assert.deepEqual(await inTurns([1, 1, 1, 1, 1], { many: 2, size: 100 }), [2, 2, 1])
})

it('lets so much go in one turn, and what is larger than that alone', async () => {
  assert.deepEqual(await inTurns([6, 6, 50, 4, 4, 4], { many: 9, size: 10 }), [2, 1, 3])
})

it('keeps the order, also of what comes while others wait', async () => {
  const { turn } = pace({ many: 1, size: 10 })
  const order: number[] = []
  const all = [1, 2, 3].map((n) => turn(1).then(() => order.push(n)))
  await nextTurn()
  all.push(turn(1).then(() => order.push(4)))

  await Promise.all(all)

  assert.deepEqual(order, [1, 2, 3, 4])
})
