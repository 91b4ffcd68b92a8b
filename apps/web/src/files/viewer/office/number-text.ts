import { locale } from '../../../place/locale.ts'

const dayMs = 24 * 60 * 60 * 1000
/** The day 0 of workbooks, with the leap day of 1900 that never was. */
const from1900 = Date.UTC(1899, 11, 30)
const from1904 = Date.UTC(1904, 0, 1)

const utc = { timeZone: 'UTC' } as const

/** A number as its format means it and as the place writes it: not to the letter, but no day is a number. */
export function numberText(value: number, format: string, is1904 = false): string {
  const [above, below] = sectionsOf(format)
  const isBelow = value < 0 && below !== undefined
  const { meant, before, behind } = isBelow ? below : above!
  const [hasDay, hasTime] = [/[yd]/i.test(meant), /[hs]/i.test(meant)]
  if (!hasDay && !hasTime) {
    const text = `${before}${digits(isBelow ? -value : value, meant)}${behind}`
    return text.replaceAll(/\s+/g, ' ').trim()
  }
  const at = new Date((is1904 ? from1904 : from1900) + Math.round(value * dayMs))
  if (Number.isNaN(at.getTime())) return String(value)
  return new Intl.DateTimeFormat(locale, {
    ...utc,
    ...(hasDay && { dateStyle: 'medium' }),
    ...(hasTime && { timeStyle: 'short' }),
  }).format(at)
}

interface Section {
  /** What says of which kind it is. */
  meant: string
  /** What stands around the digits, as a currency. */
  before: string
  behind: string
}

/** The first is for what is above zero, or for all, the second for what is below. Colours and conditions are left out. */
function sectionsOf(format: string): Section[] {
  const sections: Section[] = [{ meant: '', before: '', behind: '' }]
  const pieces = format.matchAll(/"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|[_*].|E[+-]|./gu)
  for (const [piece, quoted, escaped, currency] of pieces) {
    const section = sections.at(-1)!
    const text = quoted ?? escaped ?? currency ?? (/^[^\w#?.,%;@[\]_*]$/u.test(piece) ? piece : '')
    if (piece === ';') sections.push({ meant: '', before: '', behind: '' })
    else if (text !== '') section[/[0#?G]/.test(section.meant) ? 'behind' : 'before'] += text
    else if (piece.length === 1) section.meant += piece
  }
  return sections
}

function digits(value: number, meant: string): string {
  const decimals = /\.([0#?]+)/.exec(meant)?.[1]
  return new Intl.NumberFormat(locale, {
    useGrouping: meant.includes(','),
    ...(meant.includes('%') && { style: 'percent' }),
    ...(decimals || /0/.test(meant)
      ? {
          minimumFractionDigits: decimals?.replaceAll(/[^0]/g, '').length ?? 0,
          maximumFractionDigits: decimals?.length ?? 0,
        }
      : { maximumSignificantDigits: 12 }),
  }).format(value)
}
