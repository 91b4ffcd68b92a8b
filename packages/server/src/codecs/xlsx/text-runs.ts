import { importTooLarge } from '../records.ts'
import { decoded } from './xlsx-text.ts'
import { attributeOf, isSpace } from '../xml/xml-scanner.ts'

/** Joins what a text is made of: one `t`, or several runs of them; how it is spoken is left out. */
export interface TextRuns {
  open(name: string, attributes: string): void
  close(name: string): void
  text(text: string): void
  /** The text so far; the next one begins. */
  take(): string
}

const maxLength = 2 ** 20

export function textRuns(): TextRuns {
  let joined = ''
  let run: string | null = null
  let keepsSpace = false
  let spoken = 0

  return {
    open(name, attributes) {
      if (name === 'rPh') spoken++
      else if (name === 't' && spoken === 0) {
        run = ''
        keepsSpace = attributes !== '' && attributeOf(attributes, 'xml:space') === 'preserve'
      }
    },
    close(name) {
      if (name === 'rPh') spoken--
      else if (name === 't' && run !== null) {
        joined += decoded(keepsSpace ? run : trimmed(run))
        run = null
        if (joined.length > maxLength) {
          throw importTooLarge('The workbook has a text that is too long.')
        }
      }
    },
    text(text) {
      if (run !== null) run += text
    },
    take() {
      const whole = joined
      joined = ''
      run = null
      spoken = 0
      return whole
    },
  }
}

/** As Excel does where nothing says that space is to be kept. */
function trimmed(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}
