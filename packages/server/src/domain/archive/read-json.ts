import { damaged } from '../../codecs/tar/tar-header.ts'
import type { ReadEntry } from '../../codecs/tar/tar-read.ts'

/** Longer than any page is. */
const mostText = 256 * 1024 * 1024

export async function readJson({ size, bytes }: ReadEntry): Promise<unknown> {
  if (size > mostText) throw damaged()
  return parseJson(Buffer.concat(await Array.fromAsync(bytes)).toString('utf8'))
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw damaged()
  }
}
