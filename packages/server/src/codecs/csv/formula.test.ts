import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chosenSeed, seededRandom } from '../../../test/fixtures/seeded-random.ts'
import { neutraliseFormula, restoreFormula } from './formula.ts'

describe('text for a spreadsheet', () => {
  it('has an apostrophe before what would be a formula', () => {
    for (const text of [
      "=cmd|'/C calc'!A0",
      '+1',
      '-2',
      '@x',
      '\tx',
      '\rx',
      '=',
      '-',
      '\n=1',
      '＝1',
      '－2',
      '＋',
      '＠x',
      ';=1',
      ',;|+1',
    ]) {
      assert.equal(neutraliseFormula(text), `'${text}`)
      assert.equal(restoreFormula(`'${text}`), text)
    }
  })

  it('stays as it is when it is none', () => {
    for (const text of ['', 'a', '5', ' =1', ';', ';a', 'a;=1', "'", "'a", "it's", 'a=b', '1-2']) {
      assert.equal(neutraliseFormula(text), text)
      assert.equal(restoreFormula(text), text)
    }
  })

  it('gets one more apostrophe when it has some of its own before a formula', () => {
    assert.equal(neutraliseFormula("'=1"), "''=1")
    assert.equal(neutraliseFormula("'''@"), "''''@")
  })

  it('never begins like a formula, and always comes back', () => {
    const seed = chosenSeed()
    const random = seededRandom(seed)
    for (let round = 0; round < 20_000; round++) {
      const signs = Array.from({ length: random.between(0, 5) }, () =>
        random.pick(["'", '=', '+', '-', '@', '\t', '\r', '\n', '＝', ';', 'a', '1']),
      )
      const text = signs.join('')
      const safe = neutraliseFormula(text)
      assert.doesNotMatch(safe, /^[;,|]*[=+\-@\t\r\n＝＋－＠]/, `seed ${seed}`)
      assert.equal(restoreFormula(safe), text, `seed ${seed}`)
    }
  })
})
