import type { ColumnFormat, ColumnType } from '@triptych/contract/tables'
import type { DateOrder, DecimalMark } from '@triptych/contract/table-import'
import { hundredth } from '../column-format.ts'
import { dayOf, instantOf } from '../date-value.ts'

/** How people write the values of a column, where that is not how `cell-value.ts` reads them. */
export interface WrittenForm {
  type: ColumnType
  /** What its numbers are, where their marks say it. */
  format?: ColumnFormat | undefined
  /** For people, such as `1.234,5 €` or `31.12.2026`. */
  example: string
  /** The same value as `cell-value.ts` reads it; `null` where the text is not written so. */
  plain: (text: string) => string | null
}

/** What is said, or known from elsewhere in the file. */
export interface WaysOfWriting {
  decimal?: DecimalMark | undefined
  dates?: DateOrder | undefined
}

/** What one column of a file holds, but for its empty cells. */
type Texts = readonly string[]

/**
 * The ways of writing that a file proves: `5692,04` can only have a decimal comma, `31/12/2026` only the day first.
 * What is proved both ways, or not at all, stays open.
 */
export function provedWays(columns: readonly Texts[]): WaysOfWriting {
  const numbers = columns.flatMap((texts) => commonMark(texts)?.numbers ?? [])
  const dates = columns.filter((texts) => texts.length > 0 && texts.every(isSomeDate)).flat()
  return {
    decimal: only(new Set(numbers.flatMap((text) => provedDecimal(text) ?? []))),
    dates: only(new Set(dates.flatMap((text) => provedOrder(text) ?? []))),
  }
}

function only<T>(all: ReadonlySet<T>): T | undefined {
  const [one] = all
  return all.size === 1 ? one : undefined
}

/**
 * The form in which all texts of a column are written, where it has just one meaning; `null` where it has none, or several,
 * or is the usual one. A column that is known to be of a `type` needs less of a proof.
 */
export function writtenForm(
  texts: Texts,
  ways: WaysOfWriting,
  type: ColumnType | null = null,
): WrittenForm | null {
  if (texts.length === 0) return null
  const may = (...types: ColumnType[]): boolean => type === null || types.includes(type)
  return (
    (may('number', 'integer') && (type !== null || !areNames(texts))
      ? numberForm(texts, ways)
      : null) ??
    (may('date', 'datetime') ? dateForm(texts, ways) : null) ??
    (may('boolean') ? booleanForm(texts, type === 'boolean') : null)
  )
}

// Numbers

const groups = String.raw`[.,'’\u0020\u00a0\u202f]`
const numberLike = new RegExp(String.raw`^[-−]?\d+(?:${groups}\d+)*$`)
const currencies = new Set(Intl.supportedValuesOf('currency'))
const marked = /^(?:(\p{Sc}|[A-Z]{3})\s?)?([-−]?\d.*?)(?:\s?(\p{Sc}|%|[A-Z]{3}))?$/su

/** Signs that stand for one currency; a dollar may be of many countries. */
const signs = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['₺', 'TRY'],
  ['₴', 'UAH'],
  ['₪', 'ILS'],
])

export function formatOfMark(mark: string): ColumnFormat | undefined {
  if (mark === '%') return { kind: 'percent' }
  const currency = signs.get(mark) ?? (currencies.has(mark) ? mark : undefined)
  return currency === undefined ? undefined : { kind: 'currency', currency }
}

interface Marked {
  /** The currency, or `%`; empty where there is none. */
  mark: string
  number: string
}

function withoutMark(text: string): Marked | null {
  const [, before = '', number = '', after = ''] = marked.exec(text.trim()) ?? []
  const mark = before || after
  const isRight = numberLike.test(number) && !(before && after)
  const isCurrency = mark.length !== 3 || currencies.has(mark)
  return isRight && isCurrency ? { mark, number } : null
}

/** The numbers of a column that holds nothing else, with the one currency that all of them have. */
function commonMark(texts: Texts): { mark: string; numbers: string[] } | null {
  const all = texts.map(withoutMark)
  const mark = all[0]?.mark
  const numbers = all.flatMap((one) => (one && one.mark === mark ? [one.number] : []))
  return mark !== undefined && numbers.length === texts.length ? { mark, numbers } : null
}

/**
 * Whether they may name things, as `732 829 320` names a firm and `555.123.456` a telephone: whole, in groups, and all of one
 * length, which amounts are not. What would be read as a number anyhow is none of them.
 */
function areNames(texts: Texts): boolean {
  const common = commonMark(texts)
  if (!common || common.mark !== '') return false
  const { numbers } = common
  const areWhole = numbers.every((one) =>
    /^[1-9]\d{0,2}([.,'’\u0020\u00a0\u202f]\d{3})+$/.test(one),
  )
  const lengths = new Set(numbers.map((one) => one.length))
  return areWhole && lengths.size === 1 && !numbers.some((one) => /^\d+[.,]\d+$/.test(one))
}

/** By its last mark: it can be no group where it does not have three digits behind it, or where another kind stands before. */
function provedDecimal(number: string): DecimalMark | null {
  const at = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','))
  if (at < 0) return null
  const last = number[at] as DecimalMark
  const before = number.slice(0, at)
  const other = last === '.' ? ',' : '.'
  const couldBeGroup = number.length - at === 4 && /^[-−]?[1-9]\d{0,2}$/.test(before)
  if (couldBeGroup) return null
  const proved = before.includes(last) ? other : last
  // 1.2.2026 and 1.2.3 prove nothing.
  return plainNumber(number, proved) === null ? null : proved
}

function numberForm(texts: Texts, ways: WaysOfWriting): WrittenForm | null {
  const common = commonMark(texts)
  if (!common) return null
  const { mark, numbers } = common
  const proved = only(new Set(numbers.flatMap((number) => provedDecimal(number) ?? [])))
  const isOpen = numbers.some((number) => /[.,]/.test(number))
  const decimal = ways.decimal ?? proved ?? (isOpen ? undefined : '.')
  if (decimal === undefined) return null
  const plain = (text: string): string | null => {
    const one = withoutMark(text)
    const figures = one && one.mark === mark ? plainNumber(one.number, decimal) : null
    return figures !== null && mark === '%' ? hundredth(figures) : figures
  }
  const read = texts.map(plain)
  if (read.includes(null)) return null
  // As they are is how they are read anyway.
  if (read.every((text, at) => text === texts[at])) return null
  const isWhole = mark !== '%' && !read.some((text) => text!.includes('.'))
  const type = isWhole ? 'integer' : 'number'
  return { type, format: formatOfMark(mark), example: longest(texts), plain }
}

/** Digits that cannot all be kept, and a zero in front as a number of a thing has it, are no number. */
const exactDigits = 15

function plainNumber(text: string, decimal: DecimalMark): string | null {
  const [whole = '', fraction, ...more] = text.replace('−', '-').split(decimal)
  const grouped = /^(-?)([1-9]\d{0,2})(?:([.,'’\u0020\u00a0\u202f])\d{3})(?:\3\d{3})*$/
  const isPlain = /^-?(?:0|[1-9]\d*)$/.test(whole)
  if (more.length > 0 || (!isPlain && !grouped.test(whole))) return null
  if (fraction !== undefined && !/^\d+$/.test(fraction)) return null
  const digits = whole.replace(/[^\d-]/g, '')
  if (digits.length + (fraction?.length ?? 0) > exactDigits) return null
  return fraction === undefined ? digits : `${digits}.${fraction}`
}

// Dates

const someDate = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?:,?\s+(\d{1,2}):(\d\d)(?::(\d\d))?)?$/

function isSomeDate(text: string): boolean {
  return someDate.test(text.trim())
}

function provedOrder(text: string): DateOrder | null {
  const [, first = '', , second = '', third = ''] = someDate.exec(text.trim()) ?? []
  if (first.length === 4 || third.length !== 4) return null
  if (Number(first) > 12 && Number(second) <= 12) return 'dmy'
  return Number(second) > 12 && Number(first) <= 12 ? 'mdy' : null
}

function dateForm(texts: Texts, ways: WaysOfWriting): WrittenForm | null {
  if (!texts.every(isSomeDate)) return null
  const proved = only(new Set(texts.flatMap((text) => provedOrder(text) ?? [])))
  const plain = (text: string): string | null => plainDate(text, ways.dates, ways.dates ?? proved)
  const read = texts.map(plain)
  if (read.includes(null) || read.every((text, at) => text === texts[at])) return null
  const hasTime = read.some((text) => text!.length > 10)
  if (hasTime && read.some((text) => text!.length === 10)) return null
  return { type: hasTime ? 'datetime' : 'date', example: longest(texts), plain }
}

/** A year of two digits is taken only where the order is `said`: it could be anything. */
function plainDate(
  text: string,
  said: DateOrder | undefined,
  known: DateOrder | undefined,
): string | null {
  const found = someDate.exec(text.trim())
  if (!found) return null
  const [, first = '', mark, second = '', third = '', hour, minute, sec = '00'] = found
  // The year first, or dots between: nobody means anything else by that.
  const order = first.length === 4 ? 'ymd' : (known ?? (mark === '.' ? 'dmy' : undefined))
  if (!order) return null
  const [year, month, day] = inOrder[order](first, second, third)
  const fullYear = year.length === 4 ? year : said && year.length === 2 ? century(year) : null
  if (fullYear === null || month.length > 2 || day.length > 2) return null
  const date = `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (hour === undefined) return dayOf(date)
  const moment = `${date}T${hour.padStart(2, '0')}:${minute}:${sec}`
  return instantOf(moment) === null ? null : moment
}

const inOrder: Record<DateOrder, (a: string, b: string, c: string) => [string, string, string]> = {
  ymd: (year, month, day) => [year, month, day],
  dmy: (day, month, year) => [year, month, day],
  mdy: (month, day, year) => [year, month, day],
}

function century(year: string): string {
  return `${Number(year) < 70 ? '20' : '19'}${year}`
}

// Yes and no

const pairs = [
  ['true', 'false'],
  ['yes', 'no'],
  ['y', 'n'],
  ['ja', 'nein'],
  ['j', 'n'],
  ['ja', 'nee'],
  ['ja', 'nej'],
  ['ja', 'nei'],
  ['wahr', 'falsch'],
  ['oui', 'non'],
  ['vrai', 'faux'],
  ['sí', 'no'],
  ['si', 'no'],
  ['sì', 'no'],
  ['verdadero', 'falso'],
  ['sim', 'não'],
  ['tak', 'nie'],
  ['ano', 'ne'],
  ['kyllä', 'ei'],
  ['igen', 'nem'],
  ['evet', 'hayır'],
] as const

/** Both words have to be seen, unless the column is known to hold booleans: `no` alone may be Norway. */
function booleanForm(texts: Texts, isKnown: boolean): WrittenForm | null {
  const words = new Set(texts.map(asWord))
  const pair = pairs.find(([yes, no]) => {
    const isBoth = words.has(yes) && words.has(no)
    return (isKnown || isBoth) && [...words].every((word) => word === yes || word === no)
  })
  if (!pair || texts.every((text) => text === 'true' || text === 'false')) return null
  const [yes, no] = pair
  const plain = (text: string): string | null => {
    const word = asWord(text)
    if (word === yes) return 'true'
    return word === no ? 'false' : null
  }
  return {
    type: 'boolean',
    example: [...new Set(texts.map((text) => text.trim()))].join(', '),
    plain,
  }
}

function asWord(text: string): string {
  return text.trim().toLowerCase()
}

function longest(texts: Texts): string {
  return texts.reduce((one, other) => (other.length > one.length ? other : one)).trim()
}
