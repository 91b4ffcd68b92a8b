import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { tones, toneOf, toneOfState } from './tones.ts'

const named = (name: string) => tones.findIndex((one) => one.name === name)

describe('the colours of a plan', () => {
  it('are those of people: the one that was chosen, else always the same by their name', () => {
    assert.equal(toneOf({ name: 'Ann', color: '#7b3fc4' }), named('Purple'))
    assert.equal(toneOf({ name: 'Ann', color: 'nonsense' }), toneOf({ name: 'Ann' }))
  })

  it('are those of states', () => {
    const now = new Date(2026, 5, 10)
    const tone = (end: number, progress: number) =>
      tones[toneOfState({ end: new Date(2026, 5, end), progress }, now)]?.name
    assert.deepEqual(
      [tone(5, 100), tone(5, 50), tone(20, 50), tone(20, 0)],
      ['Green', 'Red', 'Blue', 'Grey'],
    )
  })

  it('have white letters that can be read, and stand in the style, too', () => {
    const style = readFileSync(new URL('chart/colours.css', import.meta.url), 'utf8')
    for (const [index, { name, color }] of tones.entries()) {
      assert.ok(contrast(color) >= 4.5, `${name} ${contrast(color)}`)
      assert.match(style, new RegExp(`data-tone='${index}'[^}]*${color}`))
    }
  })
})

/** With white, as WCAG has it. */
function contrast(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
