import type { AudioFacts } from './audio-facts.ts'
import { byteReader } from './byte-reader.ts'

const maxChunks = 200

export function wavFacts(head: Uint8Array): AudioFacts {
  const reader = byteReader(head, 'little')
  let facts: AudioFacts = {}
  let bytesPerSecond = 0
  let at = 12
  for (let chunk = 0; chunk < maxChunks && at + 8 <= head.length; chunk++) {
    const name = reader.latin1(at, at + 4)
    const size = reader.u32(at + 4)
    if (name === 'fmt ') {
      bytesPerSecond = reader.u32(at + 16)
      facts = {
        SampleRate: reader.u32(at + 12),
        Channels: reader.u16(at + 10),
        Bitrate: bytesPerSecond * 8,
      }
    }
    if (name === 'data' && bytesPerSecond > 0) return { ...facts, Duration: size / bytesPerSecond }
    at += 8 + size + (size % 2)
  }
  return facts
}
