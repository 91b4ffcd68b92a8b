import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plainText } from './plain-text.ts'

describe('what texts are compared by in a search', () => {
  it('has neither letter case nor accents, however they are written', () => {
    const texts = { Grün: 'grun', 'Gru\u0308n': 'grun', CAFÉ: 'cafe', Ångström: 'angstrom' }
    const others = { Straße: 'strasse', Søren: 'soren', Łódź: 'lodz', İstanbul: 'istanbul' }
    for (const [text, plain] of Object.entries({ ...texts, ...others })) {
      assert.equal(plainText(text), plain)
    }
    assert.equal(plainText('ΟΔΟΣ'), plainText('Οδός'))
  })

  it('keeps signs that make another letter of one, and all that is no letter', () => {
    for (const text of ['が', 'か', 'क', 'की', '한', '会议 😀', '100 % _ \\']) {
      assert.equal(plainText(text), text)
    }
    assert.notEqual(plainText('が'), plainText('か'))
  })
})
