import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openSqliteDatabase } from '../sqlite/database.ts'
import { bodyCache } from './body-cache.ts'

const one = openSqliteDatabase(':memory:')
const other = openSqliteDatabase(':memory:')
const kept = (body: string) => ({ revision: 1, commits: 1, body })

describe('the body cache', () => {
  it('keeps the bodies of two databases apart', () => {
    const cache = bodyCache()
    cache.set(one, 'films', kept('a'))

    assert.equal(cache.get(one, 'films')?.body, 'a')
    assert.equal(cache.get(other, 'films'), null)
  })

  it('drops the oldest when there is no room', () => {
    const cache = bodyCache(80)
    for (let n = 0; n < 10; n++) cache.set(one, `t${n}`, kept('x'.repeat(10)))

    assert.equal(cache.get(one, 't0'), null)
    assert.equal(cache.get(one, 't1'), null)
    assert.ok(cache.get(one, 't2'))
  })

  it('makes room again when a body is replaced', () => {
    const cache = bodyCache(80)
    for (let n = 0; n < 8; n++) cache.set(one, `t${n}`, kept('x'.repeat(10)))
    for (let n = 0; n < 50; n++) cache.set(one, 't7', kept('y'.repeat(10)))

    assert.ok(cache.get(one, 't0'))
  })

  it('does not take a body that would push out most others', () => {
    const cache = bodyCache(80)
    cache.set(one, 'small', kept('x'))
    cache.set(one, 'large', kept('x'.repeat(11)))

    assert.equal(cache.get(one, 'large'), null)
    assert.ok(cache.get(one, 'small'))
  })
})
