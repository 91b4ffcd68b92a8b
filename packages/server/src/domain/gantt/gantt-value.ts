import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../errors.ts'
import type { Fields } from '../../ports/gantt-store.ts'
import { isStorableJson, isStorableText } from '../tables/json-value.ts'

/** The fields that the server only keeps: all but `$` keys, which a client has for itself, and `others`. */
export function fieldsIn(input: Fields, others: ReadonlySet<string>): Fields {
  const fields: Fields = {}
  for (const name of Object.keys(input)) {
    const value = input[name]
    if (others.has(name) || isOfClient(name) || value === undefined) continue
    if (!isStorableText(name) || !isStorableJson(value)) {
      throw badValue(name, 'takes JSON without half characters, U+0000 or deep nesting')
    }
    fields[name] = value
  }
  return fields
}

/** The fields of one thing, which are read and sent as a whole. */
export function limited(fields: Fields): Fields {
  if (isSurelyShort(fields)) return fields
  if (Buffer.byteLength(JSON.stringify(fields)) <= maxFieldBytes) return fields
  const message = `All fields together take at most ${maxFieldBytes} bytes.`
  throw new AppError('gantt.bad_value', message, { limit: maxFieldBytes })
}

const maxFieldBytes = 256 * 1024

/** Most are, and then the text need not be made for it. A character is six at most, and so is each sign around. */
function isSurelyShort(fields: Fields): boolean {
  let characters = 0
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    if (typeof value === 'object' && value !== null) return false
    characters += name.length + (typeof value === 'string' ? value.length : 25) + 6
  }
  return characters * 6 <= maxFieldBytes
}

/** Text of at most `length` characters; a number counts as text. */
export function textFrom(field: string, value: unknown, length: number): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text.length > length || !isStorableText(text)) {
    throw badValue(field, `takes text of at most ${length} characters`)
  }
  return text
}

/** A number, also as text; `null` where there is none. */
export function numberFrom(
  field: string,
  value: unknown,
  { from, to }: { from: number; to: number },
): number | null {
  if (value === null || value === undefined || value === '') return null
  const isWritten = typeof value === 'string' && decimal.test(value.trim())
  const number = typeof value === 'number' || isWritten ? Number(value) : Number.NaN
  // Sums of fractions miss a limit by a hair.
  if (number >= from - hair && number <= to + hair) return Math.min(Math.max(number, from), to) + 0
  throw badValue(field, `takes a number from ${from} to ${to}`)
}

const hair = 1e-6
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/** The hours of ten thousand years; so many days later is still a date for every client. */
export const maxSpan = 87_660_000

export function badValue(field: string, what: string): AppError {
  const name = field.slice(0, 60).toWellFormed()
  return new AppError('gantt.bad_value', `${name} ${what}.`, { field: name })
}

/** What a client works with and does not mean to store. */
export function isOfClient(name: string): boolean {
  return name.startsWith('$') || name === '__proto__'
}

/** Whether two values are the same as JSON; the order of keys does not count. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return one === other || isDeepStrictEqual(one, other)
}
