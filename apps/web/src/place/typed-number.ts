import { localeTag } from './locale.ts'

/** Numbers as people of a place write them. Without a locale it is that of the browser. */

interface Signs {
  decimal: string
  group: string
}

const known = new Map<string | undefined, Signs>()

/** What stands before the fraction and between the thousands. Asked for each cell that is drawn, so it is remembered. */
export function numberSigns(locale?: string): Signs {
  const signs = known.get(locale) ?? signsOf(locale)
  known.set(locale, signs)
  return signs
}

function signsOf(locale?: string): Signs {
  const format = new Intl.NumberFormat(latin(locale), { useGrouping: true })
  const parts = format.formatToParts(1234567.5)
  const valueOf = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { decimal: valueOf('decimal') || '.', group: valueOf('group') }
}

function latin(locale?: string): Intl.Locale {
  return new Intl.Locale(localeTag(locale), { numberingSystem: 'latn' })
}

/** As it is typed at the place: all figures, the sign of the place, no thousands. */
export function typedNumberText(number: number, locale?: string): string {
  return String(number).replace('.', numberSigns(locale).decimal)
}

/** `null`: it cannot be read as a number. */
export function typedNumber(text: string, locale?: string): number | null {
  const figures = typedFigures(text, locale)
  return figures === null ? null : Number(figures)
}

/**
 * The figures of a number as programs write them, `-1234.5`, with all that were typed. `1.234` is what the place takes it
 * for; where that can be no thousand, as in `3.5`, either sign is taken for the fraction.
 */
export function typedFigures(text: string, locale?: string): string | null {
  const said = text.trim().replace(/^[−–]/, '-').replace(/^\+/, '')
  const { decimal, group } = numberSigns(locale)
  const thousands = new Set([' ', '\u00A0', '\u202F', "'", '’', group])
  for (const sign of thousands) {
    if (sign === '' || sign === decimal) continue
    const plain = plainFigures(said, sign, decimal)
    if (plain !== null) return plain
  }
  const other = decimal === ',' ? '.' : ','
  return plainFigures(said, decimal, other)
}

function plainFigures(said: string, group: string, decimal: string): string | null {
  const [g, d] = [`\\u${hex(group)}`, `\\u${hex(decimal)}`]
  const shape = new RegExp(
    `^-?(?:\\d{1,3}(?:${g}\\d{3})+|\\d*)(?:${d}\\d*)?(?:e[+-]?\\d{1,3})?$`,
    'i',
  )
  if (!shape.test(said) || !/\d/.test(said)) return null
  const plain = said.replaceAll(group, '').replace(decimal, '.')
  return Number.isFinite(Number(plain)) ? tidy(plain) : null
}

/** `.5` and `5.` are written out. */
function tidy(plain: string): string {
  return plain.replace(/^(-?)\./, '$10.').replace(/\.(?=e|$)/i, '')
}

function hex(sign: string): string {
  return sign.charCodeAt(0).toString(16).padStart(4, '0')
}
