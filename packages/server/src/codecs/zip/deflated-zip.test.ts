import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { deflatedZip, type ZipPart } from './deflated-zip.ts'
import { centralHeader, dataDescriptor, localHeader } from './zip-records.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-deflated-'))
after(() => rmSync(folder, { recursive: true }))

const modified = new Date('2026-03-01T09:30:20Z')
const withoutPython = { skip: spawnSync('python3', ['-V']).error && 'python3 is not here' }

describe('deflatedZip', () => {
  it('makes an archive that another program reads', withoutPython, async () => {
    const text = 'films & more\n'.repeat(50_000)
    const parts = [
      { path: 'a/text.xml', bytes: inPieces(text) },
      { path: 'empty', bytes: inPieces('') },
      { path: 'é', bytes: inPieces('last') },
    ]
    const archive = await packed(parts)

    assert.ok(archive.length < text.length / 100)
    assert.deepEqual(read(archive), [
      ['a/text.xml', text.length, 8, 20, text.slice(0, 20)],
      ['empty', 0, 8, 20, ''],
      ['é', 4, 8, 20, 'last'],
    ])
  })

  it(
    'tells before a large part that it is one, and after it in 64 bits',
    withoutPython,
    async () => {
      const parts = [{ path: 'a', bytes: inPieces('small after all'), large: true }]
      const archive = await packed(parts)

      assert.equal(archive.readUInt16LE(4), 45)
      assert.equal(archive.readUInt16LE(28), 9, 'the header has no field but the time')
      assert.deepEqual(read(archive), [['a', 15, 8, 45, 'small after all']])
    },
  )

  it('gives the sizes of a part beyond 4 GiB in 64 bits', () => {
    const deflated = { size: 5, large: false }
    const entry = { path: 'a', kind: 'file', size: 5e9, modified, deflated } as const
    const one = { entry, name: Buffer.from('a'), offset: 0 }

    assert.equal(dataDescriptor(entry, 1).readBigUInt64LE(8), 5n)
    assert.equal(dataDescriptor(entry, 1).readBigUInt64LE(16), 5_000_000_000n)
    const header = centralHeader(one, 1)
    assert.equal(header.readUInt32LE(20), 0xffffffff)
    assert.equal(header.readUInt32LE(24), 0xffffffff)
    assert.equal(header.readBigUInt64LE(46 + 1 + 9 + 4), 5_000_000_000n)
    assert.equal(header.readBigUInt64LE(46 + 1 + 9 + 12), 5n)
    assert.equal(localHeader({ ...one, entry: { ...entry, size: 0 } }).readUInt16LE(4), 20)
  })

  it('asks for bytes only when its reader does, and closes the part of one who leaves', async () => {
    let given = 0
    let isClosed = false
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          given++
          yield randomBytes(100_000)
        }
      } finally {
        isClosed = true
      }
    }
    const stream = deflatedZip([{ path: 'a', bytes: endless() }], modified)

    for (let taken = 0; taken < 10; taken++) await stream.next()
    await stream.return()

    assert.ok(given <= 15, `${given} pieces given`)
    assert.ok(isClosed)
  })

  it('fails as its part does', async () => {
    const stream = deflatedZip([{ path: 'a', bytes: failing() }], modified)
    await assert.rejects(() => Array.fromAsync(stream), { message: 'the disk is gone' })
  })
})

async function* failing(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('x')
  throw new Error('the disk is gone')
}

async function packed(parts: ZipPart[]): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(deflatedZip(parts, modified)))
}

async function* inPieces(text: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += 100_000) yield Buffer.from(text.slice(at, at + 100_000))
}

/** Name, size, method, version needed and the first 20 characters of each part; the rest is checked. */
function read(archive: Buffer): unknown {
  const path = join(folder, 'archive.zip')
  writeFileSync(path, archive)
  const python = `
import sys, json, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print(json.dumps([[i.filename, i.file_size, i.compress_type, i.extract_version, z.read(i)[:20].decode()] for i in z.infolist()]))
`
  const { stdout, stderr } = spawnSync('python3', ['-c', python, path], { encoding: 'utf8' })
  assert.equal(stderr, '')
  return JSON.parse(stdout)
}
