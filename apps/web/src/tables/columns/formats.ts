import type { Column, ColumnFormat } from '@triptych/contract/tables'
import { locale } from '../../place/locale.ts'
import { typedFigures, typedNumberText } from '../../place/typed-number.ts'

/** All currencies, by their codes, as people of the place call them. */
export function currencies(): { code: string; label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((code) => {
    const name = names.of(code)
    return { code, label: name && name !== code ? `${code} – ${name}` : code }
  })
}

/** How the numbers of a column with a format look; `null` where they look as others do. */
export function numberFormat(
  format: ColumnFormat | undefined,
  asked = locale,
): Intl.NumberFormat | null {
  if (format?.kind === 'percent') {
    return new Intl.NumberFormat(asked, { style: 'percent', maximumFractionDigits: 6 })
  }
  if (format?.kind !== 'currency') return null
  const { currency } = format
  return new Intl.NumberFormat(asked, { style: 'currency', currency, currencyDisplay: 'symbol' })
}

/** Where a cell leads to: a page, or a new mail; `null` where it leads nowhere. */
export function linkOf({ format }: Pick<Column, 'format'>, value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null
  if (format?.kind === 'url') return /^https?:\/\//i.test(value) ? value : null
  if (format?.kind !== 'email' || !value.includes('@')) return null
  const at = value.lastIndexOf('@')
  return `mailto:${encodeURIComponent(value.slice(0, at))}@${encodeURIComponent(value.slice(at + 1))}`
}

/** `example.org` as people type it is a page, `mailto:` may come along with what was copied, and all paths begin at the root. */
export function typedAddress(format: ColumnFormat, said: string): string {
  if (format.kind === 'file') return said.startsWith('/') ? said : `/${said}`
  if (format.kind === 'email') return said.replace(/^mailto:/i, '')
  return /^[^\s:/@]+\.[^\s:/@.]{2,}(?:[/?#]\S*)?$/.test(said) ? `https://${said}` : said
}

/** `12,5 %` and `12,5` are 0.125; `€ 1.234,50`, `1.234,50 EUR` and `1.234,50` are 1234.5. `null`: it cannot be read so. */
export function typedAmount(format: ColumnFormat, said: string, asked = locale): number | null {
  if (format.kind !== 'currency') {
    const figures = typedFigures(said.replace(/\s?%$/, ''), asked)
    return figures === null ? null : shifted(figures, -2)
  }
  const figures = typedFigures(withoutSigns(said, signsOf(format.currency, asked)), asked)
  return figures === null ? null : Number(figures)
}

/** As an editor begins, and as it is copied: what `typedAmount` reads again. */
export function typedAmountText(format: ColumnFormat, value: number, asked = locale): string {
  if (format.kind !== 'percent') return typedNumberText(value, asked)
  return `${typedNumberText(shifted(String(value), 2), asked)} %`
}

/** By its figures: to multiply would change the last ones. */
function shifted(figures: string, places: number): number {
  const [digits, power = '0'] = figures.toLowerCase().split('e')
  return Number(`${digits}e${Number(power) + places}`)
}

function signsOf(currency: string, asked: string | undefined): string[] {
  const forms = (['symbol', 'narrowSymbol', 'code'] as const).map((currencyDisplay) => {
    const format = new Intl.NumberFormat(asked, { style: 'currency', currency, currencyDisplay })
    return format.formatToParts(1).find(({ type }) => type === 'currency')?.value ?? currency
  })
  return [...new Set(forms)].toSorted((one, other) => other.length - one.length)
}

/** The sign of an amount stands before it or behind it, and a minus before either. */
function withoutSigns(said: string, signs: readonly string[]): string {
  const [, minus = '', rest = said] = /^([-−–]?)\s*(.*)$/s.exec(said) ?? []
  const lower = rest.toLowerCase()
  const before = signs.find((sign) => lower.startsWith(sign.toLowerCase()))
  if (before) return minus + rest.slice(before.length).trim()
  const behind = signs.find((sign) => lower.endsWith(sign.toLowerCase()))
  return minus + (behind ? rest.slice(0, -behind.length).trim() : rest)
}
