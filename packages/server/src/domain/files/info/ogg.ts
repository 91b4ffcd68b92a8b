import type { AudioFacts, Ends } from './audio-facts.ts'
import { byteReader } from './byte-reader.ts'
import { vorbisComment } from './vorbis-comment.ts'

/** Opus counts in this rate whatever the recording had. */
const opusRate = 48_000
/** Both headers; a comment longer than this holds a cover, and what comes before it is still read. */
const maxHeaders = 256 * 1024

export function oggFacts({ head, tail, size }: Ends): AudioFacts {
  const [first, second] = firstPackets(head)
  if (!first || !second) return {}
  const reader = byteReader(first, 'little')
  const opus = reader.latin1(0, 8) === 'OpusHead'
  if (!opus && reader.latin1(0, 7) !== '\x01vorbis') return {}

  const rate = opus ? opusRate : reader.u32(12)
  const skipped = opus ? reader.u16(10) : 0
  const duration = rate > 0 ? (lastPosition(tail) - skipped) / rate : 0
  return {
    ...vorbisComment(second.subarray(opus ? 8 : 7)),
    Duration: duration,
    Bitrate: duration > 0 ? (size * 8) / duration : undefined,
    SampleRate: opus ? reader.u32(12) : rate,
    Channels: opus ? reader.u8(9) : reader.u8(11),
  }
}

/** A packet ends with the first piece shorter than 255; it may run over several pages. */
function firstPackets(head: Uint8Array): Uint8Array[] {
  const reader = byteReader(head)
  const packets: Uint8Array[] = []
  let pieces: Uint8Array[] = []
  let length = 0
  let at = 0
  while (reader.latin1(at, at + 4) === 'OggS' && length < maxHeaders) {
    const count = reader.u8(at + 26)
    let start = at + 27 + count
    for (let index = 0; index < count; index++) {
      const size = reader.u8(at + 27 + index)
      pieces.push(reader.slice(start, start + size))
      length += size
      start += size
      if (size === 255) continue
      packets.push(Buffer.concat(pieces))
      pieces = []
      if (packets.length === 2) return packets
    }
    at = start
  }
  return [...packets, Buffer.concat(pieces)]
}

/** Of the last page: how many samples there are up to its end. */
function lastPosition(tail: Uint8Array): number {
  const at = Buffer.from(tail.buffer, tail.byteOffset, tail.length).lastIndexOf('OggS')
  if (at < 0) return 0
  const position = byteReader(tail, 'little').u64(at + 6)
  return position < 2 ** 53 ? position : 0
}
