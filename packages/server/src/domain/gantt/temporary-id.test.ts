import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import { isTempID } from '@svar-ui/lib-state'
import { idIn, isTemporary, readId, refuseHighId, temporaryNumber } from './temporary-id.ts'

const bad = { code: 'gantt.bad_id' }

describe('temporaryNumber', () => {
  it('finds a number exactly where the client sees a temporary id', () => {
    for (const id of [
      'temp://1790000000001',
      'invoice1790000000001',
      '12345671790000000001',
      'temp://1000000000001',
      'temp://1000000000000',
      'temp://0999999999999',
      'temp://179000000000',
      'temp://17900000000012',
      'temp://179000000000x',
      'temp://-790000000001',
      'temp://',
      '',
      5,
      null,
      undefined,
      {},
    ]) {
      assert.equal(temporaryNumber(id) !== null, isTempID(id as string), inspect(id))
    }
    assert.equal(temporaryNumber('temp://1790000000001'), 1_790_000_000_001)
  })
})

describe('isTemporary', () => {
  it('knows what the client makes, and shorter ones written by hand', () => {
    for (const id of ['temp://1790000000001', 'invoice1790000000001', 'temp://1', 'temp://a-b_c']) {
      assert.equal(isTemporary(id), true, id)
    }
  })

  it('knows nothing else', () => {
    const tooLong = `temp://${'1'.repeat(41)}`
    for (const id of ['1790000000001', 'temp://', 'temp://a b', tooLong, 'x', 5, null, undefined]) {
      assert.equal(isTemporary(id), false, inspect(id))
    }
  })
})

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
    const texts = ['abc', '1a', '007', '+1', '-1', '1.0', ' 1', '1e3', '00', '1\n', '١']
    const others = [-1, 1.5, Number.NaN, Infinity, 1e15, 2 ** 53, true, {}, [], [1]]
    for (const value of [...texts, ...others, 'temp://1790000000001']) {
      assert.throws(() => readId(value), bad, inspect(value))
      assert.equal(idIn(value), undefined, inspect(value))
    }
  })
})

describe('refuseHighId', () => {
  it('refuses wishes above 2^48, but for what was given out before', () => {
    refuseHighId(2 ** 48, 1)
    refuseHighId(2 ** 48 + 5, 2 ** 48 + 6)
    assert.throws(() => refuseHighId(2 ** 48 + 1, 7), bad)
    assert.throws(() => refuseHighId(2 ** 48 + 6, 2 ** 48 + 6), bad)
  })
})
