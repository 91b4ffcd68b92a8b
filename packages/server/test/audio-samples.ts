/** Small recordings without sound, built byte by byte. */

export const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255])
export const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
export const u32le = (value: number): Buffer => Buffer.from(u32(value).toReversed())
const latin = (text: string): Buffer => Buffer.from(text, 'latin1')

/** `count` frames of MPEG 1 layer III, 128 kbit/s, 44.1 kHz, stereo: 417 bytes and 1152 samples each. */
export function mp3Frames(count: number, note?: Buffer): Buffer {
  const frames = Array.from({ length: count }, () => {
    const frame = Buffer.alloc(417)
    Buffer.from([0xff, 0xfb, 0x90, 0x00]).copy(frame)
    return frame
  })
  note?.copy(frames[0] ?? Buffer.alloc(0), 36)
  return Buffer.concat(frames)
}

export function xingNote(frames: number): Buffer {
  return Buffer.concat([latin('Xing'), u32(1), u32(frames)])
}

export function id3v1(): Buffer {
  const tag = Buffer.alloc(128)
  tag.write('TAG', 0)
  tag.write('Old title', 3, 'latin1')
  tag.write('Old \xe4rtist', 33, 'latin1')
  tag.write('Old album', 63)
  tag.write('1999', 93)
  tag[126] = 7
  tag[127] = 17
  return tag
}

const sevenBits = (value: number): Buffer =>
  Buffer.from([(value >> 21) & 127, (value >> 14) & 127, (value >> 7) & 127, value & 127])

type Frames = [name: string, encoding: number, text: Buffer][]

export function id3v2(
  version: 2 | 3 | 4,
  frames: Frames,
  flags = 0,
  before = Buffer.alloc(0),
): Buffer {
  const body = frames.map(([name, encoding, text]) => {
    const content = Buffer.concat([Buffer.from([encoding]), text])
    if (version === 2) {
      return Buffer.concat([latin(name), u32(content.length).subarray(1), content])
    }
    const length = version === 3 ? u32(content.length) : sevenBits(content.length)
    return Buffer.concat([latin(name), length, u16(0), content])
  })
  const padded = Buffer.concat([before, ...body, Buffer.alloc(20)])
  return Buffer.concat([
    latin('ID3'),
    Buffer.from([version, 0, flags]),
    sevenBits(padded.length),
    padded,
  ])
}

export const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')

export function vorbisComments(lines: string[]): Buffer {
  const parts = lines.map((line) =>
    Buffer.concat([u32le(Buffer.byteLength(line)), Buffer.from(line)]),
  )
  return Buffer.concat([u32le(4), latin('test'), u32le(lines.length), ...parts])
}

export const comments = [
  'title=Größe',
  'ARTIST=Ann',
  'ALBUM=Alb',
  'DATE=2004-05-01',
  'TRACKNUMBER=3',
  'GENRE=Rock',
  'IGNORED=1',
]

export function flac(): Buffer {
  const info = Buffer.alloc(34)
  // 44,100 Hz, 2 channels, 16 bits, 441,000 samples
  Buffer.from('0ac442f00006baa8', 'hex').copy(info, 10)
  const comment = vorbisComments(comments)
  return Buffer.concat([
    latin('fLaC'),
    Buffer.from([0]),
    u32(info.length).subarray(1),
    info,
    Buffer.from([0x84]),
    u32(comment.length).subarray(1),
    comment,
    Buffer.alloc(100),
  ])
}

function oggPage(packets: Buffer[], position: number): Buffer {
  const lacing = packets.flatMap(({ length }) => [
    ...Array.from({ length: Math.floor(length / 255) }, () => 255),
    length % 255,
  ])
  const head = Buffer.alloc(27)
  head.write('OggS')
  head.writeUInt32LE(position, 6)
  head[26] = lacing.length
  return Buffer.concat([head, Buffer.from(lacing), ...packets])
}

export function vorbis(lines = comments): Buffer {
  const first = Buffer.alloc(30)
  first.write('\x01vorbis', 'latin1')
  first[11] = 2
  first.writeUInt32LE(44_100, 12)
  const second = Buffer.concat([latin('\x03vorbis'), vorbisComments(lines)])
  return Buffer.concat([
    oggPage([first], 0),
    oggPage([second], 0),
    oggPage([Buffer.alloc(50)], 441_000),
  ])
}

export function opus(): Buffer {
  const first = Buffer.alloc(19)
  first.write('OpusHead')
  first[9] = 1
  first.writeUInt16LE(312, 10)
  first.writeUInt32LE(44_100, 12)
  const second = Buffer.concat([latin('OpusTags'), vorbisComments(comments)])
  return Buffer.concat([
    oggPage([first], 0),
    oggPage([second], 0),
    oggPage([Buffer.alloc(50)], 480_312),
  ])
}

export function atom(name: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([u32(body.length + 8), latin(name), body])
}

export function mp4Movie(): Buffer {
  const header = Buffer.alloc(100)
  header.writeUInt32BE(1000, 12)
  header.writeUInt32BE(10_000, 16)
  const handler = Buffer.alloc(24)
  handler.write('soun', 8)
  const entry = Buffer.alloc(36)
  entry.writeUInt16BE(2, 24)
  entry.writeUInt16BE(44_100, 32)
  const text = (value: string): Buffer => atom('data', u32(1), u32(0), Buffer.from(value))
  const tags = atom(
    'ilst',
    atom('\xa9nam', text('Größe')),
    atom('\xa9ART', text('Ann')),
    atom('\xa9alb', text('Alb')),
    atom('\xa9day', text('2004-05-01')),
    atom('trkn', atom('data', u32(0), u32(0), u16(0), u16(3), u16(12), u16(0))),
    atom('gnre', atom('data', u32(0), u32(0), u16(18))),
  )
  return atom(
    'moov',
    atom('mvhd', header),
    atom(
      'trak',
      atom(
        'mdia',
        atom('hdlr', handler),
        atom('minf', atom('stbl', atom('stsd', u32(0), u32(1), entry))),
      ),
    ),
    atom('udta', atom('meta', u32(0), tags)),
  )
}

export function mp4(sound = 100, movieFirst = true): Buffer {
  const type = atom('ftyp', latin('M4A '), u32(0))
  const data = atom('mdat', Buffer.alloc(sound))
  return Buffer.concat(movieFirst ? [type, mp4Movie(), data] : [type, data, mp4Movie()])
}

export function wav(): Buffer {
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1, 0)
  format.writeUInt16LE(2, 2)
  format.writeUInt32LE(8000, 4)
  format.writeUInt32LE(16_000, 8)
  return Buffer.concat([
    latin('RIFF'),
    u32le(0),
    latin('WAVELIST'),
    u32le(3),
    Buffer.alloc(4),
    latin('fmt '),
    u32le(16),
    format,
    latin('data'),
    u32le(24_000),
    Buffer.alloc(64),
  ])
}
