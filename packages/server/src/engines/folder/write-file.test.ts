import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { inPieces, noise } from '../../ports/safe-folder.contract.ts'
import { writeAll } from './write-file.ts'

describe('writing a file', () => {
  const base = mkdtempSync(join(tmpdir(), 'write-all-'))
  after(() => rmSync(base, { recursive: true, force: true }))

  it('holds little more than 1 MiB that is not written yet', async () => {
    const path = join(base, 'held')
    const file = await open(path, 'wx')
    const chunk = noise(65_536)
    let given = 0
    let most = 0
    await writeAll(
      file,
      (async function* () {
        for (; given < 200; given += 1) {
          most = Math.max(most, given * chunk.length - statSync(path).size)
          yield chunk
        }
      })(),
    )
    await file.close()

    assert.equal(statSync(path).size, 200 * chunk.length)
    assert.ok(most <= 1024 * 1024 + chunk.length, `${most} bytes`)
  })

  it('goes on where a call has written only part of what it was given', async () => {
    const path = join(base, 'partly')
    const file = await open(path, 'wx')
    const bytes = noise(1_500_000)
    const writev = file.writev.bind(file)
    // As a nearly full disk does it.
    const stingy = Object.assign(file, {
      writev: (chunks: Uint8Array[]) => writev([Buffer.concat(chunks).subarray(0, 100_001)]),
    })

    await writeAll(stingy, inPieces(bytes, [65_536]))
    await file.close()

    assert.ok(bytes.equals(readFileSync(path)))
  })

  it('releases each piece once, and only when it is written', async () => {
    const path = join(base, 'released')
    const file = await open(path, 'wx')
    const pieces = Array.from({ length: 40 }, (_, n) => noise(30_000 + n))
    const expected = Buffer.concat(pieces)
    const released: Uint8Array[] = []
    let bytes = 0
    await writeAll(
      file,
      (async function* () {
        yield* pieces
      })(),
      (piece) => {
        released.push(piece)
        bytes += piece.length
        assert.ok(statSync(path).size >= bytes)
        piece.fill(0)
      },
    )
    await file.close()

    assert.deepEqual(released, pieces)
    assert.ok(expected.equals(readFileSync(path)))
  })

  it('releases nothing that it could not write', async () => {
    const file = await open(join(base, 'kept'), 'wx')
    await file.close()
    const released: Uint8Array[] = []

    const writing = writeAll(file, inPieces(noise(300_000), [65_536]), (piece) =>
      released.push(piece),
    )

    await assert.rejects(writing, { code: 'EBADF' })
    assert.deepEqual(released, [])
  })

  it('stops its source when a write fails', async () => {
    const file = await open(join(base, 'stopped'), 'wx')
    await file.close()
    let hasEnded = false
    const source = (async function* () {
      try {
        for (;;) yield noise(65_536)
      } finally {
        hasEnded = true
      }
    })()

    await assert.rejects(writeAll(file, source), { code: 'EBADF' })
    assert.ok(hasEnded)
  })
})
