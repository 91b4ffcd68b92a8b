import { isUtf8 } from 'node:buffer'

/**
 * Half of a surrogate pair, which no right text has: it stands for bytes that are no text, so that
 * a reader can find the records that have some.
 */
const broken = '\udfff'

// Larger pieces are slower: what is made of one should still be in the processor's cache.
const pieceBytes = 64 * 1024

/** The text of a file in UTF-8, or in UTF-16 when it says so by its byte order mark. */
export async function* decodedPieces(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  let encoding: Encoding | null = null
  let rest: Uint8Array = new Uint8Array()
  for await (const even of evenPieces(bytes)) {
    let piece = rest.length === 0 ? even : Buffer.concat([rest, even])
    if (encoding === null) {
      encoding = encodingOf(piece)
      piece = piece.subarray(encoding.mark.length)
    }
    const end = encoding.wholeLength(piece)
    rest = piece.subarray(end)
    if (end > 0) yield encoding.decode(piece.subarray(0, end))
  }
  if (rest.length > 0) yield broken
}

interface Encoding {
  mark: number[]
  /** How much of the bytes are whole characters. */
  wholeLength: (bytes: Uint8Array) => number
  decode: (bytes: Buffer) => string
}

const utf8: Encoding = { mark: [], wholeLength: wholeUtf8, decode: decodeUtf8 }
const encodings: Encoding[] = [
  { ...utf8, mark: [0xef, 0xbb, 0xbf] },
  {
    mark: [0xff, 0xfe],
    wholeLength: wholeUnits,
    decode: (bytes) => bytes.toString('utf16le'),
  },
  {
    mark: [0xfe, 0xff],
    wholeLength: wholeUnits,
    decode: (bytes) => Buffer.from(bytes).swap16().toString('utf16le'),
  },
]

function encodingOf(bytes: Uint8Array): Encoding {
  return encodings.find(({ mark }) => mark.every((byte, i) => bytes[i] === byte)) ?? utf8
}

function wholeUnits(bytes: Uint8Array): number {
  return bytes.length - (bytes.length % 2)
}

function wholeUtf8(bytes: Uint8Array): number {
  const { length } = bytes
  for (let back = 1; back <= 3 && back <= length; back++) {
    const byte = bytes[length - back]!
    if (byte < 0x80) return length
    if (byte >= 0xc0) return bytesAnnounced(byte) > back ? length - back : length
  }
  return length
}

function bytesAnnounced(first: number): number {
  if (first >= 0xf0) return 4
  return first >= 0xe0 ? 3 : 2
}

function decodeUtf8(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  let text = ''
  for (let from = 0; from < bytes.length;) {
    const end = lineEnd(bytes, from)
    text += decodeLine(bytes.subarray(from, end))
    from = end
  }
  return text
}

/** A line with broken bytes is refused anyway, so a real U+FFFD in it need not be told apart. */
function decodeLine(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return isUtf8(bytes) ? text : text.replaceAll('\ufffd', broken)
}

function lineEnd(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at++
  return Math.min(at + 1, bytes.length)
}

async function* evenPieces(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer, void, undefined> {
  let gathered: Uint8Array[] = []
  let length = 0
  for await (const block of bytes) {
    gathered.push(block)
    length += block.length
    if (length < pieceBytes) continue
    const all = joined(gathered)
    for (let from = 0; from < all.length; from += pieceBytes) {
      yield all.subarray(from, from + pieceBytes)
    }
    gathered = []
    length = 0
  }
  if (length > 0) yield joined(gathered)
}

function joined(blocks: Uint8Array[]): Buffer {
  const [first, ...others] = blocks
  if (first === undefined || others.length > 0) return Buffer.concat(blocks)
  return Buffer.from(first.buffer, first.byteOffset, first.byteLength)
}
