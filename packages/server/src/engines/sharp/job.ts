import type { AudioFacts, Recording } from '../../codecs/media/audio.ts'
import type { Box, PictureFacts, PictureFormat, Thumbnail } from '../../ports/pictures.ts'

/** Of a picture, or of a PDF, of which only thumbnails are made. */
export interface PictureJob {
  bytes: Uint8Array
  /** There when a thumbnail is wanted. */
  box: Box | null
}

export interface DrawingJob {
  drawing: Uint8Array
  /** Pixels for a point. */
  scale: number
}

/** What a worker is asked. */
export type Job = PictureJob | DrawingJob | { recording: Recording }

/** What a worker says: once that it is ready, then one answer to each job. */
export type Answer =
  | { ready: true }
  | { thumbnail: Thumbnail | null }
  | { facts: PictureFacts | null }
  | { audio: AudioFacts | null }
  | { drawn: Uint8Array | null }

/** A few bytes of other programs may stand before it, as every reader of PDF allows. */
export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes('%PDF-')
}

/** Told by the first bytes: nothing else reaches the decoders. */
export function pictureFormat(bytes: Uint8Array): PictureFormat | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1000))
  const text = head.toString('latin1')

  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp'
  if (/^(II\*\0|MM\0\*|II\+\0|MM\0\+)/.test(text)) return 'tiff'
  if (/^....ftyp(avif|avis|mif1|msf1|heic|heix|hevc|heim|heis)/s.test(text)) return 'heif'
  if (/^(\xef\xbb\xbf)?\s*<([^]*<)?svg[\s>]/.test(text)) return 'svg'
  return null
}
