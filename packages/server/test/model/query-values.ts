import type { CellValue, Column } from '@triptych/contract/tables'
import type { QueryRow } from '../fixtures/query-table.ts'
import { everyColumn } from '../fixtures/query-table.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'

const dayMs = 86_400_000

/** Letters that change their length or their neighbours in lower case, wildcards, what looks like numbers. */
const atoms = [
  'a', 'A', 'b', 'Z', 'ä', 'Ä', 'İ', 'i', 'I', 'i̇', 'ı', 'ß', 'ẞ', 'SS', 'Σ', 'σ', 'ς', 'ΑΣ', '%', '_',
  '\\', "'", '"', ' ', '\t', ',', '😀', '👩‍🚀', 'é', 'é', '5', '-3', '1e3', '0x1F', '.', '[object Object]',
  'true', 'K', '\n', '\u00a0', 'я', 'Я', '日本',
] // prettier-ignore

const numbers = [0, 1, -1, 2, 5, 7, 10, 55, -3, 2024, 1e6, -1234567, 2 ** 53 - 1]
const fractions = [
  0.5, -0.5, 1.5, 0.1, -2.25, 1e21, 1.5e300, 1e-7, 123456789.125, 5e15, 1e15, 12e14,
]
const json: CellValue[] = [
  5, '5', 0, '', 1.5, -3, true, false, 'abc', 'ÄΣ', [], [5], ['red'], ['red', 'blue'], [null, 1],
  [[1, 2], {}], {}, { a: 1 }, 'true', '1e3', 1e21, 'red',
] // prettier-ignore

/** Days with changes of the clocks in the zones that are tried, and the edges of everything. */
const days = [
  '2026-03-08', '2026-11-01', '2026-03-29', '2026-10-25', '2011-12-29', '2011-12-30', '2011-12-31',
  '1970-01-01', '1969-12-31', '1970-01-02', '2025-12-31', '2026-01-01', '2024-02-29', '2026-04-05',
  '2018-11-04', '1883-11-18', '1900-01-01', '0001-01-02', '9999-12-30', '0099-05-05',
] // prettier-ignore
const edges = ['0001-01-01', '9999-12-31']
const times = [0, 1, -1, 1_800_000, 3_600_000, 12 * 3_600_000, dayMs - 1, 9_000_000]

export function someText(random: SeededRandom): string {
  if (random.between(0, 5) === 0) return random.pick(['5', ' 5', '-3', '1e3', '0x1F', '', '05'])
  const length = random.between(0, 4)
  return Array.from({ length }, () => random.pick(atoms)).join('')
}

export function someNumber(random: SeededRandom): number {
  return random.between(0, 2) === 0 ? random.pick(fractions) : random.pick(numbers)
}

export function someJson(random: SeededRandom): CellValue {
  return random.pick(json)
}

export function someDay(random: SeededRandom): string {
  if (random.between(0, 20) === 0) return random.pick(edges)
  const day = Date.parse(random.pick(days)) + random.between(-1, 1) * dayMs
  return new Date(day).toISOString().slice(0, 10)
}

/** Around the midnights of this process's zone. */
export function someInstant(random: SeededRandom): Date {
  const ms = midnight(someDay(random)).getTime() + random.pick(times)
  const [first, last] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]
  return new Date(Math.min(Math.max(ms, first), last))
}

/** A day as a client has it: its midnight in this process's zone. */
export function midnight(day: string): Date {
  const [year, month, date] = day.split('-').map(Number)
  const made = new Date(2000, 0, 1)
  // The constructor would take the years 0 to 99 for 1900 to 1999.
  made.setFullYear(year!, month! - 1, date)
  return made
}

export function someCell(random: SeededRandom, { type, nullable }: Column): CellValue {
  if (nullable && random.between(0, 4) === 0) return null
  if (type === 'text') return someText(random)
  if (type === 'integer') return random.pick(numbers)
  if (type === 'number') return someNumber(random)
  if (type === 'boolean') return random.between(0, 1) === 1
  if (type === 'date') return someDay(random)
  if (type === 'datetime') return someInstant(random).toISOString()
  return someJson(random)
}

export function someRows(random: SeededRandom, count: number, table = everyColumn): QueryRow[] {
  return Array.from({ length: count }, (_, index) => ({
    ...Object.fromEntries(table.columns.map((column) => [column.name, someCell(random, column)])),
    id: index + 1,
  }))
}

/** The row as a client has it, with dates for its dates. */
export function clientRow(row: QueryRow, table = everyColumn): Record<string, unknown> {
  const cells = table.columns.map((column) => [
    column.name,
    clientCell(row[column.name] ?? null, column),
  ])
  return { ...Object.fromEntries(cells), id: row.id }
}

export function clientCell(value: CellValue, { type }: Column): unknown {
  if (typeof value !== 'string') return structuredClone(value)
  if (type === 'date') return midnight(value)
  return type === 'datetime' ? new Date(value) : value
}
