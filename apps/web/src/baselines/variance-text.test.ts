import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { slipText, varianceText } from './variance-text.ts'

const text = (startVariance: number, finishVariance: number) =>
  slipText({ startVariance, finishVariance }, 480)

describe('a variance', () => {
  it('is told in days of work', () => {
    assert.equal(varianceText(0, 480), 'on time')
    assert.equal(varianceText(480, 480), '1 day later')
    assert.equal(varianceText(-1440, 480), '3 days earlier')
    assert.equal(varianceText(240, 480), '0.5 days later')
    assert.equal(varianceText(900, 450), '2 days later')
  })

  it('is told in hours or minutes where it is less', () => {
    assert.equal(varianceText(60, 480), '1 hour later')
    assert.equal(varianceText(-90, 480), '1.5 hours earlier')
    assert.equal(varianceText(0.5, 480), '1 minute later')
  })

  it('of a task is told once where it is the same at both ends', () => {
    assert.equal(text(480, 480), '1 day later')
    assert.equal(text(0, -480), 'ends 1 day earlier')
    assert.equal(text(480, 0), 'starts 1 day later, ends on time')
  })
})
