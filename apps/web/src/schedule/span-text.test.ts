import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lagFields, lagText, lengthOf, lengthText, spanOf, spanText } from './span-text.ts'

const office = { minutesPerDay: 480, minutesPerWeek: 2400, daysPerMonth: 20 }

describe('a span of time as people write it', () => {
  it('is a number with a unit; alone it is so many days', () => {
    assert.deepEqual(spanOf('2d'), { amount: 2, unit: 'd' })
    assert.deepEqual(spanOf(' -1,5 H '), { amount: -1.5, unit: 'h' })
    assert.deepEqual(spanOf('50%'), { amount: 50, unit: '%' })
    assert.deepEqual(spanOf('3'), { amount: 3, unit: 'd' })
    assert.deepEqual(spanOf('1 week'), { amount: 1, unit: 'w' })
    assert.deepEqual(spanOf('2 Months'), { amount: 2, unit: 'mo' })
    assert.equal(spanText({ amount: -1, unit: 'ed' }), '-1ed')
  })

  it('is nothing else', () => {
    for (const text of ['', 'd', '2 years', '1e3', '--1d', '2d 3h'])
      assert.equal(spanOf(text), null)
  })

  it('is the lag of a link, where nothing is none', () => {
    assert.deepEqual(lagFields('-50%'), { lag: -50, lagUnit: '%' })
    assert.deepEqual(lagFields(' '), { lag: 0, lagUnit: 'd' })
    assert.equal(lagFields('soon'), null)
    assert.equal(lagText({ lag: 2 }), '2d')
    assert.equal(lagText({ lag: -1, lagUnit: 'ew' }), '-1ew')
    assert.equal(lagText({ lag: 0, lagUnit: 'h' }), '')
  })

  it('is a length by what a day and a week are here', () => {
    assert.deepEqual(lengthOf('3d', office), { length: 1440, elapsed: false })
    assert.deepEqual(lengthOf('1w', office), { length: 2400, elapsed: false })
    assert.deepEqual(lengthOf('1mo', office), { length: 9600, elapsed: false })
    assert.deepEqual(lengthOf('3ed', office), { length: 4320, elapsed: true })
    for (const text of ['-1d', '50%', 'e%', 'long']) assert.equal(lengthOf(text, office), null)
  })

  it('is written in the largest unit that is whole, up to days', () => {
    assert.equal(lengthText({ length: 960, elapsed: false }, office), '2d')
    assert.equal(lengthText({ length: 240, elapsed: false }, office), '4h')
    assert.equal(lengthText({ length: 90, elapsed: false }, office), '90m')
    assert.equal(lengthText({ length: 2880, elapsed: true }, office), '2ed')
    assert.equal(lengthText({ length: 0, elapsed: false }, office), '0d')
  })
})
