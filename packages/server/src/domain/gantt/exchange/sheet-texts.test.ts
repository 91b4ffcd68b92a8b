import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noSchedule } from '@triptych/contract/schedule'
import {
  amountIn,
  dateOfEnd,
  endIn,
  fieldCell,
  fieldIn,
  lengthText,
  minutesOf,
} from './cell-texts.ts'
import { peopleIn, peopleText, predecessorsIn, predecessorsText } from './list-texts.ts'

describe('a length in a table', () => {
  it('is written in the largest unit that it fills', () => {
    for (const [minutes, isElapsed, text] of [
      [1440, false, '3d'],
      [240, false, '0.5d'],
      [150, false, '2.5h'],
      [100, false, '100m'],
      [0, false, '0d'],
      [4320, true, '3ed'],
      [90, true, '1.5eh'],
    ] as const) {
      assert.equal(lengthText(minutes, isElapsed, noSchedule), text)
      assert.equal(minutesOf(amountIn(text)!, noSchedule), minutes)
    }
  })

  it('is read in words, too', () => {
    for (const [text, value, unit] of [
      ['3', 3, null],
      ['3 days', 3, 'd'],
      ['3 days?', 3, 'd'],
      ['2 wks', 2, 'w'],
      ['1 mon', 1, 'mo'],
      ['5 emins', 5, 'em'],
      ['2 edays', 2, 'ed'],
      ['-50%', -50, '%'],
      ['+5e%', 5, 'e%'],
    ] as const) {
      assert.deepEqual(amountIn(text), { value, unit }, text)
    }
    for (const text of ['', 'd', '3 moons', '3e', '1,5d', '0x3d', `3${' '.repeat(1e6)}d`]) {
      assert.equal(amountIn(text), null, text.slice(0, 20))
    }
  })
})

describe('a day in a table', () => {
  it('of a finish is meant with all of it', () => {
    assert.deepEqual(dateOfEnd('2026-03-01T00:00:00'), { type: 'date', value: '2026-02-28' })
    assert.equal(endIn('2026-02-28'), '2026-03-01T00:00:00')
    assert.equal(endIn('2026-02-28 00:00'), '2026-02-28T00:00:00')
    assert.equal(endIn('2026-02-30'), null)
  })
})

describe('predecessors in a table', () => {
  it('are written as they are read', () => {
    for (const text of ['3', '3FS+2d, 5SS-1d, 7FF+50%', '1SF', '12FF-1.5emo, 3FS+0d']) {
      assert.equal(predecessorsText(predecessorsIn(text) as []), text)
    }
    assert.equal(
      predecessorsText(predecessorsIn(' 3fs + 2 days;4 ;; 5 ss-1') as []),
      '3FS+2d, 4, 5SS-1d',
    )
  })

  it('that cannot be read are told', () => {
    for (const text of ['x', '3XX', '3FS2d', '3FS+', '3FS+2y', '-3', '3 4']) {
      assert.equal(predecessorsIn(`1, ${text}`), text)
    }
    assert.equal(typeof predecessorsIn(`3${' '.repeat(1e6)}x`), 'string')
  })
})

describe('people in a table', () => {
  it('are written as they are read', () => {
    for (const text of [
      '',
      'Ann',
      'Ann[50%]; Bob',
      '"a;b"[33.3%]; "say ""x"""; Cy, D',
      '" "; ""',
    ]) {
      assert.equal(peopleText(peopleIn(text)!), text)
    }
    assert.equal(peopleText(peopleIn(' Ann [ 50 ] ;; Bob ; ')!), 'Ann[50%]; Bob')
  })

  it('that cannot be read are refused, however long they are', () => {
    const spaces = ' '.repeat(1e6)
    for (const text of ['Ann[x]', 'Ann]', '"Ann', 'a"b"', 'Ann[50%] x']) {
      assert.equal(peopleIn(text), null, text)
      assert.equal(peopleIn(`${spaces}${text}`), null)
    }
    assert.equal(peopleIn(`a${spaces}"`), null)
    assert.equal(peopleIn(`a[5${spaces}x`), null)
    assert.equal(peopleIn('a;'.repeat(1e5))?.length, 1e5)
  })
})

describe('a field in a table', () => {
  it('is what it was, and what it looks like where nothing is lost', () => {
    for (const value of [
      'a',
      '',
      '5',
      5,
      'true',
      true,
      null,
      'null',
      '"',
      '"a"',
      '{',
      { a: [1] },
      '1.0',
    ]) {
      const cell = fieldCell(value)
      assert.deepEqual(typeof cell === 'string' ? fieldIn(cell) : cell, value)
    }
    assert.deepEqual(['5', '-1.5', 'TRUE', '0049', '1e5', '1.0'].map(fieldIn), [
      5,
      -1.5,
      true,
      '0049',
      '1e5',
      '1.0',
    ])
  })
})
