import type { CellValue, Column, ColumnFormat, ColumnType } from '@triptych/contract/tables'
import { isFileId } from '../files/path.ts'

const typesOf: Record<ColumnFormat['kind'], readonly ColumnType[]> = {
  email: ['text'],
  url: ['text'],
  file: ['text'],
  percent: ['number'],
  currency: ['number', 'integer'],
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** Why a column cannot have its format; `null` when it can, or has none. */
export function formatObstacle({ type, options, reference, format }: Column): string | null {
  if (!format) return null
  const types = typesOf[format.kind]
  if (!types.includes(type)) {
    return `must be ${types.join(' or ')} to have the format ${format.kind}, not ${type}.`
  }
  if (options !== null) return 'has options, and so no format.'
  if (reference !== null) return 'names rows, and so has no format.'
  if (format.kind !== 'currency' || currencies.has(format.currency)) return null
  return `cannot have the format currency: there is no ${format.currency}.`
}

/** What a column with this format takes, in words; `null` where that is all its type takes. */
export const formatTakes: Record<ColumnFormat['kind'], string | null> = {
  email: 'an e-mail address such as anna@example.org',
  url: 'an address such as https://example.org/page',
  file: 'the path of a file such as /photos/a.jpg',
  percent: null,
  currency: null,
}

/** Whether a stored value is what the format says. An empty text is: a new row begins with it. */
export function fitsFormat(format: ColumnFormat, value: CellValue): boolean {
  if (formatTakes[format.kind] === null || value === '' || value === null) return true
  if (typeof value !== 'string') return false
  if (format.kind === 'email') return isEmail(value)
  // Whether there is such a file is not asked: the answer would tell of files that are hidden from whoever writes.
  return format.kind === 'file' ? isFileId(value) : isWebAddress(value)
}

// As browsers take it in a field for addresses, with letters of all scripts; and a domain has a dot.
const email =
  /^[^\s@"(),:;<>[\\\]\p{Cc}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}-]{2,63}$/u

function isEmail(text: string): boolean {
  return text.length <= 254 && email.test(text)
}

/** Nothing but what a browser opens as a page: `javascript:` would run in ours. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/\p{Cc}][^\s\p{Cc}]*$/iu.test(text) && URL.canParse(text)
}

/** `12.5 %` as the number it is, where a column holds percents. */
export function withoutPercent({ format }: Pick<Column, 'format'>, text: string): string {
  const found = format?.kind === 'percent' && /^\s*([+-]?[\d.]+)\s?%\s*$/.exec(text)
  return found ? hundredth(found[1]!) : text
}

/** Of a number as text: dividing it would change its last figures. */
export function hundredth(figures: string): string {
  return String(Number(`${figures}e-2`))
}
