import type { Column, Table } from '@triptych/contract/tables'
import { AppError } from '../../../errors.ts'
import type { Condition, Comparison, TextPart } from '../../../ports/row-query.ts'
import { midnightOf, zoneClock } from '../../../zone-time.ts'
import type { ZoneClock } from '../../../zone-time.ts'
import { askedChoices, valueFromText } from '../cell-value.ts'
import { dayOf } from '../date-value.ts'
import { badQuery } from './bad-query.ts'
import { choiceCondition, emptyCondition } from './choice-condition.ts'
import { all, any, not, textMatch } from './conditions.ts'
import { dateCell } from './date-cell.ts'
import { filterLimits } from './filter-limits.ts'
import { holdsChoices } from './query-columns.ts'

/** What an address asks of columns: `year`, or `year:gte`, with the values it was said with. */
export type Where = Readonly<Record<string, readonly string[]>>

const comparisons = new Map<string, Exclude<Comparison, '='>>([
  ['lt', '<'],
  ['lte', '<='],
  ['gt', '>'],
  ['gte', '>='],
])

const parts = new Map<string, TextPart>([
  ['contains', 'anywhere'],
  ['startsWith', 'start'],
  ['endsWith', 'end'],
])

const choices = new Map<string, { which: 'any' | 'all'; negated: boolean }>([
  ['any', { which: 'any', negated: false }],
  ['all', { which: 'all', negated: false }],
  ['none', { which: 'any', negated: true }],
])

const operators = ['eq', 'ne', 'in', ...comparisons.keys(), ...parts.keys(), ...choices.keys()]

/** JSON is not compared, and only of a list one can ask what is in it. */
function operatorsOf(column: Column): string[] {
  return operators.filter((operator) => {
    if (choices.has(operator)) return holdsChoices(column)
    return column.type !== 'json' || !comparisons.has(operator)
  })
}

/**
 * `year=2010` is exactly that value, `year=` none; what is said several times is any of them, but with `ne` and `none` none of
 * them, and with `all` all of them.
 */
export function whereCondition(table: Table, where: Where, zone: string): Condition | null {
  const asked = Object.entries(where)
  if (asked.length === 0) return null
  const count = asked.reduce((sum, [, values]) => sum + values.length, 0)
  if (count > filterLimits.rules) {
    throw badQuery('filter', `A filter has at most ${filterLimits.rules} rules.`)
  }
  const clock = zoneClock(zone)
  return all(
    asked.map(([name, values]) => {
      const { column, operator } = columnAsked(table, name)
      const conditions = values.map((value) => oneCondition(column, operator, value, clock))
      return ['ne', 'none', 'all'].includes(operator) ? all(conditions) : any(conditions)
    }),
  )
}

const id: Column = {
  name: 'id',
  type: 'integer',
  nullable: false,
  unique: true,
  default: null,
  options: null,
  reference: null,
}

/** A column may have a colon in its name. */
function columnAsked(table: Table, name: string): { column: Column; operator: string } {
  const columns = [id, ...table.columns]
  const whole = columns.find((column) => column.name === name)
  if (whole) return { column: whole, operator: 'eq' }
  const at = name.lastIndexOf(':')
  const column = at > 0 && columns.find((one) => one.name === name.slice(0, at))
  if (!column) {
    const message = `There is neither such a parameter nor such a column; the columns are ${named(columns)}.`
    throw new AppError('query.invalid', message, { parameter: name.slice(0, 60).toWellFormed() })
  }
  const operator = name.slice(at + 1)
  const names = operatorsOf(column)
  if (names.includes(operator)) return { column, operator }
  const message = `There is no such operator for ${column.name}; there are ${names.join(', ')}.`
  throw new AppError('tables.unknown_operator', message, {
    parameter: column.name,
    operators: names,
  })
}

/** As many as one can read. */
function named(columns: readonly Column[]): string {
  const names = columns.slice(0, 20).map(({ name }) => name)
  return `${names.join(', ')}${columns.length > 20 ? ' …' : ''}`
}

function oneCondition(column: Column, operator: string, text: string, clock: ZoneClock): Condition {
  const { name } = column
  if (text.length > filterLimits.textLength) {
    throw badQuery(name, `A text has at most ${filterLimits.textLength} characters.`, name)
  }
  if (operator === 'in') {
    return any(text.split(',').map((one) => equals(column, one, clock)))
  }
  const part = parts.get(operator)
  if (part) return textMatch({ column: name, read: 'value' }, part, text.toLowerCase())
  const comparison = comparisons.get(operator)
  if (comparison) return compared(column, comparison, text, clock)
  const asked = choices.get(operator)
  if (asked) {
    const given = text === '' ? [] : askedChoices(column.options ?? [], text)
    return choiceCondition(column, asked, given, name)
  }
  const condition = equals(column, text, clock)
  return operator === 'ne' ? not(condition) : condition
}

function equals(column: Column, text: string, clock: ZoneClock): Condition {
  const { name, type } = column
  if (text === '') return emptyCondition(column)
  if (isDayOf(column, text)) return dayTests(name, clock).equal(midnight(name, text, clock), false)
  const value = valueOf(column, text)
  if (type === 'json') return { kind: 'is', column: name, value }
  const cell = { column: name, read: 'value' } as const
  return { kind: 'compare', cell, operator: '=', value: value as string | number | boolean }
}

function compared(
  column: Column,
  operator: Exclude<Comparison, '='>,
  text: string,
  clock: ZoneClock,
): Condition {
  const { name } = column
  if (text === '') throw badQuery(name, `${name} is compared with a value.`, name)
  if (isDayOf(column, text)) {
    return dayTests(name, clock).compare(operator, midnight(name, text, clock))
  }
  const value = valueOf(column, text)
  const cell = { column: name, read: 'value' } as const
  return { kind: 'compare', cell, operator, value: value as string | number | boolean }
}

const plainDay = /^\d{4}-\d\d-\d\d$/

/** A day asked of instants is all of it, on the clocks of whoever asks. */
function isDayOf({ type }: Column, text: string): boolean {
  return type === 'datetime' && plainDay.test(text)
}

function dayTests(column: string, clock: ZoneClock) {
  return dateCell(column, 'datetime', true, clock)
}

function midnight(column: string, text: string, clock: ZoneClock): number {
  if (dayOf(text) === null) throw badQuery(column, `There is no day ${text}.`, column)
  return midnightOf(clock, Date.parse(text) / 86_400_000)
}

/** Whatever the column takes when it is written, be it one of its options or not. */
function valueOf(column: Column, text: string) {
  try {
    const { format: _format, ...plain } = column
    return valueFromText({ ...plain, nullable: true, options: null }, text)
  } catch (error) {
    if (error instanceof AppError) throw badQuery(column.name, error.message, column.name)
    throw error
  }
}
