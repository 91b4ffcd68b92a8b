import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { colourOf, huesOf, pictureOf } from './picture.ts'

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

  it('can be read in every colour', () => {
    for (let hue = 0; hue < 360; hue++) {
      const [, saturation, lightness] = colourOf(hue)
        .match(/(\d+)% (\d+)%/)!
        .map(Number)
      const light = luminance(hue, saturation! / 100, lightness! / 100)
      assert.ok(1.05 / (light + 0.05) >= 4.5, `${hue}`)
    }
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

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(hue: number, saturation: number, lightness: number): number {
  const spread = saturation * Math.min(lightness, 1 - lightness)
  const parts = [0, 8, 4].map((shift) => {
    const k = (shift + hue / 30) % 12
    const part = lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * parts[0]! + 0.7152 * parts[1]! + 0.0722 * parts[2]!
}
