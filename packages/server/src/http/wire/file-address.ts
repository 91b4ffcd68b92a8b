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

/** The id in the query parameter `name`; `null` when there is none. Decodes once. */
export function queryFileId(url: string, name: string): string | null {
  return queryFileIds(url, name)[0] ?? null
}

/** The ids in all query parameters of this name. */
export function queryFileIds(url: string, name: string): string[] {
  return rawParameters(url, name).map(fileId)
}

/**
 * A query parameter as people write it: a plus is a plus, and what cannot be decoded stays as it is.
 * `null` when there is none; the first counts where there are several.
 */
export function queryText(url: string, name: string): string | null {
  const [raw] = rawParameters(url, name)
  return raw === undefined ? null : decodeLeniently(raw)
}

/** Doubled slashes and one at the end do not count, wherever the client or a proxy put them. */
function asId(path: string): string {
  const single = `/${path}`.replaceAll(/\/{2,}/g, '/')
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single
}

function rawParameters(url: string, name: string): string[] {
  const start = url.indexOf('?')
  if (start < 0) return []
  const [query = ''] = url.slice(start + 1).split('#')
  return query.split('&').flatMap((pair) => {
    const equals = pair.indexOf('=')
    const key = equals < 0 ? pair : pair.slice(0, equals)
    if (decodeLeniently(key) !== name) return []
    return equals < 0 ? '' : pair.slice(equals + 1)
  })
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
