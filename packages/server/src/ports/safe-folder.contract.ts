import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SafeFolder } from './safe-folder.ts'
import type { Entry, OpenFile, Path, Spot } from './storage.ts'

export type OpenFolder = () => Promise<SafeFolder>

/** What every `SafeFolder` promises; `open` answers a new, empty one each time. */
export function safeFolderContract(open: OpenFolder): void {
  receiving(open)
  reading(open)
  hiding(open)
  replacing(open)
  copying(open)
  measuring(open)
}

function receiving(open: OpenFolder): void {
  describe('receiving', () => {
    it('gives back 3 MiB that came in chunks of odd sizes, byte for byte', () =>
      using(open, async (storage) => {
        const bytes = noise(3 * 1024 * 1024)
        const entry = await storage.receive('new', inPieces(bytes, [1, 70_001, 3, 524_287, 0, 17]))
        await storage.move(hidden('new'), drive('a.bin'))

        assert.equal(entry.kind, 'file')
        assert.equal(entry.size, bytes.length)
        assert.ok(bytes.equals(await contentOf(storage, ['a.bin'])))
      }))

    it('takes 30,000 chunks of a few bytes', () =>
      using(open, async (storage) => {
        const bytes = noise(210_000)
        await storage.receive('new', inPieces(bytes, [7]))
        await storage.move(hidden('new'), drive('a.bin'))

        assert.ok(bytes.equals(await contentOf(storage, ['a.bin'])))
      }))

    it('takes nothing at all as an empty file', () =>
      using(open, async (storage) => {
        assert.equal((await storage.receive('new', inPieces(Buffer.alloc(0), [1]))).size, 0)
        await storage.move(hidden('new'), drive('empty'))

        assert.equal((await contentOf(storage, ['empty'])).length, 0)
      }))

    it('takes 50 files at once', () =>
      using(open, async (storage) => {
        const files = Array.from({ length: 50 }, (_, n) => noise(100_000 + n))
        await Promise.all(
          files.map(async (bytes, n) => {
            await storage.receive(`new-${n}`, inPieces(bytes, [65_536]))
            await storage.move(hidden(`new-${n}`), drive(`${n}`))
          }),
        )

        for (const [n, bytes] of files.entries()) {
          assert.ok(bytes.equals(await contentOf(storage, [`${n}`])), `file ${n}`)
        }
      }))

    it('shows nothing of it before it is moved into sight', () =>
      using(open, async (storage) => {
        await storage.receive('new', text('text'))

        assert.deepEqual(await storage.hidden(), ['new'])
        assert.equal(await storage.stat(drive('new')), null)
      }))

    for (const size of [0, 10, 2 * 1024 * 1024]) {
      it(`leaves nothing when its source fails after ${size} bytes, and passes the error on`, () =>
        using(open, async (storage) => {
          const failure = new Error('cable pulled')
          const received = storage.receive('new', failing(noise(size), failure))

          await assert.rejects(received, (error) => error === failure)
          assert.deepEqual(await storage.hidden(), [])
        }))
    }

    it('does not touch a hidden thing that has the key already', () =>
      using(open, async (storage) => {
        await storage.receive('new', text('first'))

        await assert.rejects(storage.receive('new', text('second')), { code: 'files.name_taken' })
        await storage.move(hidden('new'), drive('a'))
        assert.equal(String(await contentOf(storage, ['a'])), 'first')
      }))

    for (const key of ['', '..', 'a/b', '.hidden', 'a b', 'ä', 'x'.repeat(65)]) {
      it(`refuses the key ${JSON.stringify(key.slice(0, 8))}`, () =>
        using(open, async (storage) => {
          const refused = { code: 'files.bad_name' }
          await put(storage, ['a'], 'text')

          await assert.rejects(storage.receive(key, text('text')), refused)
          await assert.rejects(storage.copy(['a'], key), refused)
          await assert.rejects(storage.move(drive('a'), hidden(key)), refused)
          await assert.rejects(storage.removeHidden(key), refused)
          assert.deepEqual(await storage.hidden(), [])
        }))
    }
  })
}

function reading(open: OpenFolder): void {
  describe('reading', () => {
    it('reads any range, also over the borders of blocks', () =>
      using(open, async (storage) => {
        const bytes = noise(3 * 1024 * 1024 + 5)
        await storage.receive('new', inPieces(bytes, [65_536]))
        await storage.move(hidden('new'), drive('a'))
        const file = await storage.open(['a'])

        const mebi = 1024 * 1024
        const ranges = [
          [0, 1],
          [0, 0],
          [mebi - 1, mebi + 1],
          [mebi, 2 * mebi],
          [7, bytes.length],
          [bytes.length - 1, bytes.length],
          [bytes.length, bytes.length],
          [0, bytes.length],
        ]
        for (const [start = 0, end = 0] of ranges) {
          const got = await gather(file.read(start, end))
          assert.ok(bytes.subarray(start, end).equals(got), `${start} to ${end}`)
        }
        await file.close()
      }))

    it('reads two ranges of one opened file side by side', () =>
      using(open, async (storage) => {
        const bytes = noise(2_500_000)
        await put(storage, ['a'], bytes)
        const file = await storage.open(['a'])

        const halves = await Promise.all([
          gather(file.read(0, 1_250_000)),
          gather(file.read(1_250_000, 2_500_000)),
        ])

        assert.ok(bytes.equals(Buffer.concat(halves)))
        await file.close()
      }))

    it('does not use a block again that it has given out', () =>
      using(open, async (storage) => {
        const bytes = noise(4 * 1024 * 1024)
        await put(storage, ['a'], bytes)
        const file = await storage.open(['a'])
        const blocks: Uint8Array[] = []
        for await (const block of file.read(0, bytes.length)) blocks.push(block)

        assert.ok(bytes.equals(Buffer.concat(blocks)))
        await file.close()
      }))

    it('has the right bytes in blocks that were given back, and needs few of them', () =>
      using(open, async (storage) => {
        const bytes = noise(9 * 1024 * 1024 + 5)
        await put(storage, ['a'], bytes)
        const file = await storage.open(['a'])
        const got = Buffer.alloc(bytes.length)
        const memories = new Set<ArrayBufferLike>()
        const others = new Set<ArrayBufferLike>()
        let at = 0
        for await (const block of file.read(0, bytes.length)) {
          got.set(block, at)
          at += block.length
          memories.add(block.buffer)
          file.takeBack?.(block)
          // What is not of this file is let be.
          const other = Buffer.alloc(block.length)
          others.add(other.buffer)
          file.takeBack?.(other)
        }

        assert.ok(bytes.equals(got))
        assert.ok(memories.size <= 3, `${memories.size} blocks`)
        assert.ok(memories.isDisjointFrom(others))
        await file.close()
      }))

    it('can be left in the midst of a range, and closed', () =>
      using(open, async (storage) => {
        await put(storage, ['a'], noise(5 * 1024 * 1024))
        const file = await storage.open(['a'])

        for await (const block of file.read(0, file.entry.size)) {
          assert.ok(block.length > 0)
          break
        }
        await file.close()
      }))

    it('can be closed while a block is read', () =>
      using(open, async (storage) => {
        await put(storage, ['a'], noise(3 * 1024 * 1024))
        const file = await storage.open(['a'])
        const blocks = file.read(0, file.entry.size)
        const first = blocks.next()

        await Promise.all([file.close(), first.catch(() => {})])
        await blocks.return(undefined)
      }))

    it('fails when the file is shorter than was asked for', () =>
      using(open, async (storage) => {
        await put(storage, ['a'], 'text')
        const file = await storage.open(['a'])

        await assert.rejects(gather(file.read(0, 5)))
        await file.close()
      }))

    it('goes on with an opened file that has been moved and removed', () =>
      using(open, async (storage) => {
        const bytes = noise(5 * 1024 * 1024)
        await put(storage, ['a'], bytes)
        const file = await storage.open(['a'])
        const blocks = file.read(0, bytes.length)
        const { value: first } = await blocks.next()

        await storage.move(drive('a'), drive('b'))
        await storage.move(drive('b'), hidden('old'))
        await storage.removeHidden('old')

        const rest = await gather(blocks)
        assert.ok(bytes.equals(Buffer.concat([first ?? Buffer.alloc(0), rest])))
        await file.close()
      }))

    it('gives other content another version, and the same content the same', () =>
      using(open, async (storage) => {
        await put(storage, ['a'], 'old')
        const versions = [await versionAt(storage, ['a']), await versionAt(storage, ['a'])]
        await storage.move(drive('a'), hidden('old'))
        await put(storage, ['a'], 'new')

        assert.equal(versions[0], versions[1])
        assert.notEqual(await versionAt(storage, ['a']), versions[0])
      }))

    it('opens files only', () =>
      using(open, async (storage) => {
        await storage.makeFolder(drive('f'))

        await assert.rejects(storage.open(['f']), { code: 'files.not_a_file' })
        await assert.rejects(storage.open(['no']), { code: 'files.not_found' })
        await assert.rejects(storage.open(['no', 'no']), { code: 'files.not_found' })
      }))
  })
}

function hiding(open: OpenFolder): void {
  describe('moving between the areas', () => {
    it('keeps the bytes, the inode and the time of a file', () =>
      using(open, async (storage) => {
        const received = await storage.receive('new', text('text'))
        const shown = await storage.move(hidden('new'), drive('a'))
        const away = await storage.move(drive('a'), hidden('old'))
        const back = await storage.move(hidden('old'), drive('b'))

        for (const { entry } of [shown, away, back]) assert.deepEqual(entry, received)
        assert.deepEqual(await storage.stat(drive('b')), received)
        assert.equal(String(await contentOf(storage, ['b'])), 'text')
        assert.deepEqual(await storage.hidden(), [])
      }))

    it('takes a folder with all it holds', () =>
      using(open, async (storage) => {
        await storage.makeFolder(drive('f'))
        await storage.makeFolder(drive('f', 'g'))
        await put(storage, ['f', 'g', 'a'], 'text')
        const { entry } = await storage.move(drive('f'), hidden('old'))

        assert.equal(entry.kind, 'folder')
        assert.equal(await storage.stat(drive('f')), null)
        assert.equal((await storage.stat(hidden('old', 'g', 'a')))?.size, 4)
        await storage.move(hidden('old'), drive('h'))
        assert.equal(String(await contentOf(storage, ['h', 'g', 'a'])), 'text')
      }))

    it('removes a hidden file or folder for good, and one that is not there without harm', () =>
      using(open, async (storage) => {
        await storage.makeFolder(drive('f'))
        await put(storage, ['f', 'a'], 'text')
        await storage.move(drive('f'), hidden('old'))
        await storage.receive('file', text('text'))
        assert.deepEqual((await storage.hidden()).toSorted(), ['file', 'old'])

        await storage.removeHidden('old')
        await storage.removeHidden('file')
        await storage.removeHidden('never')

        assert.deepEqual(await storage.hidden(), [])
      }))

    it('makes hidden folders, to be filled before they are shown', () =>
      using(open, async (storage) => {
        await storage.makeFolder(hidden('new'))
        await storage.receive('file', text('text'))
        await storage.move(hidden('file'), hidden('new', 'inside'))
        await storage.move(hidden('new'), drive('f'))

        assert.equal(String(await contentOf(storage, ['f', 'inside'])), 'text')
      }))
  })
}

function replacing(open: OpenFolder): void {
  describe('replacing', () => {
    it('puts a file in the place of another, which goes aside with its bytes', () =>
      using(open, async (storage) => {
        await put(storage, ['a'], 'old')
        const before = await storage.stat(drive('a'))
        const received = await storage.receive('new', text('newer'))
        const { entry, former } = await storage.replace(hidden('new'), drive('a'), hidden('old'))

        assert.deepEqual([entry, former], [received, before])
        assert.deepEqual(await storage.stat(drive('a')), received)
        assert.equal(String(await contentOf(storage, ['a'])), 'newer')
        assert.deepEqual(await storage.stat(hidden('old')), before)
        assert.deepEqual(await storage.hidden(), ['old'])
      }))

    it('is undone by itself', () =>
      using(open, async (storage) => {
        await storage.makeFolder(drive('f'))
        await put(storage, ['a'], 'old')
        await put(storage, ['f', 'b'], 'new')
        await storage.replace(drive('f', 'b'), drive('a'), hidden('old'))
        assert.equal(await storage.stat(drive('f', 'b')), null)
        await storage.replace(hidden('old'), drive('a'), drive('f', 'b'))

        assert.equal(String(await contentOf(storage, ['a'])), 'old')
        assert.equal(String(await contentOf(storage, ['f', 'b'])), 'new')
        assert.deepEqual(await storage.hidden(), [])
      }))

    it('tells what it does to the fingerprints of the folders', () =>
      using(open, async (storage) => {
        await storage.makeFolder(drive('f'))
        await put(storage, ['a'], 'old')
        await put(storage, ['f', 'b'], 'new')
        const done = await storage.replace(drive('f', 'b'), drive('a'), hidden('old'))

        assert.equal(done.target.after, await storage.fingerprint(drive()))
        assert.equal(done.source.after, await storage.fingerprint(drive('f')))
      }))

    it('refuses folders and what is not there, and a name for the former file that is taken', () =>
      using(open, async (storage) => {
        await storage.makeFolder(drive('f'))
        await put(storage, ['a'], 'old')
        await storage.receive('new', text('new'))
        await storage.receive('taken', text('taken'))
        const replace = (from: Spot, to: Spot, aside = hidden('old')): Promise<unknown> =>
          storage.replace(from, to, aside)

        await assert.rejects(replace(hidden('new'), drive('f')), { code: 'files.name_taken' })
        await assert.rejects(replace(drive('f'), drive('a')), { code: 'files.name_taken' })
        await assert.rejects(replace(hidden('new'), drive('b')), { code: 'files.not_found' })
        await assert.rejects(replace(hidden('no'), drive('a')), { code: 'files.not_found' })
        const onto = replace(hidden('new'), drive('a'), hidden('taken'))
        await assert.rejects(onto, { code: 'files.name_taken' })

        assert.equal(String(await contentOf(storage, ['a'])), 'old')
        assert.deepEqual((await storage.hidden()).toSorted(), ['new', 'taken'])
      }))
  })
}

function copying(open: OpenFolder): void {
  describe('copying', () => {
    it('copies a file with its time, and neither follows the other', () =>
      using(open, async (storage) => {
        const bytes = noise(2_000_001)
        await put(storage, ['a'], bytes)
        const original = await storage.stat(drive('a'))
        const copy = await storage.copy(['a'], 'new')
        await storage.move(hidden('new'), drive('b'))

        assert.equal(copy.size, bytes.length)
        assert.ok(Math.abs(copy.modified - (original?.modified ?? 0)) < 0.01)
        assert.notEqual(copy.inode, original?.inode)
        await storage.move(drive('a'), hidden('old'))
        await storage.removeHidden('old')
        assert.ok(bytes.equals(await contentOf(storage, ['b'])))
      }))

    it('copies a tree', () =>
      using(open, async (storage) => {
        await storage.makeFolder(drive('f'))
        await storage.makeFolder(drive('f', 'empty'))
        await storage.makeFolder(drive('f', 'g'))
        for (let n = 0; n < 100; n += 1) await put(storage, ['f', 'g', `${n}`], `text ${n}`)

        const copy = await storage.copy(['f'], 'new')
        await storage.move(hidden('new'), drive('h'))

        assert.equal(copy.kind, 'folder')
        assert.equal((await storage.stat(drive('h', 'empty')))?.kind, 'folder')
        for (let n = 0; n < 100; n += 1) {
          assert.equal(String(await contentOf(storage, ['h', 'g', `${n}`])), `text ${n}`)
          assert.equal(String(await contentOf(storage, ['f', 'g', `${n}`])), `text ${n}`)
        }
      }))

    it('leaves out what it is told, at its place and nowhere else', () =>
      using(open, async (storage) => {
        for (const at of [['f'], ['f', 'a'], ['f', 'b'], ['f', 'ab']]) {
          await storage.makeFolder(drive(...at))
        }
        for (const at of [
          ['f', 'x'],
          ['f', 'a', 'x'],
          ['f', 'a', 'y'],
          ['f', 'b', 'x'],
          ['f', 'ab', 'x'],
        ]) {
          await put(storage, at, 'text')
        }

        await storage.copy(['f'], 'new', [['x'], ['a', 'y'], ['b'], ['f']])
        await storage.move(hidden('new'), drive('h'))

        const namesIn = async (...at: string[]) =>
          (await storage.list(drive(...at))).entries.map(({ name }) => name).toSorted()
        assert.deepEqual(await namesIn('h'), ['a', 'ab'])
        assert.deepEqual(await namesIn('h', 'a'), ['x'])
        assert.deepEqual(await namesIn('h', 'ab'), ['x'])
        assert.deepEqual(await namesIn('f'), ['a', 'ab', 'b', 'x'])
      }))

    it('leaves nothing where there is nothing to copy', () =>
      using(open, async (storage) => {
        await assert.rejects(storage.copy(['no'], 'new'), { code: 'files.not_found' })

        assert.deepEqual(await storage.hidden(), [])
      }))
  })
}

function measuring(open: OpenFolder): void {
  describe('the whole', () => {
    it('knows what space there is', () =>
      using(open, async (storage) => {
        const { free, used, total } = await storage.space()

        assert.ok(free >= 0 && used >= 0)
        assert.ok(free + used <= total)
      }))

    it('finishes what is under way before it closes, and refuses the rest', async () => {
      const storage = await open()
      const bytes = noise(2_000_000)
      let isReceived = false
      const receiving = storage.receive('new', inPieces(bytes, [100_000])).then(() => {
        isReceived = true
      })

      await storage.close()

      assert.ok(isReceived)
      await receiving
      await assert.rejects(storage.hidden(), { code: 'unavailable' })
    })
  })
}

export async function using(
  open: OpenFolder,
  use: (storage: SafeFolder) => Promise<void>,
): Promise<void> {
  const storage = await open()
  try {
    await use(storage)
  } finally {
    await storage.close()
  }
}

export const drive = (...path: string[]): Spot => ({ area: 'drive', path })
export const hidden = (...path: string[]): Spot => ({ area: 'hidden', path })

export async function put(
  storage: SafeFolder,
  path: Path,
  content: string | Buffer,
): Promise<Entry> {
  await storage.receive('put', inPieces(Buffer.from(content), [65_536]))
  return (await storage.move(hidden('put'), { area: 'drive', path })).entry
}

export async function contentOf(storage: SafeFolder, path: Path): Promise<Buffer> {
  return whole(await storage.open(path))
}

async function whole(file: OpenFile): Promise<Buffer> {
  try {
    return await gather(file.read(0, file.entry.size))
  } finally {
    await file.close()
  }
}

async function versionAt(storage: SafeFolder, path: Path): Promise<string> {
  const file = await storage.open(path)
  await file.close()
  return file.version
}

async function gather(blocks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const block of blocks) all.push(block)
  return Buffer.concat(all)
}

/** Sizes are used in turn, over and over; an empty source gives no piece at all. */
export async function* inPieces(
  bytes: Buffer,
  sizes: readonly number[],
): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    yield Uint8Array.from(bytes.subarray(at, at + size))
    at += size
  }
}

export async function* text(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content)
}

async function* failing(bytes: Buffer, failure: Error): AsyncGenerator<Uint8Array> {
  yield* inPieces(bytes, [65_536])
  throw failure
}

/** Looks random, and is the same in every run. */
export function noise(size: number): Buffer {
  const bytes = Buffer.alloc(size)
  for (let at = 0, state = size + 1; at < size; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}
