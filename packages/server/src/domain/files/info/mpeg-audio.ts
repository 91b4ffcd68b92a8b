import type { AudioFacts } from './audio-facts.ts'
import { byteReader } from './byte-reader.ts'
import type { ByteReader } from './byte-reader.ts'

interface Frame {
  /** In bytes. */
  length: number
  bitrate: number
  sampleRate: number
  channels: number
  /** In one frame, of each channel. */
  samples: number
  /** Where a note on the whole recording lies, counted from the frame. */
  noteAt: number
}

/** How far to look for the first frame. */
const maxSearch = 64 * 1024

/** `sound` begins where the tag before it ends; `size` counts from there to the end of the file. */
export function mpegFacts(sound: Uint8Array, size: number): AudioFacts {
  const reader = byteReader(sound)
  const at = firstFrame(reader)
  const frame = at === null ? null : readFrame(reader, at)
  if (at === null || !frame) return {}

  const { sampleRate, channels } = frame
  const bits = (size - at) * 8
  const count = frameCount(reader, at, frame)
  // Without a note the first frame must stand for all of them.
  const duration = count > 0 ? (count * frame.samples) / sampleRate : bits / frame.bitrate
  return {
    Duration: duration,
    Bitrate: bits / duration,
    SampleRate: sampleRate,
    Channels: channels,
  }
}

/** One that is followed by two of its kind: a lone match of eleven bits means nothing. */
function firstFrame(reader: ByteReader): number | null {
  const end = Math.min(reader.length - 4, maxSearch)
  for (let at = 0; at < end; at++) {
    if (reader.u8(at) !== 0xff) continue
    const second = frameAfter(reader, at)
    if (second && frameAfter(reader, second)) return at
  }
  return null
}

/** Where the next frame begins, if it has the version, layer and sample rate of this one. */
function frameAfter(reader: ByteReader, at: number): number | null {
  const frame = readFrame(reader, at)
  const next = at + (frame?.length ?? 0)
  const differs = (reader.u32(at) ^ reader.u32(next)) & 0xfffe0c00
  return frame && readFrame(reader, next) && !differs ? next : null
}

/** In kilobits per second, by layer and version. */
const bitrates = {
  'V1 L1': [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  'V1 L2': [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  'V1 L3': [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  'V2 L1': [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  'V2 L2': [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  'V2 L3': [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}

function readFrame(reader: ByteReader, at: number): Frame | null {
  const head = reader.u32(at)
  if (head >>> 21 !== 0x7ff) return null
  const version = (head >>> 19) & 3
  const layer = 4 - ((head >>> 17) & 3)
  if (version === 1 || layer === 4) return null

  const generation = version === 3 ? 'V1' : 'V2'
  const kilobits = bitrates[`${generation} L${layer as 1 | 2 | 3}`][((head >>> 12) & 15) - 1]
  const fullRate = [44_100, 48_000, 32_000][(head >>> 10) & 3]
  if (!kilobits || !fullRate) return null
  const sampleRate = fullRate / { 3: 1, 2: 2, 0: 4 }[version as 0 | 2 | 3]
  const bitrate = kilobits * 1000
  const padding = (head >>> 9) & 1
  const mono = ((head >>> 6) & 3) === 3

  const samples = layer === 1 ? 384 : layer === 3 && generation === 'V2' ? 576 : 1152
  const slots = Math.floor(((samples / 8) * bitrate) / sampleRate / (layer === 1 ? 4 : 1)) + padding
  const side = generation === 'V1' ? (mono ? 17 : 32) : mono ? 9 : 17
  return {
    length: layer === 1 ? slots * 4 : slots,
    bitrate,
    sampleRate,
    channels: mono ? 1 : 2,
    samples,
    noteAt: 4 + side,
  }
}

/** How many frames there are, from the note that encoders leave in the first one; 0 when unknown. */
function frameCount(reader: ByteReader, at: number, frame: Frame): number {
  const note = at + frame.noteAt
  const mark = reader.latin1(note, note + 4)
  if (mark === 'Xing' || mark === 'Info') return reader.u32(note + 4) & 1 ? reader.u32(note + 8) : 0
  return reader.latin1(at + 36, at + 40) === 'VBRI' ? reader.u32(at + 50) : 0
}
