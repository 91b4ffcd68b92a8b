import { cellIn, cellOut } from 'triptych-client'
import type { Column, ColumnFormat } from '@triptych/contract/tables'
import { typedDate, typedDateText, typedMoment, typedMomentText } from '../../place/typed-date.ts'
import { typedNumber, typedNumberText } from '../../place/typed-number.ts'
import { typedAddress, typedAmount, typedAmountText } from '../columns/formats.ts'
import type { Option } from './row-names.ts'
import { t } from '../../words/words.ts'

/** What a cell is to hold, as the grid has it, or why it cannot. */
export type Read = { value: unknown } | { reason: string }

export interface Reading {
  /** The rows that a reference can name, where they are few. */
  options?: readonly Option[] | undefined
  locale?: string | undefined
}

const yes = new Set(
  'true yes y 1 x ✓ ✔ on ja j wahr oui o vrai sí si s verdadero sim tak'.split(' '),
)
const no = new Set('false no n 0 - ✗ off nein falsch non faux falso não nao nie'.split(' '))

/** A text as somebody types or pastes it, as the place writes things. */
export function readCell(column: Column, text: string, reading: Reading = {}): Read {
  const said = text.trim()
  if (said === '') return { value: emptyOf(column, text) }
  if (column.type !== 'json' && column.options) return readChoice(column.options, said)
  if (column.reference && reading.options) return readReference(reading.options, said)
  if (column.format) return readFormatted(column, column.format, said, reading.locale)
  switch (column.type) {
    case 'text':
      return { value: text }
    case 'integer': {
      const number = typedNumber(said, reading.locale)
      if (number === null && column.reference) {
        return { reason: t('There is no row “{said}” to name.', { said }) }
      }
      if (number === null) return { reason: t('“{said}” is not a number.', { said }) }
      return Number.isSafeInteger(number)
        ? { value: number }
        : { reason: t('“{said}” is not a whole number.', { said }) }
    }
    case 'number': {
      const number = typedNumber(said, reading.locale)
      return number === null
        ? { reason: t('“{said}” is not a number.', { said }) }
        : { value: number }
    }
    case 'boolean': {
      const word = said.toLowerCase()
      if (yes.has(word)) return { value: true }
      return no.has(word)
        ? { value: false }
        : { reason: t('“{said}” is neither yes nor no.', { said }) }
    }
    case 'date':
      return readDay(said, reading.locale)
    case 'datetime':
      return readMoment(said, reading.locale)
    default:
      return readJson(column, said)
  }
}

/** What a cell holds after it was cleared. */
export function emptyOf({ type, nullable }: Column, text = ''): unknown {
  if (nullable) return type === 'text' && text !== '' ? text : null
  return type === 'text' ? '' : null
}

function readFormatted(
  { type }: Column,
  format: ColumnFormat,
  said: string,
  locale: string | undefined,
): Read {
  // Whether it is an address the server says.
  if (type === 'text') return { value: typedAddress(format, said) }
  const number = typedAmount(format, said, locale)
  if (number === null && format.kind === 'currency') {
    return {
      reason: t('“{said}” is no amount in {currency}.', { said, currency: format.currency }),
    }
  }
  if (number === null) return { reason: t('“{said}” is not a number.', { said }) }
  return type !== 'integer' || Number.isSafeInteger(number)
    ? { value: number }
    : { reason: t('“{said}” is not a whole number.', { said }) }
}

function readDay(said: string, locale: string | undefined): Read {
  // Spreadsheets give a day as its midnight.
  const day = typedDate(said, { locale }) ?? typedMoment(said, { locale })?.slice(0, 10)
  if (!day) return { reason: t('“{said}” is not a date.', { said }) }
  return { value: cellIn({ type: 'date' }, day) }
}

function readMoment(said: string, locale: string | undefined): Read {
  if (/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(said) && !Number.isNaN(Date.parse(said))) {
    return { value: new Date(said) }
  }
  const moment = typedMoment(said, { locale })
  return moment
    ? { value: new Date(moment) }
    : { reason: t('“{said}” is not a date with a time.', { said }) }
}

function readChoice(options: readonly unknown[], said: string): Read {
  const exact = options.find((option) => String(option) === said)
  const found =
    exact ?? options.find((option) => String(option).toLowerCase() === said.toLowerCase())
  if (found !== undefined) return { value: found }
  return { reason: t('“{said}” is not one of: {options}.', { said, options: options.join(', ') }) }
}

function readReference(options: readonly Option[], said: string): Read {
  const labelled = options.filter(({ label }) => label === said)
  if (labelled.length === 1) return { value: labelled[0]!.id }
  if (labelled.length > 1) return { reason: t('Several rows are called “{said}”.', { said }) }
  const byNumber = options.find(({ id }) => String(id) === said.replace(/^#/, ''))
  const byLetters = options.filter(({ label }) => label.toLowerCase() === said.toLowerCase())
  const found = byNumber ?? (byLetters.length === 1 ? byLetters[0] : undefined)
  return found ? { value: found.id } : { reason: t('There is no row “{said}” to name.', { said }) }
}

function readJson({ options }: Column, said: string): Read {
  try {
    return { value: JSON.parse(said) as unknown }
  } catch (error) {
    if (!options)
      return { reason: t('This is not JSON: {message}', { message: (error as Error).message }) }
  }
  const chosen = said.split(',').map((one) => readChoice(options, one.trim()))
  const bad = chosen.find((one) => 'reason' in one)
  return bad ?? { value: chosen.map((one) => ('value' in one ? one.value : null)) }
}

/** A value that we copied ourselves; `null` where its column is of another kind, and its text has to do. */
export function readOwn(column: Column, value: unknown, reading: Reading): Read | null {
  if (value === null || value === undefined) return { value: emptyOf(column) }
  if (column.reference && reading.options) {
    return reading.options.some(({ id }) => id === value) ? { value } : null
  }
  if (column.options) return null
  switch (column.type) {
    case 'integer':
      return Number.isSafeInteger(value) ? { value } : null
    case 'number':
      return typeof value === 'number' ? { value } : null
    case 'boolean':
      return typeof value === 'boolean' ? { value } : null
    case 'json':
      return { value }
    case 'date':
    case 'datetime': {
      const isOne = typeof value === 'string' && /^\d{4}-\d\d-\d\d(T|$)/.test(value)
      const isDay = isOne && !value.includes('T')
      if (!isOne || (column.type === 'date') !== isDay) return null
      return { value: cellIn(column, value) }
    }
    default:
      return null
  }
}

/** As it is copied, and as an editor begins: what `readCell` reads again. */
export function textOf(column: Column, value: unknown, reading: Reading = {}): string {
  if (value === null || value === undefined || value === '') return ''
  if (value instanceof Date) {
    return column.type === 'date'
      ? typedDateText(cellOut(column, value) as string, reading.locale)
      : typedMomentText(wallTime(value), reading.locale)
  }
  const option = column.reference && reading.options?.find(({ id }) => id === value)
  if (option) return option.label
  if (typeof value === 'number' && column.format) {
    return typedAmountText(column.format, value, reading.locale)
  }
  if (typeof value === 'number') {
    return column.reference ? String(value) : typedNumberText(value, reading.locale)
  }
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (column.options && Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' && column.type !== 'json' ? value : JSON.stringify(value)
}

/** The time where the page is, in no zone. */
function wallTime(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 19)
}
