import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Upload } from 'triptych-client'
import { duration, outcome, summarize } from './upload-summary.ts'

function upload(values: Partial<Upload>): Upload {
  const usual = { id: 1, name: 'a', folder: '/', total: 100, loaded: 0, speed: 0 }
  return { ...usual, state: 'waiting', ...values }
}

describe('the sum of uploads', () => {
  it('tells how much is left, and how long that takes', () => {
    const sum = summarize([
      upload({ state: 'done', loaded: 100 }),
      upload({ state: 'sending', loaded: 50, speed: 10 }),
      upload({}),
    ])
    assert.deepEqual(sum, {
      open: 2,
      done: 1,
      failed: 0,
      loaded: 150,
      total: 300,
      speed: 10,
      left: 15,
    })
    assert.equal(outcome(sum), 'Uploading 3 files')
  })

  it('leaves out what was called off or has failed', () => {
    const list = [upload({ state: 'cancelled', loaded: 9 }), upload({ state: 'failed', loaded: 9 })]
    const sum = summarize(list)
    assert.equal(sum.total, 0)
    assert.equal(sum.left, null)
    assert.equal(outcome(sum), '1 file not uploaded')
    assert.equal(outcome(summarize([upload({ state: 'cancelled' })])), 'Nothing uploaded')
    assert.equal(outcome(summarize([upload({ state: 'done' })])), '1 file uploaded')
  })

  it('says a time as people do', () => {
    assert.deepEqual([5, 59, 90, 3599, 3900].map(duration), [
      '5 s',
      '59 s',
      '2 min',
      '1 h 0 min',
      '1 h 5 min',
    ])
  })
})
