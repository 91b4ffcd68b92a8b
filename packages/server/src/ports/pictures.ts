import type { FileInfo } from '@triptych/contract/files'

export interface Box {
  width: number
  height: number
}

export interface Thumbnail {
  bytes: Uint8Array
  type: 'image/webp'
  width: number
  height: number
}

export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff' | 'svg' | 'heif'

export interface PictureFacts {
  format: PictureFormat
  /** As a person sees it, that is, turned the way the camera says. */
  width: number
  height: number
  /** More than one when it moves or has several pages. */
  pages: number
  transparent: boolean
  /** What the camera wrote about it, fit to be shown. */
  exif: FileInfo
}

/** The bytes of a picture, or how to get them; asked for only once it is the picture's turn. */
export type PictureSource = Uint8Array | (() => Promise<Uint8Array>)

/** A recording or a film, of which only some parts are read. */
export interface RecordingSource {
  size: number
  /** From `start` up to but without `end`. */
  read(start: number, end: number): Promise<Uint8Array>
}

/**
 * Looks at pictures and recordings nobody has checked. Whatever they hold, this process neither
 * stops nor stalls, and nothing outside the file is read. `null` stands for anything that is no
 * picture, is broken, is too large or takes too long. Refused with `unavailable` when too many are
 * waiting, and with the reason of `signal` when that comes before the file's turn.
 */
export interface Pictures {
  /**
   * Fits into the box, keeps its proportions and what is transparent, and is not enlarged. Of a PDF
   * it is the first page, on white and as large as the box allows.
   */
  thumbnail(picture: PictureSource, box: Box, signal?: AbortSignal): Promise<Thumbnail | null>
  describe(picture: PictureSource, signal?: AbortSignal): Promise<PictureFacts | null>
  /** Empty when it says nothing. Of a long one some MiB are read, and mostly one. */
  describeRecording(recording: RecordingSource, signal?: AbortSignal): Promise<FileInfo>
  /** A drawing (SVG) of our own as PNG, with so many pixels for a point of it. */
  draw(drawing: Uint8Array, scale: number): Promise<Uint8Array | null>
  /** Whatever is still waiting is refused. */
  close(): Promise<void>
}

/** Keeps what was made of pictures. Whatever goes wrong with it is the same as nothing kept. */
export interface PreviewCache {
  /** Exactly the bytes that were set last, or `null`. */
  get(key: string): Promise<Uint8Array | null>
  /** Nothing at all may be kept as well. When this is done, the next start still has it. */
  set(key: string, bytes: Uint8Array): Promise<void>
  /** Many look at the same folder at the same time: what is made for a key already is waited for. */
  once(key: string, make: () => Promise<Uint8Array | null>): Promise<Uint8Array | null>
}
