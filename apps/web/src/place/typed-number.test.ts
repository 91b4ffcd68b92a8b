import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { numberSigns, typedFigures, typedNumber, typedNumberText } from './typed-number.ts'

describe('a number as people write it', () => {
  it('has the signs of the place', () => {
    assert.equal(typedNumber('3,5', 'de-DE'), 3.5)
    assert.equal(typedNumber('1.234,5', 'de-DE'), 1234.5)
    assert.equal(typedNumber('1.234', 'de-DE'), 1234)
    assert.equal(typedNumber('1,234.5', 'en-US'), 1234.5)
    assert.equal(typedNumber('1,234', 'en-US'), 1234)
    assert.equal(typedNumber('1 234 567,25', 'fr-FR'), 1234567.25)
    assert.equal(typedNumber('1’234.5', 'de-CH'), 1234.5)
    assert.deepEqual(numberSigns('de-DE'), { decimal: ',', group: '.' })
  })

  it('may have the other sign for its fraction where that can be no thousand', () => {
    assert.equal(typedNumber('3.5', 'de-DE'), 3.5)
    assert.equal(typedNumber('3,5', 'en-US'), 3.5)
    assert.equal(typedNumber('1234.567', 'de-DE'), 1234.567)
  })

  it('may have a sign, a bare fraction and an exponent', () => {
    assert.equal(typedNumber(' −7 ', 'en-US'), -7)
    assert.equal(typedNumber('+7', 'en-US'), 7)
    assert.equal(typedFigures(',5', 'de-DE'), '0.5')
    assert.equal(typedFigures('-5,', 'de-DE'), '-5')
    assert.equal(typedNumber('1e3', 'en-US'), 1000)
  })

  it('keeps all the figures that were typed', () => {
    assert.equal(typedFigures('12.345.678.901.234.567,10', 'de-DE'), '12345678901234567.10')
  })

  it('is nothing else', () => {
    for (const text of ['', '-', ',', 'ten', '1,2,3', '1.23.456', '3 days', '1e999', '0x10'])
      assert.equal(typedNumber(text, 'en-US'), null, text)
  })

  it('is written so that it can be read again, at every place', () => {
    assert.equal(typedNumberText(1234.5, 'de-DE'), '1234,5')
    for (const locale of ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'ar-EG', 'hi-IN', 'pt-BR'])
      for (const number of [0, -3.25, 1234.567, 1e21, 123456])
        assert.equal(typedNumber(typedNumberText(number, locale), locale), number, locale)
  })
})
