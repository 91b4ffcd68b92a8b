import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { huesOf, pictureOf } from './picture.ts'

const initials = (name: string) => pictureOf(name).initials

describe('the picture of a person', () => {
  it('has the first letters of the first and the last name', () => {
    assert.deepEqual(['Ada', 'ada de  Lovelace ', '李 雷', '🦊 Fox', ''].map(initials), [
      'A',
      'AL',
      '李雷',
      '🦊F',
      '',
    ])
  })

  it('has one colour for all ways in which the letters of a name are written', () => {
    assert.equal(pictureOf('Ada Lovelace').hue, pictureOf('ada LOVELACE').hue)
    assert.notEqual(pictureOf('Ada Lovelace').hue, pictureOf('Bob').hue)
  })

  it('has a colour of its own among others', () => {
    const names = ['Ada', 'Bob', 'Cem', 'Dana', 'Emil', 'Fay', 'Guy', 'Ida']
    const hues = [...huesOf(names).values()]
    for (const [index, hue] of hues.entries()) {
      for (const other of hues.slice(index + 1)) {
        const apart = Math.abs(hue - other)
        assert.ok(Math.min(apart, 360 - apart) >= 25, `${hue} ${other}`)
      }
    }
    assert.deepEqual(huesOf(names.toReversed()), huesOf(names))
    // Alone, one looks as everywhere else.
    assert.equal(huesOf(['Ada']).get('Ada'), pictureOf('Ada').hue)
  })
})
