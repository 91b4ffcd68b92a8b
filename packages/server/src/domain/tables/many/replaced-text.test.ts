import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { replacing } from './replaced-text.ts'

const plain = { find: 'a', replace: 'b', matchCase: false, wholeCell: false }

describe('a text that is replaced', () => {
  it('is all of it, in any letter case', () => {
    assert.equal(replacing(plain)('A cat, a hat'), 'b cbt, b hbt')
    assert.equal(replacing({ ...plain, matchCase: true })('A cat'), 'A cbt')
    assert.equal(replacing({ ...plain, find: 'ÄRGER', replace: 'x' })('Viel ärger'), 'Viel x')
  })

  it('is not there in another cell', () => {
    for (const value of ['xyz', '', null, true, ['a']]) {
      assert.equal(replacing(plain)(value), null, String(value))
    }
  })

  it('is the whole cell where that is asked for', () => {
    const whole = replacing({ ...plain, find: 'n/a', replace: '', wholeCell: true })
    assert.equal(whole('N/A'), '')
    assert.equal(whole('n/a?'), null)
    assert.equal(whole('n/a\n'), null)
  })

  it('means what it says, whatever signs it has', () => {
    const said = { ...plain, find: '1.5$ (net) [a|b] ^*+?{}\\/-', replace: "$& $1 $'" }
    assert.equal(replacing(said)(`x ${said.find} y`), `x ${said.replace} y`)
    assert.equal(replacing({ ...plain, find: '.' })('abc'), null)
  })

  it('is looked for in numbers and dates as they are written', () => {
    assert.equal(replacing({ ...plain, find: '.5', replace: '.25' })(2.5), '2.25')
    assert.equal(replacing({ ...plain, find: '2025', replace: '2026' })('2025-03-01'), '2026-03-01')
  })
})
