import type { Pictures } from '../../../ports/pictures.ts'
import { fileTypeOf, isText } from '../kinds/file-types.ts'
import { audioInfo } from './audio-info.ts'
import type { FileInfo } from '@triptych/contract/files'
import { isMp4, mp4MovieStart } from './mp4.ts'
import { maxCounted, textFacts } from '../../../codecs/media/text.ts'

export interface FileToDescribe {
  name: string
  size: number
  /** From `start` up to but without `end`. */
  read(start: number, end: number): AsyncGenerator<Uint8Array>
}

const headLength = 1024 * 1024
/** Enough for the last page of an Ogg. */
const tailLength = 64 * 1024
const maxPicture = 64 * 1024 * 1024

/** What there is to say of a file. Content that makes no sense only means that less is said. */
export async function fileInfo(
  file: FileToDescribe,
  pictures: Pictures,
  signal?: AbortSignal,
): Promise<FileInfo> {
  const { type, family } = fileTypeOf(file.name)
  const [bareType = type] = type.split(';', 1)
  const facts: FileInfo = { Type: bareType, Size: file.size }

  if (family === 'picture') return { ...facts, ...(await ofPicture(file, pictures, signal)) }
  if (family === 'audio') return { ...facts, ...(await ofSound(file)) }
  if (family === 'video') return { ...facts, ...(await ofFilm(file)) }
  if (isText(bareType)) return { ...facts, ...(await ofText(file)) }
  return facts
}

async function ofPicture(
  file: FileToDescribe,
  pictures: Pictures,
  signal?: AbortSignal,
): Promise<FileInfo> {
  if (file.size > maxPicture) return {}
  const picture = await pictures.describe(() => readBytes(file, 0, file.size), signal)
  if (!picture) return {}
  const { width, height, format, pages, exif } = picture
  const shown = { Width: width, Height: height, Format: format.toUpperCase() }
  return { ...shown, ...(pages > 1 ? { Pages: pages } : {}), ...exif }
}

async function ofSound(file: FileToDescribe): Promise<FileInfo> {
  const { size } = file
  const head = await readBytes(file, 0, Math.min(size, headLength))
  const tail = await readBytes(file, Math.max(0, size - tailLength), size)
  return audioInfo({ head: await withMovie(file, head), tail, size })
}

/** Only the films that are built like an MP4 tell their length without much reading. */
async function ofFilm(file: FileToDescribe): Promise<FileInfo> {
  const head = await readBytes(file, 0, Math.min(file.size, headLength))
  if (!isMp4(head)) return {}
  return audioInfo({ head: await withMovie(file, head), tail: new Uint8Array(), size: file.size })
}

/** When the part with the facts lies far behind, it is put where the start was. */
async function withMovie(file: FileToDescribe, head: Uint8Array): Promise<Uint8Array> {
  const start = mp4MovieStart(head, file.size)
  if (start === null) return head
  const movie = await readBytes(file, start, Math.min(file.size, start + headLength))
  return Buffer.concat([Buffer.from('\0\0\0\x08ftyp', 'latin1'), movie])
}

async function ofText(file: FileToDescribe): Promise<FileInfo> {
  if (file.size <= maxCounted) return textFacts(file.read(0, file.size))
  // Not to be counted, but the start tells the encoding.
  return textFacts(file.read(0, headLength), headLength - 1)
}

async function readBytes(file: FileToDescribe, start: number, end: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of file.read(start, end)) pieces.push(piece)
  return Buffer.concat(pieces)
}
