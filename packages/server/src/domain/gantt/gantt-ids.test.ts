import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import { idIn, readId } from './gantt-ids.ts'

describe('readId', () => {
  it('takes numbers, also as text', () => {
    assert.equal(readId(1), 1)
    assert.equal(readId('42'), 42)
    assert.equal(readId(2 ** 48 + 1), 2 ** 48 + 1)
  })

  it('takes 0 for the top, and nothing for none', () => {
    assert.deepEqual([0, '0', -0].map(readId), [0, 0, 0])
    assert.deepEqual([null, undefined, ''].map(readId), [null, null, null])
  })

  it('refuses what can be no id', () => {
    for (const value of ['abc', '007', '-1', -1, 1.5, true, {}, [1], 'temp://1790000000001']) {
      assert.throws(() => readId(value), { code: 'gantt.bad_id' }, inspect(value))
      assert.equal(idIn(value), undefined, inspect(value))
    }
  })
})
