import { midnightOf, monthAt, startOfDay } from '../../../zone-time.ts'
import type { ZoneClock } from '../../../zone-time.ts'
import { isStorableText } from '../json-value.ts'
import { badQuery } from './bad-query.ts'
import { filterLimits } from './filter-limits.ts'
import type { Given, Predicate, Rule, Test } from './filter-rule.ts'
import { filterTypeOf, holdsChoices, holdsDates } from './query-columns.ts'
import type { QueryColumn } from './query-columns.ts'
import type { ComparingOperator, WrittenRule } from './written-rule.ts'

/** Why a rule cannot be asked of a column; `null` when it can. */
export function obstacleTo(
  written: WrittenRule,
  column: QueryColumn,
  type: string,
): 'no such operator' | 'no dates' | null {
  if (predicateOf(written, type) !== null && !holdsDates(column)) return 'no dates'
  if (written.includes.length > 0) return null
  const kind = written.operator?.kind
  if (kind === undefined) return 'no such operator'
  if (kind === 'within') return holdsDates(column) ? null : 'no such operator'
  if (kind === 'has') return holdsChoices(column) ? null : 'no such operator'
  if (kind === 'between') return type === 'number' || type === 'date' ? null : 'no such operator'
  if (kind !== 'equal') return null
  return ['text', 'number', 'date', 'tuple'].includes(type) ? null : 'no such operator'
}

/** The type of a rule; SVAR's widgets always give it, and for them the column's is the one. */
export function typeOf(written: WrittenRule, column: QueryColumn): string {
  return written.type === '' ? filterTypeOf(column) : written.type
}

/** What a rule asks of the value in a column; there must be no obstacle. */
export function ruleFor(
  written: WrittenRule,
  column: QueryColumn,
  type: string,
  clock: ZoneClock,
): Rule {
  const { value, includes } = written
  const predicate = predicateOf(written, type)
  const isDate = type === 'date'
  // With a predicate of its own, days such as 2026-04-05 stay text; those in `includes` never do.
  const readsDays = isDate && written.predicate === null

  const given = (raw: unknown, days: boolean): Given =>
    givenValue(raw, column, { days, instants: holdsDates(column) }, clock)
  const reduced = (raw: unknown, days: boolean): Given =>
    reducedDate(given(raw, days), predicate, clock)

  const rule = (test: Test, negated = false): Rule => ({ predicate, clock, test, negated })
  if (includes.length > 0) {
    // An object is equal only to itself, so never to what is in a cell.
    const values = includes.filter((each) => !isObject(each)).map((each) => reduced(each, isDate))
    return rule({ kind: 'oneOf', values })
  }
  const operator = comparingOperator(written)
  if (operator.kind === 'compare') {
    return rule({ ...operator, value: reduced(value, readsDays) })
  }
  if (operator.kind === 'between') {
    const ends = isObject(value) ? value : {}
    const [start, end] = [ends['start'], ends['end']].map((raw) => {
      const bound = given(raw, readsDays)
      return isOpen(bound, isDate) ? undefined : bound
    })
    return rule({ kind: operator.negated ? 'outside' : 'inside', start, end })
  }
  if (operator.kind === 'equal' && type !== 'text') {
    return rule(
      { kind: 'equal', strict: isDate, value: reduced(value, readsDays) },
      operator.negated,
    )
  }
  // The text of a whole date is what the client was sent; of a month or year it is that number.
  const isWhole = predicate === null || predicate === 'date'
  const text = isWhole
    ? givenValue(value, column, { days: false, instants: false }, clock)
    : reduced(value, false)
  const part = operator.kind === 'match' ? operator.part : 'whole'
  return rule({ kind: 'match', part, text: writtenText(text).toLowerCase() }, operator.negated)
}

function comparingOperator({ operator }: WrittenRule): ComparingOperator {
  const isComparing = operator !== null && !['has', 'empty', 'within'].includes(operator.kind)
  if (!isComparing) {
    throw new Error('this operator does not compare the value of a cell')
  }
  return operator as ComparingOperator
}

function predicateOf(written: WrittenRule, type: string): Predicate | null {
  return written.predicate ?? (type === 'date' ? 'date' : null)
}

function isOpen(bound: Given, isDate: boolean): boolean {
  return isDate ? !bound : bound === null || bound === undefined
}

const plainDay = /^(\d{4})-(\d{1,2})-(\d{1,2})$/

/** As JSON writes a Date, and the same with an offset. */
const instant =
  /^(?:\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

/** A value of a rule; where dates are meant, text that is a day or an instant becomes one. */
function givenValue(
  raw: unknown,
  { name }: QueryColumn,
  reads: { days: boolean; instants: boolean },
  clock: ZoneClock,
): Given {
  if (Array.isArray(raw)) throw badQuery('filter', 'A list stands in includes.', name)
  // What JavaScript makes of an object where it needs a text or a number.
  if (isObject(raw)) return '[object Object]'
  if (typeof raw !== 'string') return raw as Given
  if (raw.length > filterLimits.textLength) {
    throw badQuery('filter', `A text has at most ${filterLimits.textLength} characters.`, name)
  }
  if (!isStorableText(raw)) {
    throw badQuery('filter', 'No text has half characters or U+0000.', name)
  }
  return (reads.days && dayIn(raw, clock)) || (reads.instants && instantIn(raw)) || raw
}

function dayIn(text: string, clock: ZoneClock): Date | null {
  const found = plainDay.exec(text)
  if (found === null) return null
  const [, year, month, day] = found.map(Number)
  // Like the Date constructor, this takes the years 0 to 99 for 1900 to 1999 and knows a 13th month.
  const ms = Date.UTC(year!, month! - 1, day)
  return new Date(midnightOf(clock, ms / 86_400_000))
}

function instantIn(text: string): Date | null {
  const date = instant.test(text) ? new Date(text) : null
  return date === null || Number.isNaN(date.getTime()) ? null : date
}

/** What a predicate makes of a date; everything else stays as it is. */
function reducedDate(value: Given, predicate: Predicate | null, clock: ZoneClock): Given {
  if (!(value instanceof Date) || predicate === null) return value
  if (predicate === 'date') return startOfDay(clock, value.getTime())
  const month = monthAt(clock, value.getTime())
  if (predicate === 'yearMonth') return month + 1
  const year = Math.floor(month / 12)
  return predicate === 'year' ? year : month - year * 12
}

/** No value is the empty text: the client's own filter fails there. */
function writtenText(value: Given): string {
  return value === null || value === undefined || value instanceof Date ? '' : String(value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
