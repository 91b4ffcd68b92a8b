import sharp from 'sharp'
import type { Metadata, SharpOptions } from 'sharp'
import { readExif } from '../../codecs/media/exif.ts'
import type { Box, PictureFacts, PictureFormat, Thumbnail } from '../../ports/pictures.ts'
import type { DrawingJob } from './job.ts'
import { pictureFormat } from './job.ts'

const maxPixels = 100_000_000
/** Of the picture unpacked; most are read line by line, but not all can be. */
const maxUnpacked = 512 * 1024 * 1024

/** Leaves on only the decoders that are needed. Meant for a process that does nothing else. */
export function limitDecoders(): void {
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Tiff', 'Svg', 'Heif'].map(
      (decoder) => `VipsForeignLoad${decoder}`,
    ),
  })
}

export async function describePicture(bytes: Uint8Array): Promise<PictureFacts | null> {
  const format = pictureFormat(bytes)
  const metadata = format && (await readMetadata(bytes))
  if (!metadata) return null
  return {
    format,
    width: metadata.autoOrient.width,
    height: metadata.autoOrient.height,
    pages: metadata.pages ?? 1,
    transparent: metadata.hasAlpha,
    exif: metadata.exif ? readExif(metadata.exif) : {},
  }
}

export async function makeThumbnail(bytes: Uint8Array, box: Box): Promise<Thumbnail | null> {
  const format = pictureFormat(bytes)
  const metadata = format && (await readMetadata(bytes))
  if (!metadata || unpackedSize(metadata) > maxUnpacked) return null

  const { data, info } = await sharp(bytes, {
    ...cautious,
    ...drawingScale(format, metadata, box),
  })
    .autoOrient()
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 3 })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, type: 'image/webp', width: info.width, height: info.height }
}

/** Of a drawing that we made, which may be longer than those of others. */
export function drawPicture({ drawing, scale }: DrawingJob): Promise<Uint8Array> {
  return sharp(drawing, { density: 72 * scale, unlimited: true, limitInputPixels: maxPixels })
    .flatten({ background: '#ffffff' })
    .png({ compressionLevel: 6, palette: false })
    .toBuffer()
}

const cautious: SharpOptions = {
  limitInputPixels: maxPixels,
  failOn: 'error',
  pages: 1,
}

function readMetadata(bytes: Uint8Array): Promise<Metadata> {
  return sharp(bytes, cautious).metadata()
}

function unpackedSize({ width, height, channels, depth }: Metadata): number {
  const bytesPerValue = { uchar: 1, char: 1, ushort: 2, short: 2 }[depth as string] ?? 8
  return width * height * channels * bytesPerValue
}

/** A drawing has no size of its own: it is drawn as large as the box, neither blurred nor in vain. */
function drawingScale(format: PictureFormat, { width, height }: Metadata, box: Box): SharpOptions {
  if (format !== 'svg') return {}
  const scale = Math.min(box.width / width, box.height / height)
  return { density: Math.min(Math.max(72 * scale, 1), 7200) }
}
