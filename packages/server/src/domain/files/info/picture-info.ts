import type { PictureFacts } from '../../../ports/pictures.ts'
import { readExif } from './exif.ts'
import { onlyKnown } from './facts.ts'
import type { Facts } from './facts.ts'

export function pictureInfo(picture: PictureFacts): Facts {
  return {
    Width: picture.width,
    Height: picture.height,
    Format: picture.format.toUpperCase(),
    ...onlyKnown({ Pages: picture.pages > 1 ? picture.pages : undefined }),
    ...(picture.exif ? readExif(picture.exif) : {}),
  }
}
