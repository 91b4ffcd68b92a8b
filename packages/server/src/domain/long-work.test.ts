import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextStep } from './long-work.ts'

describe('long work', () => {
  it('has one step in each turn of the event loop, however much of it there is', async () => {
    let turn = 0
    let isDone = false
    const count = (): void => {
      turn++
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    const turns: number[] = []
    const work = async (): Promise<void> => {
      for (let step = 0; step < 3; step++) {
        await nextStep()
        turns.push(turn)
      }
    }

    await Promise.all([work(), work(), work()])
    isDone = true

    assert.equal(turns.length, 9)
    assert.equal(new Set(turns).size, 9, `steps in the turns ${turns.join(' ')}`)
  })
})
