import type { FileInfo } from '@triptych/contract/files'
import { parseFromTokenizer } from 'music-metadata'
import type { IAudioMetadata } from 'music-metadata'
import { EndOfStreamError, fromBuffer } from 'strtok3'
import type { IRandomAccessTokenizer } from 'strtok3'
import { onlyKnown, shownText, utf8OrLatin } from './facts.ts'

/** From `start` up to but without `end`. */
export interface ByteRange {
  start: number
  end: number
}

/** A recording of which only parts are at hand; they may overlap. */
export interface Recording {
  size: number
  parts: { start: number; bytes: Uint8Array }[]
}

export interface AudioFacts {
  facts: FileInfo
  /** What would have been read next but is not at hand: with it there may be more to say. */
  missing: ByteRange | null
}

/** Nothing that is worth reading is longer; covers are skipped. */
const maxPiece = 16 * 1024 * 1024

/**
 * What a recording or a film says of itself, told by its bytes and not by its name. Never fails, but
 * bytes made to do harm take as much time and memory as there is (64 KiB of names: seconds): not for
 * a process that others depend on.
 */
export async function readAudio({ size, parts }: Recording): Promise<AudioFacts> {
  const recording = { size, parts: parts.map((part) => ({ ...part, bytes: mended(part.bytes) })) }
  const { tokenizer, missing } = tokenizerOver(recording)
  let found: Found | null = null
  try {
    await parseFromTokenizer(tokenizer, {
      skipCovers: true,
      // Else what an old tag has in short wins over what a newer one has in full.
      skipPostHeaders: true,
      mkvUseIndex: true,
      // What was found before the bytes ended or stopped making sense is as good as the rest.
      observer: ({ metadata }) => (found = metadata),
    })
  } catch {
    // No recording, or a broken one.
  }
  return { facts: found ? factsOf(found, recording, missing()) : {}, missing: missing() }
}

type Found = Pick<IAudioMetadata, 'format' | 'common' | 'native'>

function tokenizerOver(recording: Recording): {
  tokenizer: IRandomAccessTokenizer
  missing: () => ByteRange | null
} {
  const { size } = recording
  const tokenizer = fromBuffer(new Uint8Array(), { maxBufferSize: maxPiece })
  const tag = tagBefore(recording)
  let missing: ByteRange | null = null

  tokenizer.fileInfo = { size }
  tokenizer.peekBuffer = async (target, options = {}) => {
    const { length = target.length, position: start = tokenizer.position } = options
    const end = Math.min(start + length, size)
    if (end - start < length && !options.mayBeLess) throw new EndOfStreamError()
    if (end <= start) return 0
    const bytes = bytesOf(recording, start, end)
    if (!bytes) {
      missing ??= { start, end }
      throw new EndOfStreamError()
    }
    target.set(bytes)
    // Not the few bytes of a header, in which there is nothing to take out.
    if (tag.stuffed && length > 10 && start >= 10 && end <= tag.end) removeStuffing(target)
    return bytes.length
  }
  return { tokenizer, missing: () => missing }
}

function bytesOf({ parts }: Recording, start: number, end: number): Uint8Array | null {
  const part = parts.find((one) => one.start <= start && end <= one.start + one.bytes.length)
  return part?.bytes.subarray(start - part.start, end - part.start) ?? null
}

/**
 * QuickTime has two handlers in each track: of the sound, and of where it lies. The parser takes the
 * later for the former and then sees no sound, so the later is hidden from it.
 */
function mended(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.from(bytes)
  const dataHandler = 'hdlr\0\0\0\0dhlr'
  for (let at = copy.indexOf(dataHandler); at >= 0; at = copy.indexOf(dataHandler, at)) {
    copy.write('free', at)
  }
  return copy
}

interface Tag {
  /** Where the sound begins, if there is a tag before it. */
  end: number
  /**
   * It has zeros in it that keep it from looking like sound. The parser takes them out only where
   * each frame says so, which is from version 4 on.
   */
  stuffed: boolean
}

function tagBefore(recording: Recording): Tag {
  const head = bytesOf(recording, 0, 10) ?? new Uint8Array(10)
  const [, , , version = 0, , flags = 0, ...length] = head
  if (latin(head.subarray(0, 3)) !== 'ID3') return { end: 0, stuffed: false }
  const end = 10 + length.reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
  return { end, stuffed: version < 4 && (flags & 0x80) !== 0 }
}

/** The length stays: zeros at the end mean nothing. */
function removeStuffing(bytes: Uint8Array): void {
  const rest = bytes.filter((byte, index) => byte !== 0 || bytes[index - 1] !== 0xff)
  bytes.set(rest)
  bytes.fill(0, rest.length)
}

function factsOf(found: Found, recording: Recording, missing: ByteRange | null): FileInfo {
  const { format, common } = found
  const duration = missing && isMp4(recording) ? undefined : durationOf(found, recording)
  const average = duration && ((recording.size - tagBefore(recording).end) * 8) / duration
  // These chunks are read as seven bits, so that what is not English comes out wrong.
  const tags = format.tagTypes?.every((type) => type === 'AIFF') ? null : common
  return onlyKnown({
    Title: text(tags?.title),
    Artist: text(artistOf(found) ?? tags?.artist),
    Album: text(tags?.album),
    Year: tags?.year ? text(tags.year) : undefined,
    Track: trackOf(common.track),
    Genre: text(tags?.genre?.join(', ')),
    Duration: positive(duration, 2),
    Bitrate: positive(bitrateOf(found, average), 0),
    SampleRate: positive(format.sampleRate, 0),
    Channels: positive(format.numberOfChannels, 0),
  })
}

/** What is in pieces over the whole file is not read to its end, and then its length is unknown. */
function isMp4(recording: Recording): boolean {
  return latin(bytesOf(recording, 4, 8) ?? new Uint8Array()) === 'ftyp'
}

function durationOf({ format }: Found, recording: Recording): number | undefined {
  const { sampleRate, trackInfo } = format
  if (format.container !== 'Ogg' || format.hasVideo) {
    const longest = trackInfo.reduce((length, track) => Math.max(length, track.duration ?? 0), 0)
    return format.duration ?? longest
  }
  if (format.codec !== 'Opus') return sampleRate && lastPosition(recording) / sampleRate
  // It counts in this rate whatever the recording had, and from before the first sample.
  const before = Buffer.from(bytesOf(recording, 38, 40) ?? [0, 0]).readUInt16LE()
  return (lastPosition(recording) - before) / 48_000
}

function bitrateOf({ format }: Found, average: number | undefined): number | undefined {
  const { bitrate, container, hasVideo } = format
  // A film is more than its sound, an Ogg says what was asked of its encoder, an MPEG how it begins.
  const isHint = hasVideo || container === 'Ogg' || container === 'MPEG'
  if (!isHint) return bitrate || average
  return bitrate && average && Math.abs(bitrate - average) < average / 100 ? bitrate : average
}

/** Of the last page of an Ogg: how many samples there are up to its end. */
function lastPosition({ parts, size }: Recording): number {
  const last = parts.find((part) => part.start + part.bytes.length === size)
  const bytes = Buffer.from(last?.bytes ?? [])
  const at = bytes.lastIndexOf('OggS')
  if (at < 0 || at + 14 > bytes.length) return 0
  const position = Number(bytes.readBigUInt64LE(at + 6))
  return position < 2 ** 53 ? position : 0
}

/** Old tags part artists by a slash, which is how AC/DC become two. */
function artistOf({ common, native }: Found): string | undefined {
  const tags = native['ID3v2.3'] ?? native['ID3v2.2'] ?? []
  const artists = tags.filter(({ id }) => id === 'TPE1' || id === 'TP1').map(({ value }) => value)
  return artists.length > 0 && artists[0] === common.artist ? artists.join('/') : undefined
}

function trackOf({ no, of }: { no: number | null; of: number | null }): string | undefined {
  if (!no) return undefined
  return of ? `${no}/${of}` : String(no)
}

/** People write UTF-8 also where a format says Latin. */
function text(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const shown = String(value)
  const isLatin = /^[\0-\u00ff]*$/.test(shown)
  return shownText(isLatin ? utf8OrLatin(Buffer.from(shown, 'latin1')) : shown)
}

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}

function positive(value: number | undefined, digits: number): number | undefined {
  const rounded = Number(value?.toFixed(digits))
  return rounded > 0 ? rounded : undefined
}
