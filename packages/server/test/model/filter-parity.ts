import { createFilter } from '@svar-ui/filter-store'
import type { CellValue, Column } from '@triptych/contract/tables'
import { filterTypeOf, holdsDates } from '../../src/domain/tables/query/query-columns.ts'
import { readFilter } from '../../src/domain/tables/query/read-filter.ts'
import { conditionSql } from '../../src/engines/sql/tables/condition-sql.ts'
import { sql } from '../../src/engines/sql/core/sql.ts'
import { emptySqlite, everyColumn, queryColumn, rowsInSql } from '../fixtures/query-table.ts'
import type { QueryRow } from '../fixtures/query-table.ts'
import {
  clientCell,
  clientRow,
  someDay,
  someInstant,
  someJson,
  someNumber,
  someRows,
  someText,
} from './query-values.ts'
import { seededRandom } from '../fixtures/seeded-random.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'

interface Rule {
  field: string
  type?: string | undefined
  filter?: string
  predicate?: string
  value?: unknown
  includes?: unknown[]
}
interface Group {
  glue?: string
  rules: (Rule | Group)[]
}

const texts = ['contains', 'notContains', 'beginsWith', 'notBeginsWith', 'endsWith', 'notEndsWith']
const comparisons = ['greater', 'less', 'greaterOrEqual', 'lessOrEqual']
const equals = ['equal', 'notEqual']
const ranges = ['between', 'notBetween']
const operators = [...texts, ...comparisons, ...comparisons, ...equals, ...equals, ...ranges]
const types = ['text', 'number', 'date', 'tuple']
const columns = [queryColumn('id', 'integer', false), ...everyColumn.columns]
const fields = everyColumn.columns.map((column) => ({
  id: column.name,
  type: filterTypeOf(column),
  label: column.name,
}))

/** Where `createFilter` throws, or where we mean something else on purpose; see `readFilter`. */
const exemptions: Record<string, (rule: Rule, column: Column) => boolean> = {
  'dates asked of a column that holds none': (rule, column) =>
    (rule.type === 'date' || rule.predicate !== undefined) && !holdsDates(column),
  'text operators on dates': (rule, column) =>
    holdsDates(column) && isOfText(rule) && !isPartOfDate(rule),
  'equality as text of what is none': (rule, column) =>
    isEquality(rule) &&
    (rule.type ?? 'text') === 'text' &&
    (column.type !== 'text' || typeof rule.value !== 'string'),
  'text operators without a value': (rule) =>
    texts.includes(operatorOf(rule)) && (rule.value === null || rule.value === undefined),
  'month or year of an empty date': (rule, column) => isPartOfDate(rule) && column.nullable,
  'a range without ends': (rule) =>
    ranges.includes(operatorOf(rule)) && (rule.value === null || rule.value === undefined),
  'a range of text or tuples': (rule) =>
    ranges.includes(operatorOf(rule)) && rule.type !== 'number' && rule.type !== 'date',
  'a range without a start that ends with a plain day': (rule) =>
    ranges.includes(operatorOf(rule)) &&
    typeof (rule.value as { end?: unknown } | undefined)?.end === 'string' &&
    (rule.value as { start?: unknown }).start === undefined,
  'a Date asked of a column that holds none': (rule, column) =>
    !holdsDates(column) && valuesIn(rule).some((value) => value instanceof Date),
  'JSON compared with an object': (rule, column) =>
    column.type === 'json' && !ranges.includes(operatorOf(rule)) && isPlainObject(rule.value),
  'a date without a type': (rule, column) => rule.type === undefined && holdsDates(column),
}

function valuesIn({ value, includes = [] }: Rule): unknown[] {
  const ends = isPlainObject(value) ? Object.values(value as object) : []
  return [value, ...ends, ...includes]
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof Date)
}

function operatorOf({ filter, includes }: Rule): string {
  return includes?.length ? '' : (filter ?? '')
}

function isEquality(rule: Rule): boolean {
  return equals.includes(operatorOf(rule))
}

function isOfText(rule: Rule): boolean {
  return texts.includes(operatorOf(rule)) || (isEquality(rule) && rule.type === 'text')
}

function isPartOfDate({ predicate }: Rule): boolean {
  return predicate !== undefined && predicate !== 'date'
}

function isExempt(rule: Rule): boolean {
  if (rule.field !== '*') {
    const column = columns.find(({ name }) => name === rule.field)!
    return Object.values(exemptions).some((applies) => applies(rule, column))
  }
  const searches = rule.filter === 'contains' || rule.filter === 'notContains'
  const searched = everyColumn.columns.filter((column) => !searches || column.type === 'text')
  return searched.some((column) =>
    Object.values(exemptions).some((applies) =>
      applies({ ...rule, type: filterTypeOf(column) }, column),
    ),
  )
}

function someRule(random: SeededRandom, rows: QueryRow[]): Rule {
  for (;;) {
    const rule = tryRule(random, rows)
    if (!isExempt(rule)) return rule
  }
}

function tryRule(random: SeededRandom, rows: QueryRow[]): Rule {
  const oneIn = (count: number) => random.between(1, count) === 1
  const column = random.pick(columns)
  const rule: Rule = { field: oneIn(25) ? '*' : column.name }
  const type = oneIn(3) ? random.pick([...types, undefined]) : filterTypeOf(column)
  if (type !== undefined) rule.type = type
  if (oneIn(4) && holdsDates(column)) {
    rule.predicate = random.pick(['month', 'year', 'yearMonth', 'date'])
  }
  const value = () =>
    oneIn(3) && rule.predicate === undefined
      ? knownValue(random, random.pick(rows)[column.name] ?? null, column)
      : someValue(random, column, rule.predicate)
  if (oneIn(6)) {
    // In a list JSON writes null for what is undefined.
    rule.includes = Array.from({ length: random.between(0, 4) }, () => value() ?? null)
  }
  if (oneIn(40)) return rule
  rule.filter = random.pick(operators)
  if (!ranges.includes(rule.filter)) return oneIn(50) ? rule : { ...rule, value: value() }
  const ends = { start: value(), end: value() }
  return {
    ...rule,
    value: random.pick([ends, ends, ends, { start: value() }, { end: value() }, 'x']),
  }
}

/** What a row has in the column, or a part of it; dates as the client has them. */
function knownValue(random: SeededRandom, value: CellValue, column: Column): unknown {
  if (holdsDates(column)) return clientCell(value, column)
  if (Array.isArray(value)) return value.length === 0 ? '' : JSON.stringify(value[0])
  if (typeof value !== 'string') return value
  const characters = Array.from(value)
  const start = random.between(0, characters.length)
  const end = random.pick([characters.length, random.between(start, characters.length)])
  const part = characters.slice(random.pick([0, start]), end).join('')
  return random.pick([part, part.toLowerCase(), part.toUpperCase()])
}

/** Mostly what belongs to the column, now and then anything. */
function someValue(random: SeededRandom, column: Column, predicate?: string): unknown {
  const odd = [null, undefined, true, false, '', 0, 5, '5', ' 7 ', '0x10', 'abc', 'ä', {}]
  if (random.between(0, 9) === 0) return random.pick([...odd, someNumber(random), someText(random)])
  if (predicate === 'month') return random.pick([random.between(-1, 12), someInstant(random), '3'])
  if (predicate === 'year') return random.pick([random.between(2010, 2027), someInstant(random), 0])
  if (predicate === 'yearMonth') {
    return random.pick([random.between(24_310, 24_325), someInstant(random), 2011 * 12 + 12])
  }
  if (holdsDates(column)) {
    const instant = someInstant(random)
    const [year, month, day] = someDay(random).split('-').map(Number)
    const sloppy = `${String(year).padStart(4, '0')}-${month}-${day}`
    const far = random.pick([8.6e15, -8.6e15, 1e15, -6.3e13])
    const ms = instant.getTime()
    return random.pick([
      instant,
      instant,
      someDay(random),
      sloppy,
      ms,
      ms + 0.5,
      far,
      new Date(far),
    ])
  }
  if (column.type === 'text') {
    return random.pick([someText(random), someText(random), 5, -3, 1000, 31, true])
  }
  if (column.type === 'boolean') return random.between(0, 1) === 1
  if (column.type === 'json') {
    const value = someJson(random)
    return Array.isArray(value) ? JSON.stringify(value[0] ?? null) : value
  }
  const number = someNumber(random)
  return random.pick([number, number, String(number), String(number).slice(0, 1)])
}

export function someGroup(random: SeededRandom, rows: QueryRow[], depth = 0): Group {
  const length = random.pick([0, 1, 1, 1, 2, 2, 3])
  const rules = Array.from({ length: depth === 0 ? Math.max(length, 1) : length }, () =>
    depth < 3 && random.between(0, 4) === 0
      ? someGroup(random, rows, depth + 1)
      : someRule(random, rows),
  )
  const glue = random.pick(['and', 'or', 'or', undefined])
  return glue === undefined ? { rules } : { glue, rules }
}

export interface ParityRun {
  zone: string
  seed: number
  cases: number
  open?: typeof emptySqlite
}

/** Filters random rows by random filters, as SVAR's client does and in SQL; answers what differs. */
export async function filterParity(run: ParityRun): Promise<string[]> {
  const { zone, seed, cases, open = emptySqlite } = run
  // `createFilter` counts days in the zone of the process.
  const before = process.env['TZ']
  process.env['TZ'] = zone
  const table = await rowsInSql(everyColumn, open)
  const differences: string[] = []
  try {
    const random = seededRandom(seed)
    let rows = someRows(random, 0)
    let clientRows: Record<string, unknown>[] = []
    for (let number = 0; number < cases; number++) {
      if (number % 200 === 0) {
        rows = someRows(random, 30)
        clientRows = rows.map((row) => clientRow(row))
        await table.putRows(rows)
      }
      const filter = someGroup(random, rows)
      const passes = createFilter(filter, undefined, fields)
      const sent = JSON.stringify(filter)
      const condition = readFilter(everyColumn, JSON.parse(sent), zone)
      const found = await table.ids(
        condition ? conditionSql(table.dialect, everyColumn, condition) : sql`true`,
      )
      const expected = clientRows.filter((row) => passes(row)).map((row) => row['id'])
      if (String(found) === String(expected)) continue
      const odd = rows.find(({ id }) => found.includes(id) !== expected.includes(id))
      differences.push(`${sent} in ${zone}: differs for ${JSON.stringify(odd)}`)
      if (differences.length === 20) break
    }
  } finally {
    table.close()
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  }
  return differences
}
