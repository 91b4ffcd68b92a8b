import type { AudioFacts } from './audio-facts.ts'
import { byteReader } from './byte-reader.ts'
import { vorbisComment } from './vorbis-comment.ts'

const maxBlocks = 200

export function flacFacts(head: Uint8Array, size: number): AudioFacts {
  const reader = byteReader(head)
  let facts: AudioFacts = {}
  let at = 4
  for (let block = 0; block < maxBlocks && at + 4 <= head.length; block++) {
    const type = reader.u8(at)
    const start = at + 4
    const end = start + reader.u24(at + 1)
    if ((type & 0x7f) === 0) facts = { ...facts, ...streamFacts(reader.slice(start, end), size) }
    if ((type & 0x7f) === 4) facts = { ...facts, ...vorbisComment(reader.slice(start, end)) }
    if (type & 0x80) break
    at = end
  }
  return facts
}

/** 20 bits of sample rate, 3 of channels, 5 of depth, 36 of samples. */
function streamFacts(block: Uint8Array, size: number): AudioFacts {
  const reader = byteReader(block)
  const rate = reader.u24(10) >>> 4
  if (block.length < 34 || rate === 0) return {}
  const samples = (reader.u8(13) & 0x0f) * 2 ** 32 + reader.u32(14)
  const duration = samples / rate
  return {
    Duration: duration,
    Bitrate: duration > 0 ? (size * 8) / duration : undefined,
    SampleRate: rate,
    Channels: ((reader.u8(12) >>> 1) & 7) + 1,
  }
}
