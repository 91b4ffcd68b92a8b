import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import type { Box, Thumbnail } from '../../ports/pictures.ts'

/** Of what a document is unpacked into; the library itself would take up to 2 GiB. */
const maxMemory = 512 * 1024 * 1024

interface Memory {
  readonly buffer: ArrayBuffer
  grow: (this: Memory, pages: number) => number
}

/** The types of Node leave it out. */
declare const WebAssembly: { Memory: { prototype: Memory } }

limitMemory()

/** The first page on white, as large as the box allows: a page has no pixels of its own. */
export async function drawFirstPage(bytes: Uint8Array, box: Box): Promise<Thumbnail | null> {
  // A new one for each document: what a bad one leaves behind is gone with its memory.
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes)
  const page = document.getPage(0)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const scale = Math.min(box.width / originalWidth, box.height / originalHeight)
  const width = Math.max(1, Math.floor(originalWidth * scale))
  const height = Math.max(1, Math.floor(originalHeight * scale))
  const { data } = await page.render({ width, height })
  const picture = await sharp(data, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .webp({ quality: 80, effort: 3 })
    .toBuffer()
  return { bytes: picture, type: 'image/webp', width, height }
}

/** The library asks for more by this way only, and gives the document up when it does not get it. */
function limitMemory(): void {
  const { grow } = WebAssembly.Memory.prototype
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * 65_536 > maxMemory) throw new RangeError('too large')
    return grow.call(this, pages)
  }
}
