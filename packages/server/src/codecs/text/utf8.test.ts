import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeUtf8 } from './utf8.ts'

describe('decodeUtf8', () => {
  it('answers the text', () => {
    for (const text of ['', 'abc', 'é ሴ 🎬', '\ufeff{}', '\u0000']) {
      assert.equal(decodeUtf8(new TextEncoder().encode(text), 'It'), text)
    }
    assert.equal(decodeUtf8(new Uint8Array([0xff, 0x61, 0xff]).subarray(1, 2), 'It'), 'a')
  })

  it('refuses bytes that are not UTF-8', () => {
    for (const bytes of [
      [0xff],
      [0xc3],
      [0xc0, 0xaf],
      [0xed, 0xa0, 0x80],
      [0xf5, 0x80, 0x80, 0x80],
      [0x80],
    ]) {
      const error = { code: 'body.malformed', message: 'A field is not UTF-8.' }
      assert.throws(() => decodeUtf8(new Uint8Array([0x22, ...bytes]), 'A field'), error)
    }
  })
})
