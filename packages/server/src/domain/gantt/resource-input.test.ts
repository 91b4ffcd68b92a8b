import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { resourceFrom } from './resource-input.ts'

describe('resourceFrom', () => {
  it('keeps everything but id, parent, children and what the client has for itself', () => {
    const input = { id: 5, parent: 2, data: [{}], $level: 1, name: 'Ann', open: true, role: 'r' }

    assert.deepEqual(resourceFrom(input), { fields: { name: 'Ann', open: true, role: 'r' } })
  })

  it('always has a name', () => {
    assert.deepEqual(resourceFrom({}), { fields: { name: '' } })
    assert.deepEqual(resourceFrom({ name: null }), { fields: { name: '' } })
    assert.deepEqual(resourceFrom({ name: 7 }), { fields: { name: '7' } })
  })

  it('refuses names that are no text', () => {
    for (const name of [true, {}, 'half \ud800', 'nul \0', 'x'.repeat(1001)]) {
      assert.throws(() => resourceFrom({ name }), { code: 'gantt.bad_value' })
    }
  })
})
