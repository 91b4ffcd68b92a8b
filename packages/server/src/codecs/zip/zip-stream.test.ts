import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { after, describe, it } from 'node:test'
import { layOutZip, type ZipEntry } from './zip-layout.ts'
import { centralHeader, dataDescriptor, endOfArchive, localHeader } from './zip-records.ts'
import { zipStream } from './zip-stream.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-zip-'))
after(() => rmSync(folder, { recursive: true }))

const modified = new Date('2026-03-01T09:30:20Z')
const withoutUnzip = { skip: isMissing('unzip', '-v') && 'unzip is not here' }
const withoutPython = { skip: isMissing('python3', '-V') && 'python3 is not here' }

describe('zipStream', () => {
  it(
    'makes an archive that unzip finds whole and unpacks to the same bytes',
    withoutUnzip,
    async () => {
      const contents = {
        'plain.txt': 'hello',
        'empty.txt': '',
        'docs/naïve 🎬.txt': 'films\r\n'.repeat(50_000),
        'docs/日本/é "quoted" + & # %.txt': 'x',
      }
      const entries = [...filesOf(contents), folderAt('docs'), folderAt('no files here')]

      const path = await packed('good', entries, contents)

      assert.equal(statSync(path).size, await zipLength(entries))
      unzip('-tqq', path)
      unzip('-qq', path, '-d', join(folder, 'good'))
      for (const [name, content] of Object.entries(contents)) {
        assert.equal(readFileSync(join(folder, 'good', name), 'utf8'), content)
      }
      assert.ok(statSync(join(folder, 'good/no files here')).isDirectory())
      assert.deepEqual(statSync(join(folder, 'good/plain.txt')).mtime, modified)
    },
  )

  it('makes an archive of nothing', async () => {
    const path = await packed('nothing', [], {})

    assert.equal(statSync(path).size, 22)
    assert.equal(await zipLength([]), 22)
  })

  it('makes an archive of 70,000 files, which needs the 64-bit end', withoutUnzip, async () => {
    const contents: Record<string, string> = {}
    for (let number = 0; number < 70_000; number++) contents[`f/${number}`] = `${number % 10}`
    const entries = filesOf(contents)

    const path = await packed('many', entries, contents)

    assert.equal(statSync(path).size, await zipLength(entries))
    unzip('-tqq', path)
    assert.equal(unzip('-Z1', path).trim().split('\n').length, 70_000)
  })

  it('puts small pieces together and takes large ones as they are', async () => {
    const large = Buffer.alloc(100_000)
    const entries = [
      ...Array.from({ length: 1_000 }, (_, i) => ({
        ...fileAt(`${i}`, 1),
        content: Buffer.from('x'),
      })),
      { ...fileAt('large', large.length), content: large },
    ]

    const pieces: Uint8Array[] = []
    for await (const piece of zipStream(await layOutZip(entries), ({ content }) =>
      inPieces(content),
    )) {
      pieces.push(piece)
    }

    assert.ok(pieces.some(({ buffer }) => buffer === large.buffer))
    assert.ok(pieces.length < 10, `${pieces.length} pieces`)
  })

  it('asks for bytes only when its reader does, and closes the file of one who leaves', async () => {
    let given = 0
    let closed = false
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          given++
          yield Buffer.alloc(100_000)
        }
      } finally {
        closed = true
      }
    }
    const stream = zipStream(await layOutZip([fileAt('a', 1e12)]), endless)

    for (let taken = 0; taken < 10; taken++) await stream.next()
    await stream.return(undefined)

    assert.ok(given <= 10, `${given} pieces given`)
    assert.ok(closed)
  })

  for (const [what, content] of [
    ['shorter', 'four'],
    ['longer', 'sixsix'],
    ['empty', ''],
  ] as const) {
    it(`fails when a file is ${what} instead of as long as announced`, async () => {
      const entries = [fileAt('a', 5)]
      let bytes = 0
      await assert.rejects(
        async () => {
          for await (const piece of zipStream(await layOutZip(entries), () =>
            inPieces(Buffer.from(content)),
          )) {
            bytes += piece.length
          }
        },
        { name: 'AppError', code: 'unavailable' },
      )
      assert.ok(bytes < (await zipLength(entries)))
    })
  }

  it('sends nothing of a file beyond its announced length', async () => {
    const entries = [fileAt('a', 250_000)]
    let bytes = 0
    await assert.rejects(
      async () => {
        const stream = zipStream(await layOutZip(entries), () => inPieces(Buffer.alloc(1_000_000)))
        for await (const piece of stream) bytes += piece.length
      },
      { code: 'unavailable' },
    )
    assert.ok(bytes < 250_000, `${bytes} bytes sent`)
  })

  it('fails when a file announced as empty is not', async () => {
    const stream = zipStream(await layOutZip([fileAt('a', 0)]), () => inPieces(Buffer.from('x')))
    await assert.rejects(() => Array.fromAsync(stream), { code: 'unavailable' })
  })

  it('fails when a file cannot be read', async () => {
    const stream = zipStream(await layOutZip([fileAt('a', 5)]), () =>
      createReadStream(join(folder, 'missing')),
    )
    await assert.rejects(() => Array.fromAsync(stream), { code: 'ENOENT' })
  })
})

describe('the layout of a large archive', () => {
  const small = 0xfffffffe
  const large = 0xffffffff

  it('equals the records in length and place, on both sides of each limit', async () => {
    for (const sizes of [
      [small, 1, 1],
      [large, 1, 0],
      [1, 5e9, 1],
      [small, small, 6e12, 0],
      [2e9, 2e9, 294_967_000, 1, 1],
    ]) {
      const entries = sizes.map((size, number) => fileAt(`é${number}`, size))
      const layout = await layOutZip(entries)

      let at = 0
      for (const one of layout.placed) {
        assert.equal(one.offset, at)
        const descriptor = one.entry.size > 0 ? dataDescriptor(one.entry, 1).length : 0
        at += localHeader(one).length + one.entry.size + descriptor
      }
      assert.equal(layout.directoryOffset, at)
      for (const one of layout.placed) at += centralHeader(one, 1).length
      assert.equal(layout.directoryOffset + layout.directoryLength, at)
      assert.equal(layout.length, at + endOfArchive(layout).length)
    }
  })

  it('uses 64 bits for a size from 4 GiB less one on, and not before', async () => {
    const [one] = (await layOutZip([fileAt('a', small)])).placed
    const [other] = (await layOutZip([fileAt('a', large)])).placed

    assert.equal(dataDescriptor(one!.entry, 0).length, 16)
    assert.equal(dataDescriptor(other!.entry, 0).length, 24)
    assert.equal(centralHeader(other!, 0).readUInt32LE(24), large)
    assert.equal(centralHeader(other!, 0).readBigUInt64LE(46 + 1 + 9 + 4), BigInt(large))
  })

  it('has 65,534 entries with the short end, and 65,535 with the long one', async () => {
    for (const [count, length] of [
      [65_534, 22],
      [65_535, 98],
    ] as const) {
      const entries = Array.from({ length: count }, (_, i) => fileAt(`${i}`, 0))
      assert.equal(endOfArchive(await layOutZip(entries)).length, length)
    }
  })
})

describe('the layout of many entries', () => {
  it('lets others have their turn meanwhile', async () => {
    let turns = 0
    const turning = setInterval(() => turns++, 0)
    await layOutZip(Array.from({ length: 100_000 }, (_, i) => fileAt(`folder/file ${i}`, i)))
    clearInterval(turning)

    assert.ok(turns > 5, `${turns} turns`)
  })

  it('is made into an archive without keeping others from theirs', async () => {
    const layout = await layOutZip(Array.from({ length: 50_000 }, (_, i) => fileAt(`${i}`, 0)))
    let turns = 0
    const turning = setInterval(() => turns++, 0)
    for await (const piece of zipStream(layout, () => inPieces(Buffer.alloc(0)))) {
      assert.ok(piece.length > 0)
    }
    clearInterval(turning)

    assert.ok(turns > 5, `${turns} turns`)
  })

  it('is refused beyond a million', async () => {
    const entries = Array.from({ length: 1_000_001 }, () => fileAt('a', 0))
    await assert.rejects(layOutZip(entries), { code: 'files.too_many' })
  })
})

describe('the directory of an archive beyond 4 GiB', () => {
  it('is read by another program as it was meant', withoutPython, async () => {
    const entries = [fileAt('first', 5e9), folderAt('between'), fileAt('last', 3)]
    const layout = await layOutZip(entries)
    const path = join(folder, 'sparse.zip')
    const python = `
import sys, zipfile
with open(sys.argv[1], 'r+b') as file: file.truncate(0)
records = [(int(a), bytes.fromhex(b)) for a, b in (line.split() for line in sys.stdin)]
with open(sys.argv[1], 'r+b') as file:
    for at, data in records: file.seek(at); file.write(data)
z = zipfile.ZipFile(sys.argv[1])
for i in z.infolist(): print(i.filename, i.file_size, i.header_offset)
print(z.read('last'))
`
    let at = layout.directoryOffset
    const lines = layout.placed.map((one) => `${one.offset} ${localHeader(one).toString('hex')}`)
    const last = layout.placed[2]!
    lines.push(`${last.offset + localHeader(last).length} ${Buffer.from('abc').toString('hex')}`)
    for (const [place, one] of layout.placed.entries()) {
      const header = centralHeader(one, place === 2 ? 0x352441c2 : 0)
      lines.push(`${at} ${header.toString('hex')}`)
      at += header.length
    }
    lines.push(`${at} ${endOfArchive(layout).toString('hex')}`)
    await pipeline([''], createWriteStream(path))

    const { stdout, stderr } = spawnSync('python3', ['-c', python, path], {
      input: lines.join('\n'),
      encoding: 'utf8',
    })

    assert.equal(
      stdout,
      `first 5000000000 0\nbetween/ 0 ${layout.placed[1]!.offset}\nlast 3 ${last.offset}\nb'abc'\n`,
      stderr,
    )
    assert.equal(statSync(path).size, layout.length)
  })
})

describe('the names in an archive', () => {
  it('cannot lead out of the folder they are unpacked to', async () => {
    assert.deepEqual(
      await namesOf(
        '/etc/passwd',
        '../../x',
        'a/../b',
        './c//d',
        '\\..\\e',
        'C:\\f',
        'g\0\n',
        '',
        '...',
      ),
      ['etc/passwd', '__/__/x', 'a/__/b', 'c/d', '_.._e', 'C:_f', 'g__', '_', '...'],
    )
  })

  it('are marked as UTF-8', async () => {
    const [one] = (await layOutZip([fileAt('é', 1)])).placed
    assert.ok(localHeader(one!).readUInt16LE(6) & (1 << 11))
    assert.ok(centralHeader(one!, 0).readUInt16LE(8) & (1 << 11))
  })

  it('stay different when they become the same by being made safe', async () => {
    assert.deepEqual(await namesOf('a_b', 'a\\b', 'a\nb'), ['a_b', 'a_b~2', 'a_b~3'])
  })

  it('are refused when a zip archive cannot hold them', async () => {
    assert.equal((await namesOf('a'.repeat(65_535))).length, 1)
    await assert.rejects(() => namesOf('a'.repeat(65_536)), { code: 'bad_request' })
  })
})

describe('the times in an archive', () => {
  it('are kept within what a zip archive knows', async () => {
    assert.deepEqual(await dateAt('1980-01-01T00:00:00Z'), [0, 33, 40])
    assert.deepEqual(await dateAt('1969-12-31T23:59:59Z'), [0, 33, 40])
    assert.deepEqual(await dateAt('2107-12-31T23:59:59Z'), [0xbf7d, 0xff9f, 31])
    assert.deepEqual(await dateAt('9999-12-31T23:59:59Z'), [0xbf7d, 0xff9f, 31])
    assert.deepEqual(await dateAt('never'), [0, 33, 31])
  })
})

async function zipLength(entries: ZipEntry[]): Promise<number> {
  return (await layOutZip(entries)).length
}

async function namesOf(...paths: string[]): Promise<string[]> {
  const { placed } = await layOutZip(paths.map((path) => fileAt(path, 0)))
  return placed.map(({ name }) => name.toString())
}

/** The DOS time, the DOS date and the length of a local header. */
async function dateAt(iso: string): Promise<number[]> {
  const { placed } = await layOutZip([{ ...fileAt('a', 0), modified: new Date(iso) }])
  const header = localHeader(placed[0]!)
  return [header.readUInt16LE(10), header.readUInt16LE(12), header.length]
}

function fileAt(path: string, size: number): ZipEntry {
  return { path, kind: 'file', size, modified }
}

function folderAt(path: string): ZipEntry {
  return { path, kind: 'folder', size: 0, modified }
}

function filesOf(contents: Record<string, string>): ZipEntry[] {
  return Object.entries(contents).map(([path, text]) => fileAt(path, Buffer.byteLength(text)))
}

async function packed(
  name: string,
  entries: ZipEntry[],
  contents: Record<string, string>,
): Promise<string> {
  const path = join(folder, `${name}.zip`)
  const stream = zipStream(await layOutZip(entries), (entry) =>
    inPieces(Buffer.from(contents[entry.path] ?? '')),
  )
  await pipeline(stream, createWriteStream(path))
  return path
}

async function* inPieces(content: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += 100_000) yield content.subarray(at, at + 100_000)
}

function isMissing(program: string, versionFlag: string): boolean {
  return spawnSync(program, [versionFlag]).error !== undefined
}

function unzip(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('unzip', args, {
    encoding: 'utf8',
    maxBuffer: 1e8,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  })
  assert.equal(status, 0, stdout + stderr)
  return stdout
}
