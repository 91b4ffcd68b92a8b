import type { AudioFacts } from './audio-facts.ts'
import { byteReader } from './byte-reader.ts'
import { shownText } from '../../../codecs/media/facts.ts'
import { genreName } from './genres.ts'

interface Atom {
  name: string
  start: number
  end: number
}

const maxAtoms = 1000

const tags: Record<string, keyof AudioFacts> = {
  '\xa9nam': 'Title',
  '\xa9ART': 'Artist',
  '\xa9alb': 'Album',
  '\xa9day': 'Year',
  '\xa9gen': 'Genre',
  trkn: 'Track',
  gnre: 'Genre',
}

export function isMp4(head: Uint8Array): boolean {
  return byteReader(head).latin1(4, 8) === 'ftyp'
}

export function mp4Facts(head: Uint8Array, size: number): AudioFacts {
  const movie = find(head, { name: '', start: 0, end: head.length }, 'moov')
  if (!movie) return {}
  const duration = movieDuration(head, movie)
  return {
    ...tagFacts(head, movie),
    Duration: duration,
    Bitrate: duration > 0 ? (size * 8) / duration : undefined,
    ...soundFacts(head, movie),
  }
}

/**
 * Where the part with all the facts begins, when that is behind what was read: many programs write
 * it after the sound. `null` when it is in `head` or nowhere to be found.
 */
export function mp4MovieStart(head: Uint8Array, size: number): number | null {
  if (!isMp4(head)) return null
  const all = atoms(head, { name: '', start: 0, end: Number.MAX_SAFE_INTEGER })
  if (all.some(({ name }) => name === 'moov')) return null
  const next = all.at(-1)?.end ?? 0
  return next > head.length && next < size ? next : null
}

/** The atoms that begin in a part; the last may end behind what was read. */
function atoms(bytes: Uint8Array, { start, end }: Atom): Atom[] {
  const reader = byteReader(bytes)
  const found: Atom[] = []
  let at = start
  while (at + 8 <= Math.min(end, bytes.length) && found.length < maxAtoms) {
    const short = reader.u32(at)
    const length = short === 1 ? reader.u64(at + 8) : short
    const header = short === 1 ? 16 : 8
    if (length < header) break
    found.push({
      name: reader.latin1(at + 4, at + 8),
      start: at + header,
      end: Math.min(at + length, end),
    })
    at += length
  }
  return found
}

/** Follows a path of names down from an atom. */
function find(bytes: Uint8Array, from: Atom, ...path: string[]): Atom | undefined {
  let atom: Atom | undefined = from
  for (const wanted of path) {
    atom = atom && atoms(bytes, atom).find(({ name }) => name === wanted)
    // A box of facts about facts has four bytes before what it holds.
    if (atom && wanted === 'meta') atom = { ...atom, start: atom.start + 4 }
  }
  return atom
}

function movieDuration(bytes: Uint8Array, movie: Atom): number {
  const header = find(bytes, movie, 'mvhd')
  if (!header) return 0
  const reader = byteReader(bytes)
  const long = reader.u8(header.start) === 1
  const scale = reader.u32(header.start + (long ? 20 : 12))
  const length = long ? reader.u64(header.start + 24) : reader.u32(header.start + 16)
  return scale > 0 ? length / scale : 0
}

/** Of the first track with sound. */
function soundFacts(bytes: Uint8Array, movie: Atom): AudioFacts {
  const reader = byteReader(bytes)
  for (const track of atoms(bytes, movie)) {
    if (track.name !== 'trak') continue
    const handler = find(bytes, track, 'mdia', 'hdlr')
    if (!handler || reader.latin1(handler.start + 8, handler.start + 12) !== 'soun') continue
    const entries = find(bytes, track, 'mdia', 'minf', 'stbl', 'stsd')
    if (!entries) continue
    const entry = entries.start + 8
    return { SampleRate: reader.u16(entry + 32), Channels: reader.u16(entry + 24) }
  }
  return {}
}

function tagFacts(bytes: Uint8Array, movie: Atom): AudioFacts {
  const list = find(bytes, movie, 'udta', 'meta', 'ilst')
  const facts: Record<string, string> = {}
  for (const item of list ? atoms(bytes, list) : []) {
    const fact = tags[item.name]
    const data = fact && find(bytes, item, 'data')
    if (!fact || !data || facts[fact]) continue
    // Eight bytes say what kind of value it is.
    facts[fact] = tagText(bytes, item.name, data.start + 8, data.end)
  }
  return facts
}

function tagText(bytes: Uint8Array, name: string, start: number, end: number): string {
  const reader = byteReader(bytes)
  if (name === 'trkn') {
    const [track, of] = [reader.u16(start + 2), reader.u16(start + 4)]
    if (track === 0) return ''
    return of > 0 ? `${track}/${of}` : String(track)
  }
  if (name === 'gnre') return genreName(String(reader.u16(start) - 1))
  const text = shownText(new TextDecoder().decode(reader.slice(start, Math.min(end, start + 4000))))
  return name === '\xa9day' ? text.slice(0, 4) : text
}
