import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newStepId } from './step-id.ts'

describe('the id of a step', () => {
  it('is a UUID of version 7, which begins with its time', () => {
    const uuid = /^019d5cc3-5bbb-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
    assert.match(newStepId(new Date('2026-04-05T08:30:00.123Z')), uuid)
  })

  it('sorts behind those of earlier moments', () => {
    const start = Date.UTC(2026, 3, 5)
    const ids = Array.from({ length: 100 }, (_, n) => newStepId(new Date(start + n)))
    assert.deepEqual(ids.toSorted(), ids)
  })

  it('is another one for each step of one moment', () => {
    const at = new Date()
    const ids = Array.from({ length: 1000 }, () => newStepId(at))
    assert.equal(new Set(ids).size, ids.length)
  })
})
