import type { AudioFacts } from './audio-facts.ts'
import { byteReader } from './byte-reader.ts'
import { shownText, utf8OrLatin } from '../../../codecs/media/facts.ts'
import { genreName } from './genres.ts'

/** The names of the frames, in the version with three letters and in those with four. */
const frames: Record<string, keyof AudioFacts> = {
  TT2: 'Title',
  TIT2: 'Title',
  TP1: 'Artist',
  TPE1: 'Artist',
  TAL: 'Album',
  TALB: 'Album',
  TYE: 'Year',
  TYER: 'Year',
  TDRC: 'Year',
  TRK: 'Track',
  TRCK: 'Track',
  TCO: 'Genre',
  TCON: 'Genre',
}

const maxFrames = 1000

/** The tag before the sound, and how many bytes it takes. */
export function id3v2Facts(head: Uint8Array): { facts: AudioFacts; length: number } {
  const reader = byteReader(head)
  if (reader.latin1(0, 3) !== 'ID3') return { facts: {}, length: 0 }
  const version = reader.u8(3)
  const flags = reader.u8(5)
  const size = sevenBits(head, 6)
  const length = 10 + size + (version === 4 && flags & 0x10 ? 10 : 0)
  if (version < 2 || version > 4) return { facts: {}, length }

  let body = reader.slice(10, 10 + size)
  // In version 4 each frame says itself whether it was treated so.
  if (flags & 0x80 && version < 4) body = withoutStuffing(body)
  return { facts: readFrames(body, version, (flags & 0x40) !== 0), length }
}

function readFrames(body: Uint8Array, version: number, extended: boolean): AudioFacts {
  const reader = byteReader(body)
  const facts: Record<string, string> = {}
  const [nameLength, headLength] = version === 2 ? [3, 6] : [4, 10]
  let at = 0
  if (extended && version === 3) at = 4 + reader.u32(0)
  if (extended && version === 4) at = sevenBits(body, 0)

  for (let frame = 0; frame < maxFrames && at + headLength < body.length; frame++) {
    const name = reader.latin1(at, at + nameLength)
    if (!/^[A-Z0-9]+$/.test(name)) break
    const size = frameSize(body, at, version)
    const start = at + headLength
    const fact = frames[name]
    if (fact && !facts[fact] && start + size <= body.length) {
      const flags = version === 2 ? 0 : reader.u16(at + 8)
      const text = frameText(body.subarray(start, start + size), version, flags)
      if (text !== null) facts[fact] = tidy(fact, text)
    }
    at = start + size
  }
  return facts
}

function frameSize(body: Uint8Array, at: number, version: number): number {
  const reader = byteReader(body)
  if (version === 2) return reader.u24(at + 3)
  return version === 3 ? reader.u32(at + 4) : sevenBits(body, at + 4)
}

/** `null` for what is packed or enciphered. */
function frameText(frame: Uint8Array, version: number, flags: number): string | null {
  let bytes = frame
  if (version === 3 && flags & 0xc0) return null
  if (version === 4) {
    if (flags & 0x0c) return null
    if (flags & 0x01) bytes = bytes.subarray(4)
    if (flags & 0x02) bytes = withoutStuffing(bytes)
  }
  return decodeText(bytes)
}

/** The first byte names the encoding. */
function decodeText(bytes: Uint8Array): string {
  const text = bytes.subarray(1, 4000)
  switch (bytes[0]) {
    case 1:
      return new TextDecoder(text[0] === 0xfe && text[1] === 0xff ? 'utf-16be' : 'utf-16le').decode(
        text,
      )
    case 2:
      return new TextDecoder('utf-16be').decode(text)
    case 3:
      return new TextDecoder().decode(text)
    default:
      return Buffer.from(text).toString('latin1')
  }
}

function tidy(fact: keyof AudioFacts, text: string): string {
  const shown = shownText(text)
  if (fact === 'Genre') return genreName(shown)
  return fact === 'Year' ? shown.slice(0, 4) : shown
}

/** Takes out the zeros that keep a tag from looking like sound. */
function withoutStuffing(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, index) => byte !== 0 || bytes[index - 1] !== 0xff)
}

function sevenBits(bytes: Uint8Array, at: number): number {
  let value = 0
  for (let index = 0; index < 4; index++) value = value * 128 + ((bytes[at + index] ?? 0) & 0x7f)
  return value
}

/** The tag of fixed length at the very end. */
export function id3v1Facts(tail: Uint8Array): AudioFacts {
  const tag = tail.subarray(-128)
  const reader = byteReader(tag)
  if (tag.length !== 128 || reader.latin1(0, 3) !== 'TAG') return {}
  const text = (start: number, length: number): string =>
    shownText(utf8OrLatin(reader.slice(start, start + length)))
  const hasTrack = reader.u8(125) === 0 && reader.u8(126) !== 0
  return {
    Title: text(3, 30),
    Artist: text(33, 30),
    Album: text(63, 30),
    Year: text(93, 4),
    Track: hasTrack ? String(reader.u8(126)) : undefined,
    Genre: genreName(`(${reader.u8(127)})`),
  }
}
