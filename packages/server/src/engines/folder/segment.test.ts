import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decoded, nameText, segmentOf } from './segment.ts'
import { chosenSeed, seededRandom } from '../../../test/fixtures/seeded-random.ts'

describe('the text of a name', () => {
  it('is the name itself where that is UTF-8', () => {
    for (const name of ['a', 'é', 'e\u0301', '🎉', '\uFFFD', '\uEF7F\uF000', '\uE000', 'a\nb']) {
      assert.equal(nameText(name), name)
      assert.equal(segmentOf(name), name)
    }
  })

  it('has one letter for each byte that is no UTF-8', () => {
    assert.equal(nameText(Buffer.of(0x61, 0xff, 0x62)), 'a\uEFFFb')
    assert.equal(nameText(Buffer.of(0xc3)), '\uEFC3')
    assert.equal(nameText(Buffer.of(0xc3, 0x28)), '\uEFC3(')
    // A surrogate, an overlong slash and a cut emoji: none of them is UTF-8.
    assert.equal(nameText(Buffer.of(0xed, 0xa0, 0x80)), '\uEFED\uEFA0\uEF80')
    assert.equal(nameText(Buffer.of(0xc0, 0xaf)), '\uEFC0\uEFAF')
    assert.equal(nameText(Buffer.of(0xf0, 0x9f, 0x8e)), '\uEFF0\uEF9F\uEF8E')
  })

  it('escapes the letters it escapes with', () => {
    assert.equal(nameText('a\uEF80'), 'a\uEFEE\uEFBE\uEF80')
    assert.equal(segmentOf('a\uEFEE\uEFBE\uEF80'), 'a\uEF80')
  })

  it('refuses a second text for the same name', () => {
    for (const text of ['\uEFC3\uEFA9', 'a\uEFF0\uEF9F\uEF8E\uEF89']) {
      assert.throws(() => segmentOf(text), { code: 'files.bad_name' })
    }
  })

  it('leads back to the same bytes, and never to those of another name', () => {
    const seen = new Map<string, string>()
    for (let turn = 0; turn < 20_000; turn += 1) {
      const bytes = randomName()
      const text = nameText(decoded(bytes))

      assert.ok(text.isWellFormed())
      assert.ok(bytes.equals(Buffer.from(segmentOf(text))), bytes.toString('hex'))
      assert.equal(seen.get(text) ?? bytes.toString('hex'), bytes.toString('hex'))
      seen.set(text, bytes.toString('hex'))
    }
  })
})

const random = seededRandom(chosenSeed())
const interesting = [
  0x61, 0x80, 0xbf, 0xc3, 0xa9, 0xee, 0xbe, 0xbf, 0xed, 0xa0, 0xf0, 0x9f, 0x8e, 0xff,
]

/** Mostly of bytes that begin, continue or spoil a letter, so that all borders are met. */
function randomName(): Buffer {
  const length = random.between(1, 9)
  return Buffer.from(
    Array.from({ length }, () => {
      const any = random.between(1, 255)
      return random.next() < 0.2 ? any : (interesting[any % interesting.length] ?? any)
    }),
  )
}
