import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hoursOf, hoursText } from './hours-text.ts'

describe('hours as they are typed', () => {
  it('are read as people write them', () => {
    const day = [
      ['08:00', '12:00'],
      ['13:30', '24:00'],
    ]
    assert.deepEqual(hoursOf('8-12, 13:30 – 24'), day)
    assert.deepEqual(hoursOf(' '), [])
    assert.equal(hoursText([['08:00', '12:00']]), '08:00–12:00')
    assert.deepEqual(hoursOf(hoursText([['08:00', '12:00']])), [['08:00', '12:00']])
  })

  it('are refused when they are none', () => {
    for (const text of ['eight', '8', '12-8', '8-25', '8:70-9', '24:30-24:40', '8-9,']) {
      assert.equal(hoursOf(text), null, text)
    }
  })
})
