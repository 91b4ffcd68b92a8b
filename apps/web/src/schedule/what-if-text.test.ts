import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { endText, whatIfText } from './what-if-text.ts'

describe('what would follow from a drag, in words', () => {
  const same = { before: '2026-03-12T17:00:00', after: '2026-03-12T17:00:00' }
  const text = (others: number) => whatIfText({ others, begins: null, ends: same })

  it('counts the others, and leaves out what stays', () => {
    assert.equal(text(0), 'Moves no other task.')
    assert.equal(text(1), 'Moves one other task.')
    assert.equal(text(42), 'Moves 42 other tasks.')
  })

  it('says how much later or earlier the plan ends', () => {
    assert.match(
      endText({ ...same, after: '2026-03-15T12:00:00' }),
      /^The plan ends 3 days later \(.*12.* → .*15.*\)\.$/,
    )
    assert.match(endText({ ...same, after: '2026-03-11T17:00:00' }), /ends a day earlier/)
    assert.equal(endText({ ...same, after: '2026-03-12T12:00:00' }), '')
    assert.equal(endText({ before: null, after: same.after }), '')
  })

  it('says when the task begins where it cannot stand where it is held', () => {
    const said = whatIfText({ others: 0, begins: '2026-03-16T00:00:00', ends: same })
    assert.match(said, /^Begins .*16.*\. Moves no other task\.$/)
  })
})
