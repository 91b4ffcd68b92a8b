import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { repeatedKeys } from './repeated-keys.ts'

function pagesOf(keys: (string | null)[]): () => AsyncIterable<(string | null)[]> {
  return async function* () {
    for (let start = 0; start < keys.length; start += 1000) yield keys.slice(start, start + 1000)
  }
}

describe('repeated keys', () => {
  it('are all that come more than once, and null is none', async () => {
    const keys = ['a', 'b', null, 'a', 'c', null, 'c', 'c', '']

    assert.deepEqual(await repeatedKeys(pagesOf(keys)), new Set(['a', 'c']))
    assert.deepEqual(await repeatedKeys(pagesOf([])), new Set())
    assert.deepEqual(await repeatedKeys(pagesOf([null, null])), new Set())
  })

  it('are told from those that only share a mark', async () => {
    const keys = Array.from({ length: 50_000 }, (_, n) => `key ${n}`)

    assert.deepEqual(await repeatedKeys(pagesOf(keys)), new Set())
    const once = [...keys, 'key 4', 'key 49999']
    assert.deepEqual(await repeatedKeys(pagesOf(once)), new Set(['key 4', 'key 49999']))
  })
})
