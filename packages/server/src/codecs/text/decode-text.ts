import { isUtf8 } from 'node:buffer'

/**
 * Half of a surrogate pair, which no right text has: it stands for bytes that are no text, so that
 * a reader can find the records that have some.
 */
const broken = '\udfff'

// Larger pieces are slower: what is made of one should still be in the processor's cache.
const pieceBytes = 64 * 1024

/** The text of a file in UTF-8, or in UTF-16 when it says so by its byte order mark, unless `choose` knows better. */
export async function* decodedPieces(
  bytes: AsyncIterable<Uint8Array>,
  choose: (first: Buffer) => Encoding = (first) => markedEncoding(first) ?? utf8,
): AsyncGenerator<string, void, undefined> {
  let encoding: Encoding | null = null
  let rest: Uint8Array = new Uint8Array()
  for await (const even of evenPieces(bytes)) {
    let piece = rest.length === 0 ? even : Buffer.concat([rest, even])
    if (encoding === null) {
      encoding = choose(piece)
      piece = piece.subarray(encoding.mark.length)
    }
    const end = encoding.wholeLength(piece)
    rest = piece.subarray(end)
    if (end > 0) yield encoding.decode(piece.subarray(0, end))
  }
  if (rest.length > 0) yield broken
}

export interface Encoding {
  name: string
  mark: number[]
  /** How much of the bytes are whole characters. */
  wholeLength: (bytes: Uint8Array) => number
  decode: (bytes: Buffer) => string
}

const utf8: Encoding = { name: 'utf-8', mark: [], wholeLength: wholeUtf8, decode: decodeUtf8 }
const encodings: Encoding[] = [
  { ...utf8, mark: [0xef, 0xbb, 0xbf] },
  {
    name: 'utf-16le',
    mark: [0xff, 0xfe],
    wholeLength: wholeUnits,
    decode: (bytes) => bytes.toString('utf16le'),
  },
  {
    name: 'utf-16be',
    mark: [0xfe, 0xff],
    wholeLength: wholeUnits,
    decode: (bytes) => Buffer.from(bytes).swap16().toString('utf16le'),
  },
]

function markedEncoding(bytes: Uint8Array): Encoding | null {
  return encodings.find(({ mark }) => mark.every((byte, i) => bytes[i] === byte)) ?? null
}

/** By its label, such as `windows-1252` or `latin1`; `null` where nobody knows it. */
export function encodingNamed(label: string): Encoding | null {
  try {
    const decoder = new TextDecoder(label)
    return {
      name: decoder.encoding,
      mark: [],
      // The decoder itself keeps half a character for the next piece.
      wholeLength: (bytes) => bytes.length,
      decode: (bytes) => decoder.decode(bytes, { stream: true }).replaceAll('\ufffd', broken),
    }
  } catch {
    return null
  }
}

/**
 * A byte order mark is certain, then counts what is `said`. Bytes that are no UTF-8 at all, not even here and there, come
 * from a program of the days before it, which most often was one for Windows.
 */
export function likelyEncoding(first: Buffer, said: Encoding | null): Encoding {
  const marked = markedEncoding(first) ?? said
  if (marked) return marked
  const isOld = !isUtf8(first.subarray(0, wholeUtf8(first))) && !hasUtf8(first)
  return isOld ? encodingNamed('windows-1252')! : utf8
}

/** Whether any character of several bytes is written in UTF-8. */
function hasUtf8(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const length = bytes[at]! >= 0xc2 ? bytesAnnounced(bytes[at]!) : 1
    if (length > 1 && isUtf8(bytes.subarray(at, at + length))) return true
  }
  return false
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
