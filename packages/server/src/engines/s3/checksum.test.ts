import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { checksumLike, joinedChecksum } from './checksum.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

function digestOf(kind: string, ...chunks: string[]): string {
  const checksum = checksumLike(kind)
  for (const chunk of chunks) checksum.update(Buffer.from(chunk))
  return checksum.digest()
}

describe('the checksum of an object', () => {
  it('is that of all bytes, or of its parts, as another one is', () => {
    const parts = joinedChecksum(['abcd', 'efgh', 'i'].map(sha256), 4)

    assert.equal(digestOf(sha256(''), 'abc', 'defghi'), sha256('abcdefghi'))
    assert.match(parts, /^[\da-f]{64}-4$/)
    assert.equal(digestOf(parts, 'abcdefghi'), parts)
  })

  it('of parts is the same however the bytes come', () => {
    const parts = joinedChecksum(['abcd', 'efgh'].map(sha256), 4)

    assert.equal(digestOf(parts, 'abcdefgh'), parts)
    assert.equal(digestOf(parts, 'a', 'bcd', 'e', '', 'fgh'), parts)
    assert.notEqual(digestOf(parts, 'abcdefgi'), parts)
  })
})
