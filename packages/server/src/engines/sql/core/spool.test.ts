import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { patient } from '../../../../test/fixtures/patient.ts'
import { spooled, spoolRoom } from './spool.ts'

const atOnce = { patienceMs: 0, giveUpMs: 60_000 }

/** Items of 20 kilobytes each, and whether somebody has closed what they come from. */
function source(count: number, failure: Error | null = null) {
  const state = { made: 0, isEnded: false }
  async function* make(): AsyncGenerator<{ n: number; bytes: Uint8Array }> {
    try {
      while (state.made < count) {
        const n = ++state.made
        yield { n, bytes: new Uint8Array(20_000).fill(n % 256) }
      }
      if (failure) throw failure
    } finally {
      state.isEnded = true
    }
  }
  return { state, items: make() }
}

describe('a spool', () => {
  it('makes no more than is taken, as long as its reader has time', async () => {
    const { state, items } = source(100)
    const stream = spooled(items, spoolRoom(), { patienceMs: 60_000, giveUpMs: 60_000 })
    await stream.next()
    await new Promise((resolve) => setTimeout(resolve, 50))
    assert.ok(state.made <= 3)
    assert.equal((await Array.fromAsync(stream)).length, 99)
  })

  it('lets what is read end though nobody takes it, and gives all of it in order', async (t) => {
    const { state, items } = source(2500)
    const stream = spooled(items, spoolRoom(), atOnce)
    const first = await stream.next()
    await t.waitFor(() => assert.ok(state.isEnded), patient)
    const seen = [first.value, ...(await Array.fromAsync(stream))]
    assert.equal(seen.length, 2500)
    assert.ok(seen.every((item, index) => item?.n === index + 1))
    assert.deepEqual([...new Set(seen.at(-1)!.bytes)], [2500 % 256])
  })

  it('gives bytes back as they were', async (t) => {
    const state = { isEnded: false }
    async function* bytes(): AsyncGenerator<Uint8Array> {
      for (let n = 0; n < 40; n++) yield new Uint8Array(1_000_001).fill(n).subarray(1)
      state.isEnded = true
    }
    const stream = spooled(bytes(), spoolRoom(), atOnce)
    const seen = [(await stream.next()).value]
    await t.waitFor(() => assert.ok(state.isEnded), patient)
    for await (const piece of stream) seen.push(piece)
    assert.equal(seen.length, 40)
    assert.ok(seen.every((piece, n) => piece?.length === 1_000_000 && piece.at(-1) === n))
  })

  it('passes on what fails, behind what came before', async (t) => {
    const { state, items } = source(100, new Error('broken'))
    const stream = spooled(items, spoolRoom(), atOnce)
    let seen = 0
    await stream.next()
    await t.waitFor(() => assert.ok(state.isEnded), patient)
    await assert.rejects(async () => {
      for await (const item of stream) seen = item.n
    }, /broken/)
    assert.ok(seen > 0)
  })

  it('waits for its reader where there is no room, and gives the room back', async () => {
    const full = {
      ...spoolRoom(),
      take: () => false,
      giveBack: () => assert.fail('Nothing was given.'),
    }
    const { state, items } = source(3000)
    const stream = spooled(items, full, atOnce)
    await stream.next()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    assert.ok(!state.isEnded && state.made < 3000)
    assert.equal((await Array.fromAsync(stream)).length, 2999)

    let taken = 0
    const counting = { ...spoolRoom(), take: () => ++taken > 0, giveBack: () => void taken-- }
    assert.equal(
      (await Array.fromAsync(spooled(source(3000).items, counting, atOnce))).length,
      3000,
    )
    assert.equal(taken, 0)
  })

  it('gives up who takes nothing where there is no room', async () => {
    const full = { ...spoolRoom(), take: () => false, giveBack: () => {} }
    const { state, items } = source(3000)
    const stream = spooled(items, full, { patienceMs: 0, giveUpMs: 10 })
    await stream.next()
    await assert.rejects(async () => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await Array.fromAsync(stream)
    }, /takes too little/)
    assert.ok(state.isEnded)
  })

  it('ends what it reads when it is left, and keeps nothing', async (t) => {
    let taken = 0
    const counting = { ...spoolRoom(), take: () => ++taken > 0, giveBack: () => void taken-- }
    const { state, items } = source(100_000)
    const stream = spooled(items, counting, atOnce)
    await stream.next()
    await t.waitFor(() => assert.ok(taken > 0), patient)
    await stream.return!()
    assert.ok(state.isEnded && state.made < 100_000)
    assert.equal(taken, 0)

    const unread = source(10)
    await spooled(unread.items, counting, atOnce).return!()
    assert.equal(unread.state.made, 0)
  })
})
