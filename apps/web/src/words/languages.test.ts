import assert from 'node:assert/strict'
import { it } from 'node:test'
import { languageFor } from './languages.ts'

it('the language is the first of the browser that the page has', () => {
  assert.equal(languageFor(['fr-FR', 'de-CH', 'en-GB']), 'de')
  assert.equal(languageFor(['EN-us', 'de']), 'en')
})

it('the language is English where the page has none of the browser', () => {
  assert.equal(languageFor(['fr', 'den-CA']), 'en')
  assert.equal(languageFor([]), 'en')
})
