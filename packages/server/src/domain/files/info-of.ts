import type { FileInfo } from '@triptych/contract/files'
import { authorise } from '../../auth/principal.ts'
import { maxCounted, textFacts } from '../../codecs/media/text.ts'
import type { Context } from '../../context.ts'
import type { Pictures } from '../../ports/pictures.ts'
import { fileTypeOf, isText } from './kinds/file-types.ts'
import { pathOf } from './path.ts'
import { driveFor } from './seen-drive.ts'

/** Flat facts for a person to read: of a folder how much is in it, of a file what its content tells. */
export async function infoOf(ctx: Context, id: string): Promise<FileInfo> {
  authorise(ctx.principal, 'files.read')
  const drive = await driveFor(ctx)
  const path = pathOf(id)
  const node = await drive.find(path)
  if (node.kind === 'folder') {
    const { bytes, files, folders } = (await drive.folder(path)).totals
    return { Size: bytes, Count: files + folders, Files: files, Folders: folders }
  }
  if (node.kind !== 'file') return { Type: node.kind }

  const file = await drive.open(path)
  try {
    const { size } = file.entry
    return await fileInfo(
      { name: node.name, size, read: (start, end) => file.read(start, end) },
      ctx.pictures,
    )
  } finally {
    await file.close()
  }
}

export interface FileToDescribe {
  name: string
  size: number
  /** From `start` up to but without `end`. */
  read(start: number, end: number): AsyncGenerator<Uint8Array>
}

const maxPicture = 64 * 1024 * 1024
/** Of a text that is too long to be counted. */
const headLength = 1024 * 1024

/** What there is to say of a file. Content that makes no sense only means that less is said. */
export async function fileInfo(file: FileToDescribe, pictures: Pictures): Promise<FileInfo> {
  const { type, family } = fileTypeOf(file.name)
  const [bareType = type] = type.split(';', 1)
  const facts: FileInfo = { Type: bareType, Size: file.size }

  if (family === 'picture') return { ...facts, ...(await ofPicture(file, pictures)) }
  if (family === 'audio' || family === 'video') {
    const { size } = file
    const read = (start: number, end: number) => readBytes(file, start, end)
    return { ...facts, ...(await pictures.describeRecording({ size, read })) }
  }
  if (isText(bareType)) return { ...facts, ...(await ofText(file)) }
  return facts
}

async function ofPicture(file: FileToDescribe, pictures: Pictures): Promise<FileInfo> {
  if (file.size > maxPicture) return {}
  const picture = await pictures.describe(() => readBytes(file, 0, file.size))
  if (!picture) return {}
  const { width, height, format, pages, exif } = picture
  const shown = { Width: width, Height: height, Format: format.toUpperCase() }
  return { ...shown, ...(pages > 1 ? { Pages: pages } : {}), ...exif }
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
