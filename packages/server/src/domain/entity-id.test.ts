import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import { isTempID } from '@svar-ui/lib-state'
import { idFrom, isTemporary, refuseHighId, temporaryNumber } from './entity-id.ts'

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
  it('knows what the client makes, and what people write by hand', () => {
    const byHand = [
      'temp://1',
      'temp://a-b_c',
      'temp://',
      'temp://a b/ä',
      `temp://${'1'.repeat(57)}`,
    ]
    for (const id of ['temp://1790000000001', 'invoice1790000000001', ...byHand]) {
      assert.equal(isTemporary(id), true, id)
    }
  })

  it('knows nothing else, and nothing that a database would not store', () => {
    const tooLong = `temp://${'1'.repeat(58)}`
    const odd = ['temp://\0', 'temp://\ud800', 'temp://a\nb', tooLong, 'Temp://1', ' temp://1']
    for (const id of ['1790000000001', 'invoice0000000000001', 'x', 5, null, undefined, ...odd]) {
      assert.equal(isTemporary(id), false, inspect(id))
    }
  })
})

describe('idFrom', () => {
  it('takes numbers, also as text', () => {
    assert.deepEqual([1, '42', 2 ** 48 + 1].map(idFrom), [1, 42, 2 ** 48 + 1])
  })

  it('knows what can be no id', () => {
    const texts = ['abc', '1a', '007', '+1', '-1', '1.0', ' 1', '1e3', '00', '1\n', '١', '', '0']
    const others = [0, -1, 1.5, Number.NaN, Infinity, 1e15, 2 ** 53, true, {}, [], [1], null]
    for (const value of [...texts, ...others, undefined, 'temp://1790000000001']) {
      assert.equal(idFrom(value), null, inspect(value))
    }
  })
})

describe('refuseHighId', () => {
  it('refuses wishes above 2^48, but for what was given out before', () => {
    for (const area of ['tables', 'gantt'] as const) {
      const bad = { code: `${area}.bad_id` }
      refuseHighId(area, 2 ** 48, 1)
      refuseHighId(area, 2 ** 48 + 5, 2 ** 48 + 6)
      assert.throws(() => refuseHighId(area, 2 ** 48 + 1, 7), bad)
      assert.throws(() => refuseHighId(area, 2 ** 48 + 6, 2 ** 48 + 6), bad)
    }
  })
})
