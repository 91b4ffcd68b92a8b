import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import type { FileInfo } from '@triptych/contract/files'
import { atom, id3v2, mp3Frames, mp4, u32 } from '../../../test/fixtures/audio-samples.ts'
import type { Pictures } from '../../ports/pictures.ts'
import { openSharpPictures } from './pictures.ts'
import type { SharpOptions } from './pictures.ts'

const MiB = 1024 * 1024

function open(t: TestContext, options: SharpOptions = {}): Pictures {
  const pictures = openSharpPictures({ maxTime: 60_000, maxWorkers: 1, ...options })
  t.after(() => pictures.close())
  return pictures
}

interface Told {
  facts: FileInfo
  /** How many bytes were read, and how often. */
  length: number
  reads: number
}

async function told(
  pictures: Pictures,
  size: number,
  bytes: (start: number, end: number) => Uint8Array,
): Promise<Told> {
  const seen = { length: 0, reads: 0 }
  const facts = await pictures.describeRecording({
    size,
    async read(start, end) {
      assert.ok(start >= 0 && start <= end && end <= size)
      seen.length += end - start
      seen.reads++
      return bytes(start, end)
    },
  })
  return { facts, ...seen }
}

function of(pictures: Pictures, file: Buffer): Promise<Told> {
  return told(pictures, file.length, (start, end) => file.subarray(start, end))
}

describe('what a recording says of itself', () => {
  it('is told by its ends', async (t) => {
    const tag = id3v2(4, [['TIT2', 3, Buffer.from('Song')]])

    const { facts, length } = await of(open(t), Buffer.concat([tag, mp3Frames(10_000)]))

    assert.deepEqual([facts['Title'], facts['Duration']], ['Song', 261.22])
    assert.ok(length < 1.2 * MiB)
  })

  it('is found wherever it lies', async (t) => {
    const pictures = open(t)
    const cover = Buffer.alloc(3 * MiB, 'jpg')
    const song = Buffer.concat([
      id3v2(3, [
        ['APIC', 0, cover],
        ['TIT2', 0, Buffer.from('Song')],
      ]),
      mp3Frames(1000),
    ])
    const film = Buffer.concat([mp4(5 * MiB, false), atom('free', Buffer.alloc(5 * MiB))])

    const ofSong = await of(pictures, song)
    const ofFilm = await of(pictures, film)

    assert.deepEqual([ofSong.facts['Title'], ofSong.facts['Duration']], ['Song', 26.12])
    assert.deepEqual([ofFilm.facts['Title'], ofFilm.facts['Duration']], ['Größe', 10])
    assert.ok(ofFilm.length < 4 * MiB)
  })

  it('is nothing when there is nothing', async (t) => {
    const pictures = open(t)

    for (const file of [Buffer.alloc(0), Buffer.from('a text'), Buffer.alloc(2 * MiB, 255)]) {
      assert.deepEqual((await of(pictures, file)).facts, {})
    }
  })

  it('is not looked for in a whole file of a terabyte', async (t) => {
    const every = 100 * MiB
    const header = Buffer.concat([u32(every), Buffer.from('free')])
    const start = atom('ftyp', Buffer.from('M4A '), u32(0))

    const { facts, length, reads } = await told(open(t), 2 ** 40, (from, to) => {
      const bytes = Buffer.alloc(to - from)
      if (from === 0) start.copy(bytes)
      // From there on there is always one more, a long way behind.
      for (let at = Math.ceil((from - start.length) / every); ; at++) {
        const place = start.length + at * every - from
        if (place >= bytes.length) return bytes
        header.copy(bytes, place)
      }
    })

    assert.deepEqual(facts, {})
    assert.ok(length < 64 * MiB && reads <= 14)
  })

  it('is not read when it claims to be longer than anybody writes', async (t) => {
    const tag = id3v2(3, [])
    tag.write('\x7f\x7f\x7f\x7f', 6, 'latin1')

    const { facts, length } = await told(open(t), 2 ** 40, (start, end) =>
      Buffer.concat([tag.subarray(start), Buffer.alloc(end - start)], end - start),
    )

    assert.deepEqual(facts, {})
    assert.ok(length < 2 * MiB)
  })
})

describe('a recording that is made to do harm', () => {
  /** Each name is compared and joined with all before it, which takes minutes. */
  const names = Array.from({ length: 100_000 }, (_, index) => `artist ${index}`).join('\0')
  const slow = id3v2(4, [['TXXX', 3, Buffer.from(`Artists\0${names}`)]])
  /** Half a million albums, which take a gigabyte. */
  const large = id3v2(4, [['TALB', 3, Buffer.alloc(MiB - 100, 'a\0')]])

  it('is given up, does not stall this process, and leaves the next one its turn', async (t) => {
    const pictures = open(t, { maxTime: 4000 })
    let ticks = 0
    const clock = setInterval(() => ticks++, 10)
    t.after(() => clearInterval(clock))

    for (const tag of [slow, large]) {
      ticks = 0
      assert.deepEqual((await of(pictures, Buffer.concat([tag, mp3Frames(9)]))).facts, {})
      assert.ok(ticks > 10)
    }
    assert.equal((await of(pictures, mp3Frames(100))).facts['Duration'], 2.61)
  })
})
