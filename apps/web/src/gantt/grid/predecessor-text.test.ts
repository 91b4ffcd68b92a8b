import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { predecessorsIn, predecessorsText } from './predecessor-text.ts'

describe('predecessors in a cell', () => {
  it('are written as they are read', () => {
    for (const text of ['3', '1.2FS+2d, 5SS-1d, 7.1.3FF+50%', '1SF', '12FF-1.5emo, 3'])
      assert.equal(predecessorsText(predecessorsIn(text) as []), text)
    assert.equal(
      predecessorsText(predecessorsIn(' 3fs + 2 d;4 ;; 1.5 ss-1') as []),
      '3FS+2d, 4, 1.5SS-1d',
    )
    assert.equal(predecessorsText(predecessorsIn('3FS+1,5d,4') as []), '3FS+1.5d, 4')
    assert.deepEqual(predecessorsIn(' '), [])
  })

  it('that cannot be read are told', () => {
    for (const text of ['x', '3XX', '3FS2d', '3FS+2y', '-3', '3 4', '1..2'])
      assert.equal(predecessorsIn(`1, ${text}`), text)
  })
})
