import type { AudioFacts, Ends } from './audio-facts.ts'
import { onlyKnown } from '../../../codecs/media/facts.ts'
import type { FileInfo } from '@triptych/contract/files'
import { flacFacts } from './flac.ts'
import { id3v1Facts, id3v2Facts } from './id3.ts'
import { isMp4, mp4Facts } from './mp4.ts'
import { mpegFacts } from './mpeg-audio.ts'
import { oggFacts } from './ogg.ts'
import { wavFacts } from './wav.ts'

const order: (keyof AudioFacts)[] = [
  'Title',
  'Artist',
  'Album',
  'Year',
  'Track',
  'Genre',
  'Duration',
  'Bitrate',
  'SampleRate',
  'Channels',
]

/** What a recording says of itself, told by its bytes and not by its name. Never fails. */
export function audioInfo(ends: Ends): FileInfo {
  const facts = readFacts(ends)
  const numbers = {
    Duration: positive(facts.Duration, 2),
    Bitrate: positive(facts.Bitrate, 0),
    SampleRate: positive(facts.SampleRate, 0),
    Channels: positive(facts.Channels, 0),
  }
  const all = { ...facts, ...numbers }
  return onlyKnown(Object.fromEntries(order.map((name) => [name, all[name]])))
}

function positive(value: number | undefined, digits: number): number | undefined {
  const rounded = Number(value?.toFixed(digits))
  return rounded > 0 ? rounded : undefined
}

function readFacts(ends: Ends): AudioFacts {
  const mark = Buffer.from(ends.head.subarray(0, 12)).toString('latin1')
  if (mark.startsWith('fLaC')) return flacFacts(ends.head, ends.size)
  if (mark.startsWith('OggS')) return oggFacts(ends)
  if (isMp4(ends.head)) return mp4Facts(ends.head, ends.size)
  if (mark.startsWith('RIFF') && mark.startsWith('WAVE', 8)) return wavFacts(ends.head)

  const { facts, length } = id3v2Facts(ends.head)
  // A FLAC may have a foreign tag before it.
  const sound = ends.head.subarray(length)
  const size = ends.size - length
  const stream =
    Buffer.from(sound.subarray(0, 4)).toString('latin1') === 'fLaC'
      ? flacFacts(sound, size)
      : mpegFacts(sound, size)
  return merge(id3v1Facts(ends.tail), stream, facts)
}

/** The later ones win, as far as they say anything. */
function merge(...all: AudioFacts[]): AudioFacts {
  return Object.assign({}, ...all.map((facts) => onlyKnown({ ...facts }))) as AudioFacts
}
