import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import type { ListedObject, ObjectStore, StoredObject } from './object-store.ts'

export interface OpenedStore {
  store: ObjectStore
  /** Up to this many bytes are stored in one go, and more in parts; the sizes of the tests hang on it. */
  partBytes: number
}

type Open = () => Promise<OpenedStore>

/** What every `ObjectStore` promises; `open` answers a new, empty one each time. */
export function objectStoreContract(open: Open): void {
  putting(open)
  reading(open)
  removing(open)
  listing(open)
}

function putting(open: Open): void {
  describe('putting', () => {
    const sizes: Record<string, (partBytes: number) => number> = {
      nothing: () => 0,
      'one byte': () => 1,
      'one byte less than a part': (part) => part - 1,
      'exactly a part': (part) => part,
      'one byte more than a part': (part) => part + 1,
      'exactly two parts': (part) => 2 * part,
      'many parts and a bit': (part) => 20 * part + 7,
    }
    for (const [what, sizeOf] of Object.entries(sizes)) {
      it(`gives back ${what}, byte for byte`, async () => {
        const { store, partBytes } = await open()
        const bytes = noise(sizeOf(partBytes))

        const stored = await store.put('key', inPieces(bytes, [1, 70_001, 3, 0, 17, 40_000]))

        const checksum = createHash('sha256').update(bytes).digest('hex')
        assert.deepEqual(stored, { key: 'key', size: bytes.length, checksum })
        assert.ok(bytes.equals(await contentOf(store, stored)))
      })
    }

    it('takes chunks that are larger than several parts, and many that are tiny', async () => {
      const { store, partBytes } = await open()
      const bytes = noise(5 * partBytes)

      const large = await store.put('large', inPieces(bytes, [bytes.length]))
      const tiny = await store.put('tiny', inPieces(bytes.subarray(0, 50_000), [1]))

      assert.ok(bytes.equals(await contentOf(store, large)))
      assert.ok(bytes.subarray(0, 50_000).equals(await contentOf(store, tiny)))
    })

    it('takes as many bytes as come, whatever was expected', async () => {
      const { store, partBytes } = await open()
      const bytes = noise(3 * partBytes + 1)
      for (const expected of [1, bytes.length, 1000 * bytes.length]) {
        const stored = await store.put(`expected ${expected}`, inPieces(bytes, [9999]), expected)
        assert.ok(bytes.equals(await contentOf(store, stored)))
      }
    })

    it('takes 40 at once, small and large', async () => {
      const { store, partBytes } = await open()
      const contents = Array.from({ length: 40 }, (_, n) => noise((n % 4) * partBytes + n))

      const stored = await Promise.all(
        contents.map((bytes, n) => store.put(`n${n}`, inPieces(bytes, [65_536]))),
      )

      for (const [n, object] of stored.entries()) {
        assert.ok(contents[n]?.equals(await contentOf(store, object)), `object ${n}`)
      }
    })

    for (const parts of [0, 0.5, 1, 3.5]) {
      it(`leaves nothing when its source fails after ${parts} parts, and passes the error on`, async () => {
        const { store, partBytes } = await open()
        // The kind of error that the way to a store could also have.
        const failure = Object.assign(new Error('cable pulled'), { code: 'ECONNRESET' })

        const put = store.put('key', failing(noise(parts * partBytes), failure))

        await assert.rejects(put, (error) => error === failure)
        assert.equal(await store.stat('key'), null)
        assert.deepEqual(await keysOf(store), [])
        assert.equal(await store.sweep(-60_000), 0, 'uploads that are still under way')
      })
    }

    for (const [what, parts] of [
      ['a small one', 0.5],
      ['one of many parts', 2.5],
    ] as const) {
      it(`does not replace what is there by ${what}`, async () => {
        const { store, partBytes } = await open()
        const first = await store.put('key', text('first'))

        const second = store.put('key', inPieces(noise(parts * partBytes), [65_536]))

        await assert.rejects(second, { code: 'files.name_taken' })
        assert.equal(String(await contentOf(store, first)), 'first')
        assert.equal(await store.sweep(-60_000), 0, 'uploads that are still under way')
      })
    }

    it('lets exactly one of many have a key', async () => {
      const { store } = await open()
      const puts = Array.from({ length: 10 }, (_, n) => store.put('key', text(`text ${n}`)))

      const results = await Promise.allSettled(puts)

      const won = results.filter((result) => result.status === 'fulfilled')
      assert.equal(won.length, 1)
      const [object] = won.map(({ value }) => value)
      assert.match(String(await contentOf(store, object!)), /^text \d$/)
    })

    for (const key of ['', 'a\nb', 'a\0', '\ud800', 'x'.repeat(513)]) {
      it(`refuses the key ${JSON.stringify(key.slice(0, 8))}`, async () => {
        const { store } = await open()
        const refused = { code: 'files.bad_name' }

        await assert.rejects(store.put(key, text('text')), refused)
        await assert.rejects(store.stat(key), refused)
        await assert.rejects(store.remove(['a', key]), refused)
      })
    }
  })
}

function reading(open: Open): void {
  describe('reading', () => {
    it('reads any range, also over the borders of parts', async () => {
      const { store, partBytes } = await open()
      const bytes = noise(3 * partBytes + 5)
      const object = await store.put('key', inPieces(bytes, [65_536]))
      const ranges = [
        [0, 1],
        [0, 0],
        [5, 5],
        [partBytes - 1, partBytes + 1],
        [partBytes, 2 * partBytes],
        [7, bytes.length],
        [bytes.length - 1, bytes.length],
        [bytes.length, bytes.length],
      ] as const

      for (const [start, end] of ranges) {
        const read = await contentOf(store, object, start, end)
        assert.ok(bytes.subarray(start, end).equals(read), `${start} to ${end}`)
      }
    })

    it('can be ended at any chunk, and read again', async () => {
      const { store, partBytes } = await open()
      const bytes = noise(8 * partBytes)
      const object = await store.put('key', inPieces(bytes, [65_536]))

      for (let n = 0; n < 10; n++) {
        for await (const chunk of store.read(object, 0, bytes.length)) {
          assert.ok(chunk.length > 0)
          break
        }
      }
      assert.ok(bytes.equals(await contentOf(store, object)))
    })

    it('says that there is nothing under a key', async () => {
      const { store } = await open()
      const object = { key: 'none', size: 3, checksum: '' }

      await assert.rejects(contentOf(store, object), { code: 'files.not_found' })
      await assert.rejects(contentOf(store, object, 1, 2), { code: 'files.not_found' })
      assert.equal(await store.stat('none'), null)
    })

    it('never hands out the whole of something else', async () => {
      const { store } = await open()
      const object = await store.put('key', text('something'))
      const others = [
        { ...object, checksum: 'f'.repeat(64) },
        { ...object, size: object.size - 1 },
        { ...object, size: object.size + 1 },
      ]

      for (const other of others) {
        let handedOut = 0
        const read = async () => {
          for await (const chunk of store.read(other, 0, other.size)) handedOut += chunk.length
        }
        await assert.rejects(read(), /bytes|as long as/)
        assert.ok(handedOut < other.size)
      }
    })

    it('notices at a range that the object is shorter or longer', async () => {
      const { store } = await open()
      const object = await store.put('key', text('something'))

      for (const size of [5, 8, 10, 100]) {
        await assert.rejects(contentOf(store, { ...object, size }, 1, 3), /as long as/)
      }
    })

    it('tells size and time', async () => {
      const { store, partBytes } = await open()
      const before = Date.now()
      await store.put('key', inPieces(noise(2 * partBytes + 3), [65_536]))
      const found = await store.stat('key')

      assert.equal(found?.key, 'key')
      assert.equal(found.size, 2 * partBytes + 3)
      assert.ok(Math.abs(found.modified - before) < 60_000)
    })
  })
}

function removing(open: Open): void {
  describe('removing', () => {
    it('removes some, also those that are not there, and leaves the others', async () => {
      const { store } = await open()
      for (const key of ['a', 'b', 'c']) await store.put(key, text(key))

      await store.remove(['a', 'none', 'c'])
      await store.remove(['a'])
      await store.remove([])

      assert.deepEqual(await keysOf(store), ['b'])
    })

    it('lets a key be used again', async () => {
      const { store } = await open()
      await store.put('a', text('first'))
      await store.remove(['a'])

      const object = await store.put('a', text('second'))

      assert.equal(String(await contentOf(store, object)), 'second')
    })
  })
}

function listing(open: Open): void {
  describe('listing', () => {
    it('shows more than fit on a page, in order, from any key on; and removes them all', async () => {
      const { store } = await open()
      const keys = Array.from({ length: 1100 }, (_, n) => `k${String(n).padStart(4, '0')}`)
      for (let at = 0; at < keys.length; at += 50) {
        await Promise.all(keys.slice(at, at + 50).map((key) => store.put(key, text(key))))
      }

      assert.deepEqual(await keysOf(store), keys)
      assert.deepEqual(await keysOf(store, 'k0499'), keys.slice(500))
      assert.deepEqual(await keysOf(store, 'k0499x'), keys.slice(500))
      assert.deepEqual(await keysOf(store, 'k1099'), [])

      await store.remove(keys)
      assert.deepEqual(await keysOf(store), [])
    })

    it('keeps keys of any letters as they are', async () => {
      const { store } = await open()
      const keys = [
        '!"#$%&\'()*+,-.',
        '%2F',
        'a b',
        'a+b',
        'a/b//c',
        'ä\u0308ß',
        'naïve 漢字 🙂',
        '[]{}|\\^`~',
        '<a href="&amp;">',
        '=?@:;',
        'x'.repeat(512),
      ]
      const stored: StoredObject[] = []
      for (const key of keys) stored.push(await store.put(key, text(key)))

      for (const object of stored) {
        assert.equal(String(await contentOf(store, object)), object.key)
        assert.equal((await store.stat(object.key))?.size, object.size)
      }
      assert.deepEqual(await keysOf(store), inByteOrder(keys))
      await store.remove(keys)
      assert.deepEqual(await keysOf(store), [])
    })

    it('tells size and time of each', async () => {
      const { store } = await open()
      await store.put('a', text('12345'))
      const [found] = await listed(store)

      assert.equal(found?.size, 5)
      assert.ok(Math.abs(found.modified - Date.now()) < 60_000)
    })
  })
}

async function contentOf(
  store: ObjectStore,
  object: StoredObject,
  start = 0,
  end = object.size,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of store.read(object, start, end)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function listed(store: ObjectStore, after: string | null = null): Promise<ListedObject[]> {
  const found: ListedObject[] = []
  for await (const one of store.keys(after)) found.push(one)
  return found
}

async function keysOf(store: ObjectStore, after: string | null = null): Promise<string[]> {
  return (await listed(store, after)).map(({ key }) => key)
}

function inByteOrder(keys: string[]): string[] {
  return keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
}

/** Differs at every place, so that nothing can be exchanged unnoticed. */
function noise(size: number): Buffer {
  const bytes = Buffer.alloc(size)
  let state = size + 1
  for (let at = 0; at < size; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}

/** Pieces of these sizes in turn. */
async function* inPieces(bytes: Buffer, sizes: number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const size = sizes[n % sizes.length] ?? 1
    yield bytes.subarray(at, at + size)
    at += size
  }
}

async function* text(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content)
}

async function* failing(bytes: Buffer, failure: Error): AsyncGenerator<Uint8Array> {
  yield* inPieces(bytes, [10_000])
  throw failure
}
