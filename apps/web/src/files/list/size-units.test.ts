import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { amountOf, bytesOf } from './size-units.ts'

describe('a size that people write', () => {
  it('is so many bytes', () => {
    assert.equal(bytesOf('1.5', 'GB'), 1.5 * 1024 ** 3)
    assert.equal(bytesOf('0', 'MB'), 0)
    assert.equal(bytesOf('0.1', 'MB'), 104_858)
  })

  it('is written in the unit in which it is short', () => {
    assert.deepEqual(amountOf(512 * 1024 ** 2), { amount: '512', unit: 'MB' })
    assert.deepEqual(amountOf(1.5 * 1024 ** 3), { amount: '1.5', unit: 'GB' })
    assert.deepEqual(amountOf(2 * 1024 ** 4), { amount: '2', unit: 'TB' })
    assert.deepEqual(amountOf(1000), { amount: '0.001', unit: 'MB' })
  })
})
