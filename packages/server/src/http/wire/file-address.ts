import type { NewChange } from '@triptych/contract/changes'
import type { FileReference } from '@triptych/contract/files'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { rawText } from './query.ts'

const Raw = z.string().register(rawText, { raw: true })

/** The id of a file, in the path of an address or in its query. Decodes once. */
export const FileId = Raw.transform(fileId)

/**
 * A text as people write it into an address: a plus is a plus, and what cannot be decoded stays as it
 * is.
 */
export const WrittenText = Raw.transform(decodeLeniently)

/** The id in the address of a file, of which `raw` is the part that was sent for it. Decodes once. */
export function fileId(raw: string): string {
  return asId(decodeStrictly(raw))
}

/** Doubled slashes and one at the end do not count, wherever the client or a proxy put them. */
function asId(path: string): string {
  const single = `/${path}`.replaceAll(/\/{2,}/g, '/')
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single
}

function decodeStrictly(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new AppError('files.bad_path', 'The path is not encoded as UTF-8 with percent signs.')
  }
}

/** Runs of escapes are decoded together, as one character may take several. */
function decodeLeniently(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
}

/** What a change of the drive is about, as the routes answer it. */
export function referenceIn({ entity, after }: NewChange): FileReference {
  return { id: entity, name: String(after?.['value']) }
}
