import { nextRecord, startOf } from './csv-record.ts'
import { maxNames } from '../records.ts'

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

const sampledRecords = 20

/** Excel's own first line, such as `sep=;`, with its line end. */
const announcement = /^sep=([,;\t|])(?:\r\n?|\n|$)/i

export function announcedDelimiter(text: string): { delimiter: Delimiter; length: number } | null {
  const found = announcement.exec(text)
  if (found === null) return null
  const delimiter = delimiters.find((each) => each === found[1])
  return delimiter === undefined ? null : { delimiter, length: found[0].length }
}

/** The delimiter that makes most columns in most records; a comma when none makes two. */
export function guessDelimiter(text: string, isLast: boolean): Delimiter {
  let best: Delimiter = ','
  let bestScore = 0
  for (const delimiter of delimiters) {
    const score = scoreOf(text, isLast, delimiter)
    if (score <= bestScore) continue
    best = delimiter
    bestScore = score
  }
  return best
}

function scoreOf(text: string, isLast: boolean, delimiter: Delimiter): number {
  const place = startOf(text, isLast, delimiter, 1)
  const widths: number[] = []
  while (widths.length < sampledRecords) {
    const record = nextRecord(place, maxNames)
    if (record === null) break
    widths.push(typeof record === 'string' ? 0 : record.length)
  }
  const [header = 0] = widths
  const agreeing = widths.filter((width) => width === header).length
  return header < 2 ? 0 : (header - 1) * (agreeing / widths.length) ** 2
}
