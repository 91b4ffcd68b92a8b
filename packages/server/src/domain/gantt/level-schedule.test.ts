import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inTurns } from './level-schedule.ts'

function* endless(): Generator<void, never> {
  for (;;) yield
}

describe('work in many steps', () => {
  it('lets others have their turn, and ends when nobody waits for it any more', async () => {
    let turns = 0
    setImmediate(() => turns++)
    const work = inTurns(endless(), () => {
      if (turns > 0) throw new Error('gone')
    })
    await assert.rejects(work, { message: 'gone' })
  })
})
