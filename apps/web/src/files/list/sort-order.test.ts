import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { keptOrder, nextOrder } from './sort-order.ts'

describe('the order of files', () => {
  it('is read as it was kept, and is that of names where it cannot be', () => {
    assert.deepEqual(keptOrder('size desc'), { key: 'size', order: 'desc' })
    assert.deepEqual(keptOrder('kind asc'), { key: 'kind', order: 'asc' })
    for (const text of ['', 'size', 'size up', 'constructor asc']) {
      assert.deepEqual(keptOrder(text), { key: 'name', order: 'asc' })
    }
  })

  it('turns round when it is asked for again, and begins with A or with the most', () => {
    assert.equal(nextOrder('name', { key: 'name', order: 'asc' }), 'desc')
    assert.equal(nextOrder('size', { key: 'size', order: 'desc' }), 'asc')
    assert.equal(nextOrder('size', { key: 'name', order: 'asc' }), 'desc')
    assert.equal(nextOrder('kind', { key: 'size', order: 'asc' }), 'asc')
  })
})
