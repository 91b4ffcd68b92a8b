import type { Table } from '@triptych/contract/tables'
import { AppError } from '../../../errors.ts'
import type { Condition } from '../../../ports/row-query.ts'
import { zoneClock } from '../../../zone-time.ts'
import type { ZoneClock } from '../../../zone-time.ts'
import { badQuery } from './bad-query.ts'
import { choiceCondition, emptyCondition } from './choice-condition.ts'
import { all, any, everything, isEverything, not } from './conditions.ts'
import { dateCell } from './date-cell.ts'
import { filterLimits } from './filter-limits.ts'
import { periodAt, periodNames } from './period.ts'
import { filterTypeOf, queryColumns } from './query-columns.ts'
import type { QueryColumn } from './query-columns.ts'
import { ruleCondition } from './rule-condition.ts'
import { obstacleTo, ruleFor, typeOf } from './rule-for.ts'
import { operators, readWrittenRule } from './written-rule.ts'
import type { WrittenRule } from './written-rule.ts'

/**
 * What SVAR's filter set asks of the rows of a table; `null` when every row passes. The answer is
 * that of `createFilter` of @svar-ui/filter-store for a client in `zone` that has dates as Date
 * objects, a `date` as its midnight there. It differs only
 * - where `createFilter` throws: what is no text is compared as the text JavaScript makes of it, no
 *   value as the empty text, and an empty date has neither month nor year;
 * - in what it finds by accident: text operators look into a date as it is sent, not into what
 *   `toString` makes of it or into the digits of its milliseconds, and a range without a start may
 *   end with a day written as 2026-04-05;
 * - in what is refused: dates asked of a column that holds none, unknown predicates and types,
 *   lists as values, and text that no cell can hold;
 * - where a part is missing: a rule without a type has that of its column, a rule may stand alone
 *   without a group, and `*` is known to mean the columns of the table, `id` not among them.
 */
export function readFilter(table: Table, filter: unknown, zone: string): Condition | null {
  if (filter === null || filter === undefined) return null
  const root = objectIn(filter)
  const isGroup = Boolean(root['rules'])
  const condition = readGroup(isGroup ? root : { rules: [root] }, 1, startReading(table, zone))
  return isEverything(condition) ? null : condition
}

interface Reading {
  columns: ReadonlyMap<string, QueryColumn>
  clock: ZoneClock
  now: number
  rules: number
  groups: number
  conditions: number
}

function startReading(table: Table, zone: string): Reading {
  return {
    columns: queryColumns(table),
    clock: zoneClock(zone),
    now: Date.now(),
    rules: 0,
    groups: 0,
    conditions: 0,
  }
}

function readGroup(group: Record<string, unknown>, depth: number, reading: Reading): Condition {
  const { glue, rules } = group
  if (!Array.isArray(rules)) throw badQuery('filter', 'The rules of a group are a list.')
  if (glue && glue !== 'and' && glue !== 'or')
    throw badQuery('filter', 'Rules are joined by and or or.')
  if (depth > filterLimits.depth) {
    throw badQuery('filter', `Groups are nested at most ${filterLimits.depth} deep.`)
  }
  const conditions: Condition[] = []
  for (const each of rules) {
    const rule = objectIn(each)
    const isGroup = Boolean(rule['rules'])
    const count = isGroup ? ++reading.groups : ++reading.rules
    if (count > filterLimits.rules) {
      throw badQuery('filter', `A filter has at most ${filterLimits.rules} rules.`)
    }
    const condition = isGroup ? readGroup(rule, depth + 1, reading) : readRule(rule, reading)
    if (condition !== null) conditions.push(condition)
  }
  // A group without rules lets everything pass, also where it stands beside others in an `or`.
  if (conditions.length === 0) return everything
  return glue === 'or' ? any(conditions) : all(conditions)
}

/** `null` for a rule that asks nothing: it does not count in its group. */
function readRule(rule: Record<string, unknown>, reading: Reading): Condition | null {
  const written = readWrittenRule(rule)
  if (written === null) return null
  if (written.includes.length > filterLimits.includes) {
    throw tooLarge(`A set has at most ${filterLimits.includes} values.`)
  }
  if (written.field === '*') return readEverywhere(written, reading)

  const column = reading.columns.get(written.field)
  if (!column) throw badQuery('filter', 'The table has no such field.')
  const type = typeOf(written, column)
  const obstacle = obstacleTo(written, column, type)
  if (obstacle === 'no such operator') throw unknownOperator(written, column, type)
  if (obstacle === 'no dates') throw badQuery('filter', 'The column holds no dates.', column.name)
  return conditionOf(written, column, type, reading)
}

/** `*` is any column, or none of them where that is what is asked; only text is looked through. */
function readEverywhere(written: WrittenRule, reading: Reading): Condition | null {
  const { operator, includes } = written
  if (includes.length === 0 && (operator === null || operator.kind === 'empty')) {
    throw unknownAnywhere()
  }
  const searches = operator?.kind === 'match' && operator.part === 'anywhere'
  const conditions: Condition[] = []
  for (const column of reading.columns.values()) {
    const type = filterTypeOf(column)
    if (column.name === 'id' || (searches && type !== 'text')) continue
    if (obstacleTo(written, column, type) === null) {
      conditions.push(conditionOf(written, column, type, reading))
    }
  }
  if (conditions.length === 0) return null
  const isNegative =
    operator?.kind === 'equal' || operator?.kind === 'has'
      ? operator.negated
      : searches && operator.negated
  return isNegative ? all(conditions) : any(conditions)
}

function conditionOf(
  written: WrittenRule,
  column: QueryColumn,
  type: string,
  reading: Reading,
): Condition {
  if (++reading.conditions > filterLimits.conditions) {
    throw tooLarge('The filter asks for too much at once.')
  }
  const { operator, value, includes } = written
  if (includes.length === 0 && operator?.kind === 'has') {
    return choiceCondition(column, operator, value, 'filter')
  }
  if (includes.length === 0 && operator?.kind === 'empty') {
    return operator.negated ? not(emptyCondition(column)) : emptyCondition(column)
  }
  if (includes.length === 0 && operator?.kind === 'within') {
    return periodCondition(column, value, reading)
  }
  return ruleCondition(column, ruleFor(written, column, type, reading.clock))
}

/** Worked out each time that it is asked for, as what is kept asks for the same days only today. */
function periodCondition(
  { name, type }: QueryColumn,
  value: unknown,
  { clock, now }: Reading,
): Condition {
  const period = typeof value === 'string' ? periodAt(value, clock, now) : null
  if (!period) throw badQuery('filter', `There is no such time; there are ${periodNames}.`, name)
  return dateCell(name, type as 'date' | 'datetime', true, clock).within(period)
}

function objectIn(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw badQuery('filter', 'A filter is a group of rules: {"glue":"and","rules":[…]}.')
}

function unknownOperator(written: WrittenRule, column: QueryColumn, type: string): AppError {
  const names = [...operators].flatMap(([name, operator]) =>
    obstacleTo({ ...written, operator }, column, type) === null ? [String(name)] : [],
  )
  const message = `There is no such operator for ${column.name} as ${type}; there are ${names.join(', ')}.`
  return new AppError('tables.unknown_operator', message, {
    parameter: 'filter',
    field: column.name,
    operators: names,
  })
}

function unknownAnywhere(): AppError {
  const names = [...operators].flatMap(([name, { kind }]) =>
    kind === 'empty' ? [] : [String(name)],
  )
  const message = `There is no such operator for any column; there are ${names.join(', ')}.`
  return new AppError('tables.unknown_operator', message, { parameter: 'filter', operators: names })
}

function tooLarge(message: string): AppError {
  return new AppError('tables.query_too_large', message, { parameter: 'filter' })
}
