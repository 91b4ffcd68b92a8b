import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { resourceFields } from './change-resources.ts'

describe('resourceFields', () => {
  it('keeps everything but id, parent, children and what the client has for itself', () => {
    const input = { id: 5, parent: 2, data: [{}], $level: 1, name: 'Ann', open: true, role: 'r' }

    assert.deepEqual(resourceFields(input), { name: 'Ann', open: true, role: 'r' })
  })

  it('always has a name', () => {
    assert.deepEqual(resourceFields({}), { name: '' })
    assert.deepEqual(resourceFields({ name: null }), { name: '' })
    assert.deepEqual(resourceFields({ name: 7 }), { name: '7' })
  })

  it('refuses names that are no text', () => {
    for (const name of [true, {}, 'half \ud800', 'nul \0', 'x'.repeat(1001)]) {
      assert.throws(() => resourceFields({ name }), { code: 'gantt.bad_value' })
    }
  })
})
