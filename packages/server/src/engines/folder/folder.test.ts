import assert from 'node:assert/strict'
import { lstatSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { entryOf } from './folder.ts'

describe('an entry', () => {
  const base = mkdtempSync(join(tmpdir(), 'entry-'))
  after(() => rmSync(base, { recursive: true, force: true }))

  it('is the same from small and from large numbers', () => {
    for (const [index, time] of [0, 1, 1e9, 1_700_000_000.123, 4e9].entries()) {
      const path = join(base, String(index))
      writeFileSync(path, 'x'.repeat(index))
      utimesSync(path, time, time)

      assert.deepEqual(entryOf(lstatSync(path, { bigint: true })), entryOf(lstatSync(path)))
    }
    assert.deepEqual(entryOf(lstatSync(base, { bigint: true })), entryOf(lstatSync(base)))
  })

  it('has an inode of its own where a number would round two to the same', () => {
    const stats = lstatSync(base, { bigint: true })
    const of = (ino: bigint) => entryOf(Object.assign(Object.create(stats), { ino })).inode
    // As NTFS makes them: how often the place was used, and the place.
    const first = (1000n << 48n) | 1_000_000n

    assert.equal(Number(first), Number(first + 1n))
    const inodes = Array.from({ length: 5000 }, (_, n) => of(first + BigInt(n)))
    assert.equal(new Set(inodes).size, 5000)
    assert.notEqual(of(first), of(first + (1n << 48n)))
    assert.ok(inodes.every(Number.isSafeInteger))
  })
})
