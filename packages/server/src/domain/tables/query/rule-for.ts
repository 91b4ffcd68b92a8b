import type { Given, Predicate, Rule, Test } from './filter-rule.ts'
import { givenValue, isObject, reducedDate, writtenText } from './given-value.ts'
import { filterTypeOf, holdsDates } from './query-columns.ts'
import type { QueryColumn } from './query-columns.ts'
import type { WrittenRule } from './written-rule.ts'

/** Why a rule cannot be asked of a column; `null` when it can. */
export function obstacleTo(
  written: WrittenRule,
  column: QueryColumn,
  type: string,
): 'no such operator' | 'no dates' | null {
  if (predicateOf(written, type) !== null && !holdsDates(column)) return 'no dates'
  if (written.includes.length > 0) return null
  const kind = written.operator?.kind
  if (kind === 'between') return type === 'number' || type === 'date' ? null : 'no such operator'
  if (kind !== 'equal') return null
  return ['text', 'number', 'date', 'tuple'].includes(type) ? null : 'no such operator'
}

/** The type of a rule; SVAR's widgets always give it, and for them the column's is the one. */
export function typeOf(written: WrittenRule, column: QueryColumn): string {
  return written.type === '' ? filterTypeOf(column) : written.type
}

/** What a rule asks of a column; there must be no obstacle. */
export function ruleFor(
  written: WrittenRule,
  column: QueryColumn,
  type: string,
  zone: string,
): Rule {
  const { operator, value, includes } = written
  const predicate = predicateOf(written, type)
  const isDate = type === 'date'
  // With a predicate of its own, days such as 2026-04-05 stay text; those in `includes` never do.
  const readsDays = isDate && written.predicate === null

  const given = (raw: unknown, days: boolean): Given =>
    givenValue(raw, column, { days, instants: holdsDates(column) }, zone)
  const reduced = (raw: unknown, days: boolean): Given =>
    reducedDate(given(raw, days), predicate, zone)

  const rule = (test: Test, negated = false): Rule => ({ predicate, zone, test, negated })
  if (includes.length > 0) {
    // An object is equal only to itself, so never to what is in a cell.
    const values = includes.filter((each) => !isObject(each)).map((each) => reduced(each, isDate))
    return rule({ kind: 'oneOf', values })
  }
  if (operator === null) throw new Error('a rule without includes has an operator')
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
    ? givenValue(value, column, { days: false, instants: false }, zone)
    : reduced(value, false)
  const part = operator.kind === 'match' ? operator.part : 'whole'
  return rule({ kind: 'match', part, text: writtenText(text).toLowerCase() }, operator.negated)
}

function predicateOf(written: WrittenRule, type: string): Predicate | null {
  return written.predicate ?? (type === 'date' ? 'date' : null)
}

function isOpen(bound: Given, isDate: boolean): boolean {
  return isDate ? !bound : bound === null || bound === undefined
}
