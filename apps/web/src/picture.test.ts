import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pictureOf } from './picture.ts'

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
})
