import { placeOf } from '../text/text-window.ts'

/** How far the reading of a text has come, and the next marks from there on as far as known. */
export interface CsvPlace {
  text: string
  isLast: boolean
  delimiter: string
  at: number
  /** The line of the file in which `at` is. */
  line: number
  /** Where the last record began. */
  recordAt: number
  recordLine: number
  /** The line of a quote that is not closed before the end of the text, or 0. */
  openQuoteLine: number
  nextDelimiter: number
  nextFeed: number
  nextReturn: number
  nextQuote: number
}

/** `null` where nothing stands between two delimiters. */
export type CsvCells = (string | null)[]

export function startOf(text: string, isLast: boolean, delimiter: string, line: number): CsvPlace {
  return {
    text,
    isLast,
    delimiter,
    at: 0,
    line,
    recordAt: 0,
    recordLine: line,
    openQuoteLine: 0,
    nextDelimiter: -1,
    nextFeed: -1,
    nextReturn: -1,
    nextQuote: -1,
  }
}

/**
 * The next record, or why it is none; `null`, and no step forward, when the text ends before it does.
 * It looks for the marks and not at the characters between them, and keeps them in variables: this
 * is what the speed of an import hangs on.
 */
export function nextRecord(place: CsvPlace, width: number): CsvCells | string | null {
  const { text, delimiter } = place
  const { length } = text
  let { at, line, nextDelimiter, nextFeed, nextReturn, nextQuote } = place
  // A list that grows is slower by a fifth.
  // oxlint-disable-next-line no-new-array
  const cells: CsvCells = new Array<string | null>(width)
  let count = 0
  let fault: string | null = null
  place.openQuoteLine = 0
  place.recordAt = at
  place.recordLine = line

  for (;;) {
    let after = at
    if (nextQuote < at) nextQuote = placeOf('"', text, at)
    const isQuoted = nextQuote === at && at < length
    if (isQuoted) {
      after = pastClosingQuote(text, at)
      if (after < 0) {
        if (place.isLast) place.openQuoteLine = line
        return null
      }
      if (nextFeed < at) nextFeed = placeOf('\n', text, at)
      if (nextReturn < at) nextReturn = placeOf('\r', text, at)
      if (nextFeed < after || nextReturn < after) line += lineEndsIn(text.slice(at, after))
    }
    if (nextDelimiter < after) nextDelimiter = placeOf(delimiter, text, after)
    if (nextFeed < after) nextFeed = placeOf('\n', text, after)
    if (nextReturn < after) nextReturn = placeOf('\r', text, after)
    const end = Math.min(nextDelimiter, nextFeed, nextReturn)
    // A line feed may follow the carriage return with which the text ends.
    if (end >= length - 1 && !place.isLast && (end === length || end === nextReturn)) return null

    const isEndOfRecord = end !== nextDelimiter || end === length
    const next = Math.min(end === nextReturn && nextFeed === end + 1 ? end + 2 : end + 1, length)

    if (isEndOfRecord && count === 0 && end === at) {
      at = next
      if (end < length) line++
      place.at = at
      place.line = line
      place.recordAt = at
      place.recordLine = line
      if (at === length) return null
      continue
    }

    if (count === width) fault ??= `It has more than ${width} cells.`
    else if (isQuoted) cells[count++] = unquoted(text, at, after)
    else cells[count++] = end === at ? null : text.slice(at, end)
    if (isQuoted && end !== after) fault ??= 'A cell goes on after its closing quote.'

    at = next
    if (!isEndOfRecord) continue
    place.at = at
    place.line = end < length ? line + 1 : line
    place.nextDelimiter = nextDelimiter
    place.nextFeed = nextFeed
    place.nextReturn = nextReturn
    place.nextQuote = nextQuote
    if (count < width) cells.length = count
    return fault ?? cells
  }
}

/** -1 when there is none. Two quotes are one that belongs to the cell. */
function pastClosingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from + 1)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at < 0 ? -1 : at + 1
}

function unquoted(text: string, from: number, end: number): string {
  const inner = text.slice(from + 1, end - 1)
  return inner.includes('"') ? inner.replaceAll('""', '"') : inner
}

function lineEndsIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) {
    if (text[at + 1] !== '\n') count++
  }
  return count
}
