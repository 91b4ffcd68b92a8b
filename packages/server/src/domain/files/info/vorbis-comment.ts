import type { AudioFacts } from './audio-facts.ts'
import { byteReader } from './byte-reader.ts'
import { shownText } from '../../../codecs/media/facts.ts'

const names: Record<string, keyof AudioFacts> = {
  TITLE: 'Title',
  ARTIST: 'Artist',
  ALBUM: 'Album',
  DATE: 'Year',
  YEAR: 'Year',
  TRACKNUMBER: 'Track',
  GENRE: 'Genre',
}

const maxComments = 1000
/** A cover may be among the comments; nothing that is shown is this long. */
const maxComment = 4000

/** The comments of FLAC, Vorbis and Opus: lines such as `TITLE=…`, each with its length before it. */
export function vorbisComment(block: Uint8Array): AudioFacts {
  const reader = byteReader(block, 'little')
  const facts: Record<string, string> = {}
  let at = 4 + reader.u32(0)
  const count = Math.min(reader.u32(at), maxComments)
  at += 4
  for (let index = 0; index < count && at + 4 <= block.length; index++) {
    const start = at + 4
    const end = start + reader.u32(at)
    if (end > block.length) break
    const line = new TextDecoder().decode(reader.slice(start, Math.min(end, start + maxComment)))
    const sign = line.indexOf('=')
    const name = names[line.slice(0, Math.max(sign, 0)).toUpperCase()]
    if (name && !facts[name]) {
      const value = shownText(line.slice(sign + 1))
      facts[name] = name === 'Year' ? value.slice(0, 4) : value
    }
    at = end
  }
  return facts
}
