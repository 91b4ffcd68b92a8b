import type { DateShown } from './serial-date.ts'
import { attributeOf, scanXml } from '../xml/xml-scanner.ts'

/** By the number of a cell's format: what of a date it shows, or `null` for a plain number. */
export type CellDates = (DateShown | null)[]

/** The formats that every program knows by number; 27 to 36 and 50 to 58 are dates of East Asia. */
const builtIn: [first: number, last: number, shown: DateShown][] = [
  [14, 17, 'day'],
  [18, 21, 'time'],
  [22, 22, 'day and time'],
  [27, 36, 'day'],
  [45, 45, 'time'],
  [46, 46, 'elapsed time'],
  [47, 47, 'time'],
  [50, 58, 'day'],
]

const maxFormats = 100_000

/** By the number of a cell's format: `%`, or the sign or code of the currency that it shows beside a number. */
export type CellMarks = (string | null)[]

/** What a format says of a number. */
interface Shown {
  date: DateShown | null
  mark: string | null
}

export async function readCellFormats(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ dates: CellDates; marks: CellMarks }> {
  const custom = new Map<number, Shown>()
  const formats: number[] = []
  let isInCells = false
  const scanning = scanXml(bytes, {
    open(name, attributes) {
      if (name === 'numFmt') {
        const number = Number(attributeOf(attributes, 'numFmtId'))
        const code = attributeOf(attributes, 'formatCode') ?? ''
        custom.set(number, { date: dateShownBy(code), mark: markShownBy(code) })
      } else if (name === 'cellXfs') isInCells = true
      else if (name === 'xf' && isInCells && formats.length < maxFormats) {
        formats.push(Number(attributeOf(attributes, 'numFmtId') ?? 0))
      }
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
    text() {},
  })
  for await (const _ of scanning);
  const shown = formats.map((number) => custom.get(number) ?? builtInShown(number))
  return { dates: shown.map(({ date }) => date), marks: shown.map(({ mark }) => mark) }
}

function builtInShown(number: number): Shown {
  const date = builtIn.find(([first, last]) => number >= first && number <= last)?.[2] ?? null
  return { date, mark: number === 9 || number === 10 ? '%' : null }
}

/** What is said literally in a format: quoted, behind a backslash, or as filling and padding. */
const literals = /"[^"]*"?|\\.|[_*]./gs

/** Judged by the first section, that of positive numbers. */
export function dateShownBy(format: string): DateShown | null {
  const code = format.slice(0, 1000).replace(literals, '').split(';')[0]!.toLowerCase()
  if (/\[(?:h+|m+|s+)\]/.test(code)) return 'elapsed time'
  const plain = code.replace(/\[[^\]]*\]/g, '').replace(/general|e[+-]/g, '')
  if (/[#?]/.test(plain)) return null
  const showsTime = /[hs]|am\/pm|a\/p/.test(plain)
  // Beside hours or seconds an m is for minutes, unless a day or a year says otherwise.
  const showsDay = /[dy]/.test(plain) || (!showsTime && plain.includes('m'))
  if (showsDay) return showsTime ? 'day and time' : 'day'
  return showsTime ? 'time' : null
}

/** `[$€-407]`: a sign, and the language it is written for. */
const bracketed = /\[\$([^\]-]{1,3})(?:-([0-9a-f]+))?\]/i

/** Judged by the first section, too. A dollar may be of many countries; the language of one of them tells. */
export function markShownBy(format: string): string | null {
  const [code = ''] = format.slice(0, 1000).split(';')
  const [, sign, language] = bracketed.exec(code) ?? []
  if (sign !== undefined) return sign === '$' && /^0*409$/.test(language ?? '') ? 'USD' : sign
  const bare = code.replace(/\[[^\]]*\]?/g, '')
  if (bare.replace(literals, '').includes('%')) return '%'
  return /"\s*(\p{Sc}|[A-Z]{3})\s*"|(\p{Sc})/u.exec(bare)?.slice(1).find(Boolean) ?? null
}
