import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { inFrames } from './in-frames.ts'

describe('what is looked for in frames to come', () => {
  const frames = new Map<number, () => void>()
  let last = 0
  /** Draws so many. */
  const draw = (count: number) => {
    for (; count > 0; count--) {
      const due = [...frames.values()]
      frames.clear()
      for (const look of due) look()
    }
  }
  beforeEach(() => {
    Object.assign(globalThis, {
      requestAnimationFrame: (look: () => void) => frames.set(++last, look) && last,
      cancelAnimationFrame: (frame: number) => frames.delete(frame),
    })
  })
  afterEach(() => {
    Object.assign(globalThis, { requestAnimationFrame: undefined, cancelAnimationFrame: undefined })
    frames.clear()
  })

  it('is not looked for at once, and no more when it is done', () => {
    let looks = 0
    inFrames(() => ++looks === 3)
    assert.equal(looks, 0)
    draw(10)
    assert.equal(looks, 3)
  })

  it('is given up after so many, and that is told once', () => {
    let [looks, told] = [0, 0]
    inFrames(
      () => ++looks > 9,
      4,
      () => told++,
    )
    draw(10)
    assert.deepEqual([looks, told], [4, 1])
  })

  it('is not looked for any more by who does not want it', () => {
    let looks = 0
    const stop = inFrames(() => ++looks > 9)
    draw(2)
    stop()
    draw(2)
    assert.equal(looks, 2)
  })
})
