import { readOpenDocument } from './read-open-document.ts'
import { readSlides } from './read-slides.ts'
import { readWord } from './read-word.ts'
import { readWorkbook } from './read-workbook.ts'
import type { ShownDocument } from './shown-document.ts'
import { openZip } from './zip-parts.ts'
import type { ReadBytes, ZipParts } from './zip-parts.ts'

type Read = (parts: ZipParts) => Promise<ShownDocument | null>

const readers: readonly [endings: RegExp, read: Read][] = [
  [/\.(docx|docm|dotx)$/i, readWord],
  [/\.(xlsx|xlsm|xltx)$/i, readWorkbook],
  [/\.(pptx|pptm|potx|ppsx)$/i, readSlides],
  [/\.(odt|ott|ods|ots|odp|otp)$/i, readOpenDocument],
]

/** By its name; of an archive nothing is read. `null`: it is not what its name says. */
export async function readDocument(
  name: string,
  parts: ZipParts,
): Promise<ShownDocument | { kind: 'archive' } | null> {
  const read = readers.find(([endings]) => endings.test(name))?.[1]
  return read ? read(parts) : { kind: 'archive' }
}

/** Most files are small enough to come at once; of others comes what is asked for. */
const atOnce = 1024 * 1024

/** `size`: as the list says, where the answer does not. */
export async function openArchive(
  address: string,
  size: number,
  signal: AbortSignal,
): Promise<ZipParts | null> {
  const tail = await fetch(address, { signal, headers: { range: `bytes=-${atOnce}` } })
  if (!tail.ok) throw new Error(`answered ${tail.status}`)
  const known = new Uint8Array(await tail.arrayBuffer())
  const whole = /\/(\d+)$/.exec(tail.headers.get('content-range') ?? '')?.[1]
  const total = tail.status === 206 ? Number(whole ?? size) : known.length
  const begins = total - known.length
  const read: ReadBytes = async (from, to) => {
    if (from >= begins) return known.slice(from - begins, to - begins)
    const headers = { range: `bytes=${from}-${to - 1}` }
    const answer = await fetch(address, { signal, headers })
    if (answer.status !== 206) throw new Error(`answered ${answer.status}`)
    return new Uint8Array(await answer.arrayBuffer())
  }
  return openZip(read, total)
}
