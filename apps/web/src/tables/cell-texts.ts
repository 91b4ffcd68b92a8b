import { locale } from '../place/locale.ts'
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

export function dayText(value: unknown): string {
  return value instanceof Date ? day.format(value) : String(value)
}

export function momentText(value: unknown): string {
  return value instanceof Date ? time.format(value) : String(value)
}

/** More figures behind the point are shown, but no room is kept for them in other rows. */
const mostAligned = 4
/** As wide as a figure, and as a point. */
const [figure, point] = ['\u2007', '\u2008']

/**
 * How the numbers of one column look: thousands in groups, but not those of years, and points below each other, by the
 * longest fraction that was seen so far.
 */
export function numberTexts(asked = locale): (value: unknown) => string {
  const grouping = { maximumFractionDigits: 20, useGrouping: 'min2' } as Intl.NumberFormatOptions
  const format = new Intl.NumberFormat(asked, grouping)
  let longest = 0
  return (value) => {
    if (typeof value !== 'number') return typeof value === 'string' ? value : ''
    // Figures of a power of ten would be a row of noughts.
    if (Math.abs(value) >= 1e15 || (value !== 0 && Math.abs(value) < 1e-6)) return String(value)
    const parts = format.formatToParts(value)
    const fraction = parts.find(({ type }) => type === 'fraction')?.value.length ?? 0
    longest = Math.max(longest, Math.min(fraction, mostAligned))
    const text = parts.map((part) => part.value).join('')
    const missing = Math.max(0, longest - fraction)
    return text + (fraction === 0 && missing > 0 ? point : '') + figure.repeat(missing)
  }
}
