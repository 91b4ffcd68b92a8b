import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { choiceColors } from '@triptych/contract/choices'
import type { ChoiceColor } from '@triptych/contract/choices'
import { hueOfText, nextColor, palette } from './choice-colors.ts'
import { newChoices } from './choice-drafts.ts'

describe('the colour of a new choice', () => {
  it('is one that no other has, as long as there are any', () => {
    const made: { text: string; color: ChoiceColor }[] = []
    while (made.length < 24) made.push({ text: 'x', color: nextColor(made) })
    const all = choiceColors.toSorted()
    for (const part of [made.slice(0, 12), made.slice(12)]) {
      assert.deepEqual(part.map(({ color }) => color).toSorted(), all)
    }
  })

  it('is far from those that go by their text, too', () => {
    for (const text of ['open', 'done', 'In work', 'später']) {
      const [hue] = palette[nextColor([{ text, color: null }])]
      const apart = Math.abs(hue - hueOfText(text))
      assert.ok(Math.min(apart, 360 - apart) >= 40, `${text}: ${apart}`)
    }
  })

  it('is another for each of several that are typed or pasted together', () => {
    const first = newChoices('open, done', [])
    const all = [...first, ...newChoices('late\nnever', first)]
    assert.equal(new Set(all.map(({ color }) => color)).size, 4)
  })
})
