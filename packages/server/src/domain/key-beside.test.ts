import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Place } from '../ports/order.ts'
import { keyBeside } from './key-beside.ts'
import type { OrderedList } from './key-beside.ts'
import { keysBetween } from './order-key.ts'

/** A list in memory, and how many of it were given new keys each time. */
function orderedList(count: number) {
  const keys = keysBetween(null, null, count)
  let places: Place[] = keys.map((order, index) => ({ id: index + 1, order }))
  const renumbered: number[] = []
  const at = (id: number) => places.findIndex((place) => place.id === id)
  const list: OrderedList = {
    async gapBeside(id, side) {
      const from = at(id)
      if (from === -1) return null
      const [lower, upper] = side === 'before' ? [from - 1, from] : [from, from + 1]
      return { lower: places[lower]?.order ?? null, upper: places[upper]?.order ?? null }
    },
    async neighbours(id, limit) {
      return places.slice(Math.max(at(id) - limit, 0), at(id) + limit + 1)
    },
    async renumber(given) {
      renumbered.push(given.length)
      const orders = new Map(given.map(({ id, order }) => [id, order]))
      places = places.map(({ id, order }) => ({ id, order: orders.get(id) ?? order }))
    },
  }

  async function insert(id: number, beside: number, side: 'before' | 'after'): Promise<void> {
    const gap = await list.gapBeside(beside, side)
    const order = await keyBeside(list, { id: beside, side }, gap!)
    places.splice(at(beside) + (side === 'after' ? 1 : 0), 0, { id, order })
  }
  return { insert, renumbered, places: () => places }
}

function assertOrdered(places: readonly Place[]): void {
  for (const [index, { order }] of places.entries()) {
    assert.ok(index === 0 || places[index - 1]!.order < order, `${index}: ${order}`)
    assert.ok(order.length <= 24, order)
  }
}

describe('keyBeside', () => {
  it('keeps keys short however often something is put into the middle of what came before', async () => {
    const { insert, renumbered, places } = orderedList(3000)

    // Each between the last two: no direction in which keys could run.
    for (let n = 0, beside = 1500; n < 2000; n++) {
      await insert(10_000 + n, beside, n % 2 === 0 ? 'after' : 'before')
      beside = 10_000 + n
    }

    assertOrdered(places())
    assert.equal(places().length, 5000)
    assert.ok(renumbered.length > 0, 'the spot was never crowded')
    assert.ok(renumbered.length < 2000 / 10, `${renumbered.length} times`)
    assert.ok(Math.max(...renumbered) <= 999, `${Math.max(...renumbered)} at once`)
  })

  it('gives new keys to a list as a whole where it is short', async () => {
    const { insert, renumbered, places } = orderedList(2)
    for (let n = 0, beside = 1; n < 60; n++) {
      await insert(100 + n, beside, n % 2 === 0 ? 'after' : 'before')
      beside = 100 + n
    }

    assertOrdered(places())
    assert.ok(renumbered.length > 0)
  })
})
