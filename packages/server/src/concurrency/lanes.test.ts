import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Asker } from '../asker.ts'
import { lanes } from './lanes.ts'

const rules = { quick: 1, slow: 1, quickMs: 20 }

function asker(client: string, signal = new AbortController().signal): Asker {
  return { client, signal }
}

/** Takes until it is told that it is done or not wanted, and counts how often it was begun. */
function work<T>(value: T) {
  const done = Promise.withResolvers<T>()
  const state = { begun: 0, givenUp: 0, finish: () => done.resolve(value) }
  async function run(signal: AbortSignal): Promise<T> {
    state.begun++
    const unwanted = new Promise<never>((_, reject) => {
      const leave = () => {
        state.givenUp++
        reject(new Error('interrupted'))
      }
      signal.addEventListener('abort', leave)
      if (signal.aborted) leave()
    })
    return Promise.race([done.promise, unwanted])
  }
  return { state, run }
}

describe('a quick lane and a slow one', () => {
  it('let what is quick pass what is slow, however much of that there is', async () => {
    const both = lanes(rules)
    const slow = ['a', 'b', 'c'].map((name) => ({ name, ...work(name) }))
    const asked = slow.map(({ name, run }) => both.run(asker(name), run))
    // Each of them would take for ever.
    for (const n of [1, 2, 3]) assert.equal(await both.run(asker('quick'), async () => n), n)

    for (const { state } of slow) state.finish()
    assert.deepEqual(await Promise.all(asked), ['a', 'b', 'c'])
    const begun = slow.map(({ state }) => state.begun)
    assert.equal(begun[0], 1)
    assert.ok(Math.max(...begun) <= 2)
  })

  it('leave what takes long where it is while nobody needs the place', async () => {
    const both = lanes(rules)
    const [one, two] = [work('one'), work('two')]
    const asked = [both.run(asker('a'), one.run), both.run(asker('a'), two.run)]
    await new Promise((resolve) => setTimeout(resolve, 100))
    assert.deepEqual([one.state.begun, two.state.begun], [1, 1])
    for (const { state } of [one, two]) state.finish()
    assert.deepEqual(await Promise.all(asked), ['one', 'two'])
    assert.deepEqual([one.state.givenUp, two.state.givenUp], [0, 0])
  })

  it('end what nobody waits for any more, at work or not', async () => {
    const both = lanes({ ...rules, quickMs: 60_000 })
    const leave = new AbortController()
    const [running, waiting] = [work(1), work(2)]
    const gone = { message: /Nobody waits/ }
    const asked = [
      assert.rejects(both.run(asker('a', leave.signal), running.run), gone),
      assert.rejects(both.run(asker('a', leave.signal), waiting.run), gone),
    ]
    leave.abort()
    await Promise.all(asked)
    assert.deepEqual([running.state.givenUp, waiting.state.begun], [1, 0])
    await assert.rejects(both.run(asker('a', leave.signal), running.run), gone)
    assert.equal(await both.run(null, async () => 'next'), 'next')
  })

  it('give one so long and no longer', async () => {
    const both = lanes({ ...rules, limitMs: 60 })
    const one = work(1)
    await assert.rejects(both.run(null, one.run), { code: 'tables.query_too_large' })
    assert.equal(one.state.givenUp, 1)
  })

  it('count the waiting into that', async () => {
    const both = lanes({ ...rules, limitMs: 200, quickMs: 10 })
    const three = [work(1), work(2), work(3)]
    const began = performance.now()
    const codes = await Promise.all(
      three.map(({ run }) => both.run(null, run).catch(({ code }: { code: string }) => code)),
    )
    // Nobody was done, and none had more than its time: one after the other they would have had thrice as much.
    assert.ok(
      codes.every((code) => ['tables.query_too_large', 'unavailable'].includes(String(code))),
    )
    assert.ok(performance.now() - began < 3 * 200)
  })

  it('pass on what fails, and take nothing new once they are closed', async () => {
    const both = lanes(rules)
    await assert.rejects(
      both.run(null, async () => {
        throw new Error('broken')
      }),
      /broken/,
    )
    both.close()
    await assert.rejects(
      both.run(null, async () => 1),
      /stopping/,
    )
  })
})
