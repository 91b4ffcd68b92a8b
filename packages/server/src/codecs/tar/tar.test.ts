import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
  closeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { end, headerOf, padding } from './tar-header.ts'
import type { TarEntry } from './tar-header.ts'
import { readTar } from './tar-read.ts'

const folder = mkdtempSync(join(tmpdir(), 'triptych-tar-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let made = 0
const newPath = () => join(folder, String(++made))

const needsTar = { skip: spawnSync('tar', ['--version']).error !== undefined }
const needsPython = { skip: spawnSync('python3', ['-V']).error !== undefined }

const modified = Date.parse('2026-04-05T08:30:00Z')
/** Of 255 bytes, which is all that a disk takes. */
const longName = `${'long-'.repeat(50)}.txt`.slice(-255)
const contents: Record<string, string | null> = {
  'plain.txt': 'plain',
  empty: '',
  folder: null,
  'folder/in it.csv': 'a,b\n1,2\n',
  'häuser/東京 🎬.txt': 'names',
  [`${'deep/'.repeat(30)}under a prefix`]: 'prefix',
  [`folder/${longName}`]: 'long',
  [`${'ü'.repeat(60)}/${'ö'.repeat(60)}`]: 'long and not ASCII',
  'exactly one block': 'x'.repeat(512),
  'a block and a byte': 'x'.repeat(513),
}
const entries = Object.entries(contents).map(([path, text], index): TarEntry => ({
  kind: text === null ? 'folder' : 'file',
  path,
  size: Buffer.byteLength(text ?? ''),
  modified: modified + index * 1000 + 0.25,
}))

function archiveOf(list: readonly TarEntry[]): Buffer {
  const parts = list.flatMap((entry) => [
    headerOf(entry),
    Buffer.from(contents[entry.path] ?? ''),
    padding(entry.size),
  ])
  return Buffer.concat([...parts, end])
}

async function* pieces(bytes: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

interface Found extends TarEntry {
  text: string
}

async function read(bytes: Uint8Array, size?: number): Promise<Found[]> {
  const found: Found[] = []
  for await (const { bytes: inside, ...entry } of readTar(pieces(bytes, size))) {
    found.push({ ...entry, text: Buffer.concat(await Array.fromAsync(inside)).toString() })
  }
  return found
}

const asWritten = entries.map((entry): Found => ({ ...entry, text: contents[entry.path] ?? '' }))

function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  assert.equal(stderr, '')
  return stdout
}

describe('an archive of ours', () => {
  it('comes back as it went, wherever its bytes are cut', async () => {
    for (const size of [1, 511, 512, 513, 100_000]) {
      assert.deepEqual(await read(archiveOf(entries), size), asWritten)
    }
  })

  it('keeps every time that a file can have', async () => {
    const times = [
      0,
      -1,
      -1.5,
      0.001,
      1e-9,
      999,
      1_790_000_000_000.123,
      -62_135_596_800_000,
      2 ** 52,
    ]
    for (const [index, time] of times.entries()) {
      const entry = { kind: 'folder', path: `${index}`, size: 0, modified: time } as const
      const [found] = await read(archiveOf([entry]))
      assert.equal(found?.modified, Math.abs(time) < 1e-6 ? 0 : time)
    }
  })

  it('lets what is not read of an entry be passed over', async () => {
    const found: string[] = []
    for await (const { path } of readTar(pieces(archiveOf(entries)))) found.push(path)
    assert.deepEqual(
      found,
      entries.map(({ path }) => path),
    )
  })

  it('is unpacked by tar: names, bytes and times', needsTar, () => {
    const [file, into] = [newPath(), newPath()]
    writeFileSync(file, archiveOf(entries))
    mkdirSync(into)

    run('tar', '--delay-directory-restore', '-xf', file, '-C', into)

    for (const { path, kind, modified: time } of entries) {
      const stat = statSync(join(into, path))
      assert.equal(stat.isDirectory(), kind === 'folder', path)
      if (kind === 'file') assert.equal(readFileSync(join(into, path), 'utf8'), contents[path])
      assert.ok(Math.abs(stat.mtimeMs - time) < 1, `${path} ${stat.mtimeMs}`)
    }
    assert.equal(
      readdirSync(into).length,
      new Set(entries.map((one) => one.path.split('/')[0])).size,
    )
  })

  it('is the same for Python', needsPython, () => {
    const file = newPath()
    writeFileSync(file, archiveOf(entries))

    const listed = JSON.parse(
      run('python3', '-c', `${pythonList}\nprint(json.dumps(listed()))`, file),
    ) as [string, boolean, number, number, string][]

    assert.deepEqual(
      listed.map(([path, isFolder, size, time, text]) => [path, isFolder, size, time, text]),
      asWritten.map(({ path, kind, size, modified: time, text }) => [
        path,
        kind === 'folder',
        size,
        time / 1000,
        text,
      ]),
    )
  })

  it(
    'has real names for those who cannot read the records, as far as they fit',
    needsPython,
    () => {
      const file = newPath()
      writeFileSync(file, archiveOf(entries))

      const names = JSON.parse(run('python3', '-c', pythonPlainNames, file)) as string[]

      assert.deepEqual(names.slice(0, 4), ['plain.txt', 'empty', 'folder', 'folder/in it.csv'])
      assert.equal(names[4], 'h_user/__ _.txt')
      assert.equal(names[5], entries[5]!.path)
      assert.ok(names.every((name) => name.length > 0 && name !== 'entry'))
      assert.equal(new Set(names).size, names.length)
    },
  )

  it('tells of files of more than 8 GiB', { skip: needsPython.skip || needsTar.skip }, () => {
    const size = 9 * 2 ** 30 + 5
    const entry = { kind: 'file', path: 'film.mov', size, modified } as const
    const header = headerOf(entry)
    const last = Buffer.concat([headerOf(entries[0]!), Buffer.from('plain'), padding(5), end])
    const behind = header.length + size + padding(size).length
    const file = newPath()
    // With a hole in place of the bytes.
    const handle = openSync(file, 'w')
    writeSync(handle, header)
    writeSync(handle, last, 0, last.length, behind)
    closeSync(handle)

    const program = `${pythonList}\nprint(json.dumps([[m.name, m.size] for m in members()]))`
    const expected = [
      ['film.mov', size],
      ['plain.txt', 5],
    ]
    assert.deepEqual(JSON.parse(run('python3', '-c', program, file)), expected)
    const listed = run('tar', '--seek', '-tvf', file).trim().split('\n')
    assert.deepEqual(
      listed.map((line) => line.split(/\s+/)).map((words) => [words.at(-1), Number(words[2])]),
      expected,
    )
    truncateSync(file, 0)
  })
})

/** On the disk, as another program finds it. */
function tree(): string {
  const root = newPath()
  for (const { path, kind, modified: time } of entries) {
    const at = join(root, path)
    mkdirSync(kind === 'folder' ? at : dirname(at), { recursive: true })
    if (kind === 'file') writeFileSync(at, contents[path] ?? '')
    utimesSync(at, time / 1000, time / 1000)
  }
  return root
}

describe('an archive of others', () => {
  const files = asWritten.filter(({ kind }) => kind === 'file')

  function assertSame(found: readonly Found[], precise: boolean): void {
    const byPath = new Map(found.map((one) => [one.path, one]))
    for (const { path, text, size, modified: time } of files) {
      const one = byPath.get(path)
      assert.deepEqual([one?.kind, one?.text, one?.size], ['file', text, size], path)
      assert.ok(Math.abs(one!.modified - time) < (precise ? 0.001 : 1000), path)
    }
    assert.equal(byPath.get('folder')?.kind, 'folder')
  }

  for (const [format, precise] of [
    ['pax', true],
    ['posix', true],
    ['gnu', false],
    ['oldgnu', false],
  ] as const) {
    it(`is read as tar writes it, --format=${format}`, needsTar, async () => {
      const [root, file] = [tree(), newPath()]
      const names = readdirSync(root)
      run('tar', `--format=${format}`, '-cf', file, '-C', root, '--', ...names)

      assertSame(await read(readFileSync(file)), precise)
    })
  }

  it('is read as tar writes it, --format=ustar', needsTar, async () => {
    const [root, file] = [tree(), newPath()]
    run('tar', '--format=ustar', '-cf', file, '-C', root, 'plain.txt', 'folder/in it.csv', 'deep')

    const found = await read(readFileSync(file))
    const texts = new Map(found.map(({ path, text }) => [path, text]))
    assert.equal(texts.get('plain.txt'), 'plain')
    assert.equal(texts.get(`${'deep/'.repeat(30)}under a prefix`), 'prefix')
  })

  for (const format of ['PAX', 'GNU']) {
    it(`is read as Python writes it, ${format}_FORMAT`, needsPython, async () => {
      const [root, file] = [tree(), newPath()]
      run('python3', '-c', pythonPack, root, file, format)

      assertSame(await read(readFileSync(file)), format === 'PAX')
    })

    it(
      `tells sizes of more than 8 GiB as Python writes them, ${format}_FORMAT`,
      needsPython,
      async () => {
        const file = newPath()
        run('python3', '-c', pythonLarge, file, format)

        const reader = readTar(pieces(readFileSync(file)))
        const { value } = await reader.next()
        assert.deepEqual([value?.path, value?.size], ['film.mov', 9 * 2 ** 30])
        await assert.rejects(reader.next(), tooShort)
      },
    )
  }

  it('is refused where it has links or holes', needsTar, async () => {
    const root = newPath()
    mkdirSync(root)
    symlinkSync('/etc/passwd', join(root, 'link'))
    writeFileSync(join(root, 'holes'), '')
    truncateSync(join(root, 'holes'), 10 * 2 ** 20)
    const refusal = { code: 'bad_request', message: /neither a plain file nor a folder/ }

    for (const format of ['pax', 'gnu']) {
      const [link, holes] = [newPath(), newPath()]
      run('tar', `--format=${format}`, '-cf', link, '-C', root, 'link')
      run('tar', `--format=${format}`, '-S', '-cf', holes, '-C', root, 'holes')
      await assert.rejects(read(readFileSync(link)), refusal)
      await assert.rejects(read(readFileSync(holes)), refusal)
    }
  })
})

const tooShort = { code: 'bad_request', message: /ends too early/ }
const damaged = { code: 'bad_request', message: /damaged/ }

describe('an archive that is no longer whole', () => {
  const whole = archiveOf(entries)

  it('is refused wherever it ends too early', async () => {
    for (let length = 0; length < whole.length - 1024; length += 100) {
      await assert.rejects(read(whole.subarray(0, length)), tooShort, `${length}`)
    }
  })

  it('is refused with any other byte in a header', async () => {
    const header = headerOf(entries[0]!)
    const own = header.length - 512
    for (const start of [0, own]) {
      for (let at = start; at < start + 512; at++) {
        const bytes = Buffer.from(whole)
        bytes[at]! ^= 0x15
        // The rest of the checksum's field, behind its six digits, says nothing.
        if (at - start === 154 || at - start === 155) continue
        await assert.rejects(read(bytes), { code: 'bad_request' }, `${at}`)
      }
    }
  })

  it('is refused with records that are none', async () => {
    for (const records of [
      '9 path=a\n9',
      'x path=a\n',
      '-9 path=a\n',
      '0 path=a\n',
      '99 path=a\n',
      '9 path=aa',
      '9 path a\n',
      '8 path\n',
      '12 size=-1\n\n',
      '13 mtime=soon\n',
      '9 path=\xff\n',
    ]) {
      const bytes = Buffer.from(records, 'latin1')
      await assert.rejects(read(withRecords(bytes)), damaged, JSON.stringify(records))
    }
    assert.equal((await read(withRecords(Buffer.from('9 path=b\n'))))[0]?.path, 'b')
  })

  it('is refused with numbers that are none', async () => {
    for (const [at, digits] of [
      [124, '0000000009x'],
      [124, '-0000000001'],
      [124, '\xff'.repeat(11)],
      [124, `\xff${'\0'.repeat(10)}`],
      [124, `\x80${'\xff'.repeat(10)}`],
      [136, 'yesterday  '],
    ] as const) {
      await assert.rejects(read(withField(at, digits)), damaged, digits)
    }
  })

  it('does not hold records without end', async () => {
    const header = plainHeader()
    header.write('x', 156)
    header.write('77777777777', 124)
    await assert.rejects(read(summedUp(header)), damaged)
  })
})

/** The header of a file without records before it. */
function plainHeader(): Buffer {
  return Buffer.from(headerOf({ kind: 'file', path: 'a', size: 0, modified })).subarray(-512)
}

function summedUp(header: Buffer): Buffer {
  header.write(' '.repeat(8), 148)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

function withField(at: number, text: string): Buffer {
  const header = plainHeader()
  header.write(text, at, 'latin1')
  return Buffer.concat([summedUp(header), end])
}

function withRecords(records: Buffer): Buffer {
  const header = plainHeader()
  header.write('x', 156)
  header.write(records.length.toString(8).padStart(11, '0'), 124)
  return Buffer.concat([summedUp(header), records, padding(records.length), plainHeader(), end])
}

const pythonList = `
import json, sys, tarfile
def members():
    return tarfile.open(sys.argv[1], 'r:').getmembers()
def listed():
    archive = tarfile.open(sys.argv[1], 'r:')
    return [[m.name, m.isdir(), m.size, m.mtime,
             archive.extractfile(m).read().decode() if m.isfile() else ''] for m in archive]
`.trim()

/** Headers as they stand, without what the records say. */
const pythonPlainNames = `
import json, sys, tarfile
names, at, data = [], 0, open(sys.argv[1], 'rb').read()
while any(data[at:at + 512]):
    one = tarfile.TarInfo.frombuf(data[at:at + 512], 'utf-8', 'strict')
    if one.type != b'x': names.append(one.name)
    at += 512 + (one.size + 511) // 512 * 512
print(json.dumps(names))
`.trim()

const pythonPack = `
import os, sys, tarfile
archive = tarfile.open(sys.argv[2], 'w', format=getattr(tarfile, sys.argv[3] + '_FORMAT'))
for name in sorted(os.listdir(sys.argv[1])): archive.add(os.path.join(sys.argv[1], name), name)
archive.close()
`.trim()

const pythonLarge = `
import sys, tarfile
one = tarfile.TarInfo('film.mov')
one.size = 9 * 2 ** 30
open(sys.argv[1], 'wb').write(one.tobuf(getattr(tarfile, sys.argv[2] + '_FORMAT')))
`.trim()
