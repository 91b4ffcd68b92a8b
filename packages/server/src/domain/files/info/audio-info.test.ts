import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  flac,
  id3v1,
  id3v2,
  mp3Frames,
  mp4,
  opus,
  u32,
  utf16,
  vorbis,
  wav,
  xingNote,
} from '../../../../test/fixtures/audio-samples.ts'
import { seededRandom } from '../../../../test/fixtures/seeded-random.ts'
import { audioInfo } from './audio-info.ts'
import type { FileInfo } from '@triptych/contract/files'

function infoOf(file: Uint8Array): FileInfo {
  return audioInfo({ head: file, tail: file.subarray(-65_536), size: file.length })
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

  it('is read without any tag', () => {
    assert.deepEqual(infoOf(sound), stream)
  })

  it('counts the frames by the note of the encoder', () => {
    const info = infoOf(mp3Frames(100, xingNote(1000)))

    assert.deepEqual([info['Duration'], info['Bitrate']], [26.12, 12_771])
  })

  it('is read from the tag at the end', () => {
    assert.deepEqual(infoOf(Buffer.concat([sound, id3v1()])), {
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
        ['TALB', 3, Buffer.from('Alb\0and another')],
        ['TDRC', 3, Buffer.from('2004-05-01T10:00')],
        ['TRCK', 3, Buffer.from('3')],
        ['TCON', 3, Buffer.from('17')],
      ]),
    ],
    [
      '2.3 with more before the frames',
      id3v2(
        3,
        [
          ['TIT2', 0, latin('Gr\xf6\xdfe')],
          ['TPE1', 0, latin('Ann')],
          ['TALB', 0, latin('Alb')],
          ['TYER', 0, latin('2004')],
          ['TRCK', 0, latin('3')],
          ['TCON', 0, latin('Rock')],
        ],
        0x40,
        Buffer.concat([u32(6), Buffer.alloc(6)]),
      ),
    ],
  ]
  for (const [version, tag] of versions) {
    it(`is read from the tag before it, version ${version}`, () => {
      const info = infoOf(Buffer.concat([tag, sound, id3v1()]))

      assert.deepEqual(info, { ...tags, ...stream })
    })
  }

  it('is read from a tag in which sound was kept out by zeros', () => {
    const frames = id3v2(3, [['TIT2', 1, utf16('Größe')]]).subarray(10)
    const mark = frames.indexOf(0xff)
    const stuffed = Buffer.concat([
      frames.subarray(0, mark + 1),
      Buffer.from([0]),
      frames.subarray(mark + 1),
    ])

    assert.equal(infoOf(id3v2(3, [], 0x80, stuffed))['Title'], 'Größe')
  })
})

describe('what other recordings say of themselves', () => {
  it('is read from FLAC, also with a foreign tag before it', () => {
    const file = flac()
    const facts = { ...tags, Duration: 10, SampleRate: 44_100, Channels: 2 }

    assert.deepEqual(infoOf(file), { ...facts, Bitrate: rate(file) })
    assert.equal(infoOf(Buffer.concat([id3v2(3, []), file]))['Title'], 'Größe')
  })

  it('is read from Vorbis and Opus', () => {
    const sizes = { Duration: 10, SampleRate: 44_100 }

    assert.deepEqual(infoOf(vorbis()), { ...tags, ...sizes, Channels: 2, Bitrate: rate(vorbis()) })
    assert.deepEqual(infoOf(opus()), { ...tags, ...sizes, Channels: 1, Bitrate: rate(opus()) })
  })

  it('is read from comments that run over many pieces', () => {
    const file = vorbis(['TITLE=A', `OTHER=${'x'.repeat(20_000)}`, 'ARTIST=B'])

    assert.deepEqual([infoOf(file)['Title'], infoOf(file)['Artist']], ['A', 'B'])
  })

  it('is read from MP4', () => {
    const file = mp4()

    assert.deepEqual(infoOf(file), {
      ...tags,
      Track: '3/12',
      Duration: 10,
      SampleRate: 44_100,
      Channels: 2,
      Bitrate: rate(file),
    })
  })

  it('is read from WAV', () => {
    assert.deepEqual(infoOf(wav()), {
      Duration: 1.5,
      Bitrate: 128_000,
      SampleRate: 8000,
      Channels: 2,
    })
  })

  it('is nothing when it is no recording', () => {
    for (const file of [
      Buffer.alloc(0),
      Buffer.alloc(5000),
      Buffer.alloc(5000, 255),
      Buffer.from('hello'),
    ]) {
      assert.deepEqual(infoOf(file), {})
    }
  })

  it('comes without control characters and endless lines', () => {
    const title = `a\u0007b\u202ec\r\nd${'x'.repeat(2000)}`
    const [shown] = Object.values(infoOf(id3v2(4, [['TIT2', 3, Buffer.from(title)]])))

    assert.ok(typeof shown === 'string' && shown.startsWith('a b c dx') && shown.length <= 500)
  })
})

describe('a recording that is broken', () => {
  const samples = [
    Buffer.concat([id3v2(3, [['TIT2', 1, utf16('a')]], 0xc0), mp3Frames(5, xingNote(9)), id3v1()]),
    Buffer.concat([id3v2(4, [['TIT2', 3, Buffer.from('a')]], 0x50), mp3Frames(3)]),
    id3v2(2, [['TT2', 0, Buffer.from('a')]]),
    flac(),
    vorbis(),
    opus(),
    mp4(),
    wav(),
  ]

  it('never fails and never gives anything but texts and numbers', () => {
    const random = seededRandom(2)
    for (let round = 0; round < 20_000; round++) {
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

      for (const [name, value] of Object.entries(infoOf(file))) {
        assert.ok(typeof value === 'string' || (Number.isFinite(value) && Number(value) > 0), name)
      }
    }
  })

  it('of a thousand million frames, atoms or comments is left in time', () => {
    const zeros = Buffer.concat([Buffer.from('....ftyp'), Buffer.alloc(1024 * 1024)])
    const atoms = Buffer.alloc(1024 * 1024, u32(8).toString('latin1') + 'moov', 'latin1')
    atoms.write('ftyp', 4)
    const pages = Buffer.alloc(1024 * 1024, 'OggS')
    const sync = Buffer.alloc(1024 * 1024, Buffer.from([0xff, 0xfb]))

    for (const file of [zeros, atoms, pages, sync]) assert.ok(infoOf(file))
  })
})
