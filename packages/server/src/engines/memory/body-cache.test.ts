import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
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

  it('keeps what was sent in pieces once all of it was taken', async () => {
    const cache = bodyCache(800)
    const sent = cache.keepSent(one, 'films', made, piecesOf(10, 20))

    await sent.next()
    await sent.next()
    assert.equal(cache.get(one, 'films'), null)
    await sent.next()

    assert.deepEqual(cache.get(one, 'films'), { ...made, body: bytes(30) })
  })

  it('keeps the bytes also when the sender frees the memory of its pieces', async () => {
    const cache = bodyCache(800)
    for await (const { buffer } of cache.keepSent(one, 'films', made, piecesOf(10, 20))) {
      if (buffer instanceof ArrayBuffer) buffer.transfer(0)
    }

    assert.deepEqual(cache.get(one, 'films')?.body, bytes(30))
  })

  it('keeps nothing of what is too long, given up or broken off', async () => {
    const cache = bodyCache(80)
    await Array.fromAsync(cache.keepSent(one, 'long', made, piecesOf(5, 5, 1)))
    const left = cache.keepSent(one, 'left', made, piecesOf(5, 1))
    await left.next()
    await left.return?.()
    const broken = cache.keepSent(one, 'broken', made, failing())
    await assert.rejects(Array.fromAsync(broken), /broken/)

    for (const key of ['long', 'left', 'broken']) assert.equal(cache.get(one, key), null, key)
    // None of it is counted any more.
    for (let n = 0; n < 8; n++) cache.set(one, `t${n}`, kept('x'.repeat(10)))
    assert.ok(cache.get(one, 't0'))
  })

  it('counts what is being collected, and collects no more than a part of what it may hold', async () => {
    const cache = bodyCache(80)
    for (let n = 0; n < 8; n++) cache.set(one, `t${n}`, kept('x'.repeat(10)))
    const streams = ['a', 'b', 'c'].map((key) => cache.keepSent(one, key, made, piecesOf(10)))
    for (const stream of streams) await stream.next()

    assert.deepEqual([cache.get(one, 't1'), cache.get(one, 't2')?.body.length], [null, 10])
    for (const stream of streams) await stream.next()
    assert.ok(cache.get(one, 'b'))
    assert.equal(cache.get(one, 'c'), null)
  })

  it('packs a body once, beside everything else, and counts that, too', async () => {
    const cache = bodyCache(8_000_000)
    const body = bytes(900_000)
    cache.set(one, 'films', { ...made, body })
    cache.set(one, 'old', { ...made, body: bytes(10) })
    assert.equal(cache.packed(body, 'gzip'), null)

    let packed = cache.packed(body, 'gzip')
    while (!packed) {
      await nextTurn()
      packed = cache.packed(body, 'gzip')
    }

    assert.deepEqual(new Uint8Array(gunzipSync(packed)), body)
    assert.equal(cache.packed(body, 'gzip'), packed)
    // As it still holds, it is not packed anew.
    cache.set(one, 'films', { ...made, commits: 2, body })
    assert.equal(cache.packed(body, 'gzip'), packed)
    assert.equal(cache.get(one, 'films')?.commits, 2)
    cache.set(one, 'films', { ...made, revision: 2, body: bytes(5) })
    assert.equal(cache.packed(body, 'gzip'), null)
  })

  it('packs nothing that it does not keep', () => {
    assert.equal(bodyCache().packed(bytes(10), 'gzip'), null)
  })
})

const made = { revision: 1, commits: 1 }

function bytes(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(length).fill(120)
}

async function* piecesOf(...lengths: number[]): AsyncGenerator<Buffer<ArrayBuffer>> {
  for (const length of lengths) yield Buffer.from(bytes(length).buffer)
}

async function* failing(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(5)
  throw new Error('broken')
}
