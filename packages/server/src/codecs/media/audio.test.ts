import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FileInfo } from '@triptych/contract/files'
import {
  aiff,
  atom,
  flac,
  id3v1,
  id3v2,
  mp3Frames,
  mp4,
  mp4InPieces,
  opus,
  u32,
  utf16,
  vorbis,
  wav,
  xingNote,
} from '../../../test/fixtures/audio-samples.ts'
import { seededRandom } from '../../../test/fixtures/seeded-random.ts'
import { readAudio } from './audio.ts'

async function infoOf(file: Uint8Array): Promise<FileInfo> {
  const { facts } = await readAudio({ size: file.length, parts: [{ start: 0, bytes: file }] })
  return facts
}

/** Its first bytes, by which its kind is told, its end, where old tags lie, and what else is wanted. */
function partly(file: Buffer, head: number, ...more: [start: number, end: number][]) {
  const { length: size } = file
  const ranges = [[0, head], [size - 200, size], ...more] as const
  const parts = ranges.map(([start, end]) => ({ start, bytes: file.subarray(start, end) }))
  return readAudio({ size, parts })
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
/** Of the samples that last ten seconds. */
const rate = (file: Buffer): number => Math.round((file.length * 8) / 10)

const tags = {
  Title: 'Größe',
  Artist: 'Ann',
  Album: 'Alb',
  Year: '2004',
  Track: '3',
  Genre: 'Rock',
}

describe('what an MP3 says of itself', () => {
  const sound = mp3Frames(100)
  const stream = { Duration: 2.61, Bitrate: 128_000, SampleRate: 44_100, Channels: 2 }

  it('is read without any tag', async () => {
    assert.deepEqual(await infoOf(sound), stream)
  })

  it('counts the frames by the note of the encoder', async () => {
    const info = await infoOf(mp3Frames(100, xingNote(1000, 41_700)))

    assert.deepEqual([info['Duration'], info['Bitrate']], [26.12, 12_771])
  })

  it('is read from the tag at the end', async () => {
    assert.deepEqual(await infoOf(Buffer.concat([sound, id3v1()])), {
      Title: 'Old title',
      Artist: 'Old ärtist',
      Album: 'Old album',
      Year: '1999',
      Track: '7',
      Genre: 'Rock',
      ...stream,
      Duration: 2.61,
    })
  })

  const versions: [string, Buffer][] = [
    [
      '2.2',
      id3v2(2, [
        ['TT2', 0, latin('Gr\xf6\xdfe\0')],
        ['XXX', 0, latin('?')],
        ['TP1', 1, utf16('Ann')],
        ['TAL', 0, latin('Alb')],
        ['TYE', 0, latin('2004')],
        ['TRK', 0, latin('3')],
        ['TCO', 0, latin('(17)')],
      ]),
    ],
    [
      '2.3',
      id3v2(3, [
        ['TIT2', 1, utf16('Größe\0')],
        ['TPE1', 1, utf16('Ann').swap16()],
        ['TALB', 0, latin('Alb')],
        ['TYER', 0, latin('2004')],
        ['TRCK', 0, latin('3')],
        ['TCON', 0, latin('(17)Rock')],
      ]),
    ],
    [
      '2.4',
      id3v2(4, [
        ['APIC', 0, Buffer.alloc(300)],
        ['TIT2', 3, Buffer.from('Größe')],
        ['TPE1', 2, Buffer.from('Ann', 'utf16le').swap16()],
        ['TALB', 3, Buffer.from('Alb')],
        ['TDRC', 3, Buffer.from('2004-05-01T10:00')],
        ['TRCK', 3, Buffer.from('3')],
        ['TCON', 3, Buffer.from('17')],
      ]),
    ],
  ]
  for (const [version, tag] of versions) {
    it(`is read from the tag before it, version ${version}`, async () => {
      const info = await infoOf(Buffer.concat([tag, sound, id3v1()]))

      assert.deepEqual(info, { ...tags, ...stream })
    })
  }

  it('is read from a tag with more before its frames', async () => {
    const more = Buffer.concat([u32(6), Buffer.alloc(6)])
    const tag = id3v2(3, [['TIT2', 0, latin('Gr\xf6\xdfe')]], 0x40, more)

    assert.equal((await infoOf(Buffer.concat([tag, sound])))['Title'], 'Größe')
  })

  it('is one artist also when there is a slash in the name', async () => {
    for (const [version, name] of [
      [2, 'TP1'],
      [3, 'TPE1'],
      [4, 'TPE1'],
    ] as const) {
      const tag = id3v2(version, [[name, 0, latin('AC/DC')]])
      assert.equal((await infoOf(Buffer.concat([tag, sound])))['Artist'], 'AC/DC')
    }
  })

  it('is read as UTF-8 where it is that, whatever the tag says', async () => {
    const tag = id3v2(3, [['TIT2', 0, Buffer.from('Größe')]])

    assert.equal((await infoOf(Buffer.concat([tag, sound])))['Title'], 'Größe')
  })

  it('is read from a tag in which sound was kept out by zeros', async () => {
    const frames = id3v2(3, [['TIT2', 1, utf16('Größe')]]).subarray(10)
    const mark = frames.indexOf(0xff)
    const stuffed = Buffer.concat([
      frames.subarray(0, mark + 1),
      Buffer.from([0]),
      frames.subarray(mark + 1),
    ])

    const tag = id3v2(3, [], 0x80, stuffed)

    assert.equal((await infoOf(Buffer.concat([tag, sound])))['Title'], 'Größe')
  })
})

describe('what other recordings say of themselves', () => {
  it('is read from FLAC, also with a foreign tag before it', async () => {
    const file = flac()
    const facts = { ...tags, Duration: 10, SampleRate: 44_100, Channels: 2 }

    // A hundred bytes of sound.
    assert.deepEqual(await infoOf(file), { ...facts, Bitrate: 80 })
    assert.equal((await infoOf(Buffer.concat([id3v2(3, []), file])))['Title'], 'Größe')
  })

  it('is read from Vorbis and Opus', async () => {
    const sizes = { Duration: 10, SampleRate: 44_100 }

    assert.deepEqual(await infoOf(vorbis()), {
      ...tags,
      ...sizes,
      Channels: 2,
      Bitrate: rate(vorbis()),
    })
    assert.deepEqual(await infoOf(opus()), {
      ...tags,
      ...sizes,
      Channels: 1,
      Bitrate: rate(opus()),
    })
  })

  it('is read from comments that run over many pages', async () => {
    const file = vorbis(['TITLE=A', `OTHER=${'x'.repeat(200_000)}`, 'ARTIST=B'])

    assert.deepEqual([(await infoOf(file))['Title'], (await infoOf(file))['Artist']], ['A', 'B'])
  })

  it('is read from MP4, of a film for picture and sound together', async () => {
    const facts = { ...tags, Track: '3/12', Duration: 10, SampleRate: 44_100, Channels: 2 }
    const film = mp4(50_000, true, { kind: 'film' })
    const silent = mp4(50_000, true, { kind: 'silent film' })

    assert.deepEqual(await infoOf(mp4()), { ...facts, Bitrate: 4000 })
    assert.deepEqual(await infoOf(film), { ...facts, Bitrate: rate(film) })
    assert.equal((await infoOf(silent))['Duration'], 10)
  })

  it('is read from WAV', async () => {
    assert.deepEqual(await infoOf(wav()), {
      Duration: 1.5,
      Bitrate: 128_000,
      SampleRate: 8000,
      Channels: 2,
    })
  })

  it('is read from AIFF, but for texts that may not be what was written', async () => {
    const { Title, ...facts } = await infoOf(aiff())

    assert.deepEqual(facts, { Duration: 10, Bitrate: 800, SampleRate: 44_100, Channels: 2 })
    assert.equal(Title, undefined)
  })

  it('is nothing when it is another kind of film, with sound in it', async () => {
    const head = Buffer.from('RIFF\0\0\0\0AVI LIST', 'latin1')

    assert.deepEqual(await infoOf(Buffer.concat([head, mp3Frames(100)])), {})
  })

  it('is nothing when it is no recording', async () => {
    for (const file of [
      Buffer.alloc(0),
      Buffer.alloc(5000),
      Buffer.alloc(5000, 255),
      Buffer.from('hello'),
    ]) {
      assert.deepEqual(await infoOf(file), {})
    }
  })

  it('comes without control characters and endless lines', async () => {
    const title = `a\u0007b\u202ec\r\nd${'x'.repeat(2000)}`
    const [shown] = Object.values(
      await infoOf(Buffer.concat([id3v2(4, [['TIT2', 3, Buffer.from(title)]]), mp3Frames(9)])),
    )

    assert.ok(typeof shown === 'string' && shown.startsWith('a b c dx') && shown.length <= 500)
  })
})

describe('a recording of which only parts are at hand', () => {
  it('says what it would read next, and with that says all', async () => {
    const file = Buffer.concat([mp4(5000, false), atom('free', Buffer.alloc(5000))])
    const movie = file.indexOf('moov') - 4

    const first = await partly(file, 4100)
    const second = await partly(file, 4100, [movie, movie + 1000])

    assert.deepEqual(first.missing, { start: movie, end: movie + 8 })
    assert.deepEqual([first.facts['Duration'], second.facts['Duration']], [undefined, 10])
    assert.equal(second.missing, null)
  })

  it('says what it knows already', async () => {
    const start = flac().subarray(0, 42)
    const padding = Buffer.concat([u32(0x01_00_20_00), Buffer.alloc(0x2000)])
    const file = Buffer.concat([start, padding, flac().subarray(42)])
    const comment = start.length + padding.length

    const { facts, missing } = await partly(file, 5000)

    assert.deepEqual([facts['Duration'], missing?.start], [10, comment])
  })

  it('does not take the length of its first pieces for all', async () => {
    const file = mp4InPieces()

    const { facts, missing } = await partly(file, file.length - 1500)

    assert.equal((await infoOf(file))['Duration'], 10)
    assert.ok(missing)
    assert.deepEqual([facts['Duration'], facts['Title']], [undefined, 'Größe'])
  })
})

describe('a recording that is broken', () => {
  const samples = [
    Buffer.concat([
      id3v2(3, [['TIT2', 1, utf16('a')]], 0xc0),
      mp3Frames(5, xingNote(9, 2085)),
      id3v1(),
    ]),
    Buffer.concat([id3v2(4, [['TIT2', 3, Buffer.from('a')]], 0x50), mp3Frames(3)]),
    id3v2(2, [['TT2', 0, Buffer.from('a')]]),
    flac(),
    vorbis(),
    opus(),
    mp4(),
    wav(),
    aiff(),
  ]

  it('never fails and never gives anything but texts and numbers', async () => {
    const random = seededRandom(2)
    for (let round = 0; round < 1_000; round++) {
      const whole = random.pick(samples)
      const end = random.between(0, 9) === 0 ? random.between(1, whole.length) : whole.length
      const file = Buffer.from(whole.subarray(0, end))
      for (let change = random.between(0, 6); change >= 0; change--) {
        // Marks and lengths lie at the start, so that is where most harm is done.
        const reach = random.between(0, 1) === 0 ? Math.min(end, 120) : end
        file[random.between(0, reach - 1)] = random.pick([
          0,
          1,
          127,
          128,
          255,
          random.between(0, 255),
        ])
      }

      for (const [name, value] of Object.entries(await infoOf(file))) {
        assert.ok(typeof value === 'string' || (Number.isFinite(value) && Number(value) > 0), name)
      }
    }
  })

  it('never fails when anything in it claims to be endless', async () => {
    for (const whole of samples) {
      for (let at = 0; at < Math.min(whole.length - 4, 100); at++) {
        const file = Buffer.concat([whole, Buffer.alloc(5000)])
        file.writeUInt32BE(0xffffffff, at)
        const size = 2 ** 40
        const end = { start: size - 200, bytes: Buffer.alloc(200) }
        const { missing } = await readAudio({ size, parts: [{ start: 0, bytes: file }, end] })
        assert.ok(!missing || missing.end - missing.start <= 16 * 1024 * 1024)
      }
    }
  })

  it('of a thousand million frames, atoms or comments is left in time', async () => {
    const zeros = Buffer.concat([Buffer.from('....ftyp'), Buffer.alloc(1024 * 1024)])
    const atoms = Buffer.alloc(1024 * 1024, u32(8).toString('latin1') + 'moov', 'latin1')
    atoms.write('ftyp', 4)
    const pages = Buffer.alloc(1024 * 1024, 'OggS')
    const sync = Buffer.alloc(1024 * 1024, Buffer.from([0xff, 0xfb]))

    for (const file of [zeros, atoms, pages, sync]) assert.ok(await infoOf(file))
  })
})
