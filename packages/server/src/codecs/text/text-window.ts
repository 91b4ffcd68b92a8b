import { decodedPieces } from './decode-text.ts'
import type { Encoding } from './decode-text.ts'

/** A part of a long text, which moves from its beginning to its end. */
export interface TextWindow {
  text: string
  /** Whether `text` reaches to the end of the file. */
  isLast: boolean
  /** Whether `text` is without bytes that could not be decoded. */
  isSound: boolean
  /** Drops what stands before `from`, and reads on. */
  moveTo(from: number): Promise<void>
}

export async function openTextWindow(
  bytes: AsyncIterable<Uint8Array>,
  choose?: (first: Buffer) => Encoding,
): Promise<TextWindow> {
  const pieces = decodedPieces(bytes, choose)
  const window: TextWindow = { text: '', isLast: false, isSound: true, moveTo }
  await moveTo(0)
  return window

  async function moveTo(from: number): Promise<void> {
    const parts = [window.text.slice(from)]
    // As much again as is kept: a record of many pieces is not looked at once for each of them.
    let wanted = Math.max(parts[0]!.length, 1)
    while (wanted > 0) {
      const { value, done } = await pieces.next()
      if (done === true) {
        window.isLast = true
        break
      }
      parts.push(value)
      wanted -= value.length
    }
    window.text = parts.join('')
    window.isSound = window.text.isWellFormed()
  }
}

/** The place of the next `mark` from `from` on, or the end of the text. */
export function placeOf(mark: string, text: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at < 0 ? text.length : at
}
