import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { keyBetween, keysBetween } from './order-key.ts'

describe('keyBetween', () => {
  it('answers a key that is strictly between, in code-unit order', () => {
    const first = keyBetween(null, null)
    const last = keyBetween(first, null)
    const before = keyBetween(null, first)
    const middle = keyBetween(first, last)

    assert.deepEqual([last, middle, first, before].toSorted(), [before, first, middle, last])
  })

  it('agrees with a list over 10,000 inserts at random places', () => {
    const random = seeded(7)
    const list: string[] = []

    for (let i = 0; i < 10_000; i++) {
      const place = Math.floor(random() * (list.length + 1))
      const lower = list[place - 1] ?? null
      const upper = list[place] ?? null
      const key = keyBetween(lower, upper)
      assert.ok((lower === null || lower < key) && (upper === null || key < upper), key)
      list.splice(place, 0, key)
    }

    assertKeys(list)
    assert.ok(longest(list) <= 16, `longest: ${longest(list)}`)
  })

  it('agrees with a list over 10,000 inserts, removals and runs', () => {
    const random = seeded(11)
    const list: string[] = []

    for (let i = 0; i < 2_000; i++) {
      let place = Math.floor(random() ** 3 * (list.length + 1))
      const forward = random() < 0.5
      for (let run = random() * 10; run > 0; run--) {
        list.splice(place, 0, keyBetween(list[place - 1] ?? null, list[place] ?? null))
        if (forward) place++
      }
      if (list.length > 500) list.splice(Math.floor(random() * list.length), 5)
    }

    assertKeys(list)
  })

  it('keeps keys within 6 characters over a million appends', () => {
    let last = keyBetween(null, null)
    for (let i = 1; i < 1e6; i++) {
      const next = keyBetween(last, null)
      if (!(last < next && next.length <= 6)) assert.fail(`${last}, ${next}`)
      last = next
    }
  })

  it('keeps keys within 6 characters over a million prepends', () => {
    let first = keyBetween(null, null)
    for (let i = 1; i < 1e6; i++) {
      const next = keyBetween(null, first)
      if (!(next < first && next.length <= 6)) assert.fail(`${next}, ${first}`)
      first = next
    }
  })

  it('keeps keys within 8 characters over 10,000 inserts right after one row', () => {
    const lower = keyBetween(null, null)
    let upper = keyBetween(lower, null)
    for (let i = 0; i < 10_000; i++) upper = between(lower, upper)

    assert.ok(upper.length <= 8, upper)
  })

  it('keeps keys within 8 characters over 10,000 inserts right before one row', () => {
    let lower = keyBetween(null, null)
    const upper = keyBetween(lower, null)
    for (let i = 0; i < 10_000; i++) lower = between(lower, upper)

    assert.ok(lower.length <= 8, lower)
  })

  it('grows by less than half a character an insert when the sides alternate', () => {
    let lower = keyBetween(null, null)
    let upper = keyBetween(lower, null)
    for (let i = 0; i < 1_000; i++) {
      const key = between(lower, upper)
      if (i % 2 === 0) lower = key
      else upper = key
    }

    assert.ok(lower.length < 500, `${lower.length}`)
  })

  it('goes on past the largest integer', () => {
    const largest = 'hzzzzzzzz'

    const next = keyBetween(largest, null)

    assert.ok(next > largest)
    assert.ok(keyBetween(next, null) > next)
  })

  it('refuses a lower key that is not below the upper one', () => {
    assert.throws(() => keyBetween('a9', 'a1'), /no order key between/)
    assert.throws(() => keyBetween('a1', 'a1'), /no order key between/)
  })

  it('refuses what is not a key', () => {
    for (const key of [
      '',
      'a',
      '0',
      '5x',
      'a0',
      'b1',
      'b10',
      'a1a',
      'a0a1',
      'a_',
      'i11111111111',
      'é1',
    ]) {
      assert.throws(() => keyBetween(key, null), /not an order key/, key)
      assert.throws(() => keyBetween(null, key), /not an order key/, key)
    }
  })
})

describe('keysBetween', () => {
  it('answers as many keys as asked for, in order, between any neighbours', () => {
    const random = seeded(3)
    let list = keysBetween(null, null, 4)

    for (const count of [0, 1, 2, 3, 7, 8, 100, 1_000]) {
      for (let i = 0; i < 20; i++) {
        const place = Math.floor(random() * (list.length + 1))
        const keys = keysBetween(list[place - 1] ?? null, list[place] ?? null, count)
        assert.equal(keys.length, count)
        list.splice(place, 0, ...keys)
        assertKeys(list)
      }
      list = list.filter(() => random() < 0.5)
    }
  })

  it('numbers a million rows anew within 6 characters', () => {
    const keys = keysBetween(null, null, 1e6)

    assertKeys(keys)
    assert.ok(longest(keys) <= 6)
  })

  it('leaves the same room everywhere', () => {
    const [lower, upper] = ['a1', 'az']

    const keys = keysBetween(lower, upper, 5)

    assert.deepEqual(keys, ['a7', 'aJ', 'aV', 'ah', 'at'])
    for (const [i, key] of keys.entries()) {
      assert.equal(keyBetween(key, keys[i + 1] ?? upper).length, 2)
    }
  })
})

function between(lower: string, upper: string): string {
  const key = keyBetween(lower, upper)
  if (!(lower < key && key < upper)) assert.fail(`${lower}, ${key}, ${upper}`)
  return key
}

function assertKeys(list: string[]): void {
  for (const [i, key] of list.entries()) {
    if (!/^[0-9A-Za-z]*[1-9A-Za-z]$/.test(key)) assert.fail(`characters of '${key}'`)
    if (i > 0 && !(list[i - 1]! < key)) assert.fail(`'${list[i - 1]}' is not below '${key}'`)
  }
}

function longest(list: string[]): number {
  return list.reduce((max, key) => Math.max(max, key.length), 0)
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
