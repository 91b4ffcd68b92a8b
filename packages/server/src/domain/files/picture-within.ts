import type { ByteSource } from '../../codecs/records.ts'
import { unpacked } from '../../codecs/zip/packed-file.ts'
import { readZipDirectory } from '../../codecs/zip/zip-directory.ts'
import { AppError } from '../../errors.ts'

/** Archives, as all files of offices are, whose programs put a picture of the first page into them, or may. */
const packages = new Set(
  'docx docm dotx xlsx xlsm xltx pptx pptm ppsx odt ods odp odg pages numbers key'.split(' '),
)

/** In lower case: of Microsoft’s programs, of LibreOffice, of Apple’s. */
const places = [
  'docprops/thumbnail.jpeg',
  'docprops/thumbnail.jpg',
  'docprops/thumbnail.png',
  'thumbnails/thumbnail.png',
  'preview.jpg',
]

const mostBytes = 4 * 2 ** 20
/** Of the list of parts; a large document has some hundred. */
const longestDirectory = 2 ** 20

export function mayHavePicture(extension: string): boolean {
  return packages.has(extension)
}

/** The picture that lies in the file, of which no more is read than that; empty when there is none. */
export async function pictureWithin(source: ByteSource): Promise<Uint8Array> {
  try {
    const parts = await readZipDirectory(source, longestDirectory)
    const place = places.find((name) => parts.has(name))
    const part = place === undefined ? undefined : parts.get(place)
    if (!part || Math.max(part.size, part.packedSize) > mostBytes) return new Uint8Array(0)
    return Buffer.concat(await Array.fromAsync(unpacked(source, part)))
  } catch (error) {
    // No archive, a damaged one, or one with a password: there is nothing to see.
    if (error instanceof AppError && error.code.startsWith('tables.')) return new Uint8Array(0)
    throw error
  }
}
