import { TextDecoder } from 'node:util'
import type { FileInfo } from '@triptych/contract/files'

/** In bytes. To count what is longer costs more than it tells. */
export const maxCounted = 32 * 1024 * 1024

/**
 * How a text is written and how many lines it has; a last line needs no end of its own. A text
 * beyond the limit is not read further and not counted.
 */
export async function textFacts(
  pieces: AsyncIterable<Uint8Array>,
  limit = maxCounted,
): Promise<FileInfo> {
  const text = textCounter()
  let length = 0
  for await (const piece of pieces) {
    length += piece.length
    text.add(piece)
    if (length > limit) return { Encoding: text.encoding() }
  }
  text.end()
  return { Lines: text.lines(), Encoding: text.encoding() }
}

interface TextCounter {
  add(piece: Uint8Array): void
  end(): void
  lines(): number
  encoding(): 'UTF-8' | 'UTF-16' | 'not UTF-8'
}

/** Counts the characters for a newline, or the bytes once it is clear that they are no UTF-8. */
function textCounter(): TextCounter {
  let start = Buffer.alloc(0)
  let decoder: TextDecoder | null = null
  let broken = false
  let newlines = 0
  let open = false

  /** The first two bytes tell the encoding, and they need not come in one piece. */
  function add(piece: Uint8Array): void {
    if (decoder) return count(piece, true)
    start = Buffer.concat([start, piece])
    if (start.length < 2) return
    decoder = decoderFor(start)
    count(start, true)
  }

  function count(piece: Uint8Array, more: boolean): void {
    if (!broken) {
      try {
        return note(decoder?.decode(piece, { stream: more }) ?? '')
      } catch {
        broken = true
        // Half a character may have been waiting for its other half.
        open = true
      }
    }
    note(Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1'))
  }

  function note(text: string): void {
    if (text === '') return
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) newlines++
    open = !text.endsWith('\n')
  }

  return {
    add,
    end() {
      const rest = decoder ? new Uint8Array() : start
      decoder ??= decoderFor(start)
      count(rest, false)
    },
    lines: () => newlines + (open ? 1 : 0),
    encoding() {
      if (broken) return 'not UTF-8'
      return decoder && decoder.encoding !== 'utf-8' ? 'UTF-16' : 'UTF-8'
    },
  }
}

function decoderFor(start: Uint8Array): TextDecoder {
  const [first, second] = start
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be')
  return new TextDecoder('utf-8', { fatal: true })
}
