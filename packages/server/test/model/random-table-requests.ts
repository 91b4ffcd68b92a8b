import { columnTypes } from '@triptych/contract/choices'
import type { Column } from '@triptych/contract/tables'
import { someGroup } from './filter-parity.ts'
import { everyColumn } from '../fixtures/query-table.ts'
import { someCell, someRows } from './query-values.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'
import { poolOf } from './table-schema-model.ts'

export interface Sent {
  method: string
  path: string
  body?: unknown
}

/** Stands for the address of the next page of the last list: it is signed, and so each server has its own. */
export const nextPage = '(next page)'

const numbers = [
  1 / 3, -2 / 3, 0.1, 0.2, 0.3, 1e21, -1.5e-7, 1e-7, 5e-324, 1.7e308, -0, 2 ** 53, 2 ** 63, 1e22, 12345.6789,
  999999.999999, 99.99, 1e-4, 1e-5, 123456789.125, 1234567890123456.8, 0.1 + 0.2,
] // prettier-ignore
/** Everything that JSON, CSV or SQL write in a way of their own. */
const texts = [
  'a"b', "a'b", 'a\\b', 'a\nb', '\r\n', '\t', '\u0000', 'a\u0000\uffff0b', '\uffff', '\u0001\u001f\u007f', '\u0080', '\u2028',
  '</script>', '=1+1', '-1', "'=x", '', ' ', ',', ';', '\u{1f600}', 'é', 'null', '?', '$1', '%', '\u200b', '\ufeff',
] // prettier-ignore
const zones = ['UTC', 'Europe/Vienna', 'America/New_York', 'Pacific/Apia', '+05:30']

/** Names of the table whose shape changes, and of its columns. */
const names = ['a', 'B', 'ç d', '"e"', '?', 'toString']

/** A request to the table `films` of every type of column, or to `shapes`, whose shape changes. */
export function tableRequest(random: SeededRandom): Sent {
  const dice = random.next()
  if (dice < 0.3) return writing(random)
  if (dice < 0.75) return reading(random)
  return random.next() < 0.5 ? reshaping(random) : writingShapes(random)
}

/** Both tables, and some rows. */
export function firstTables(random: SeededRandom): Sent[] {
  return [
    { method: 'POST', path: '/tables', body: { name: 'films', columns: everyColumn.columns } },
    ...Array.from({ length: 40 }, () => ({
      method: 'POST',
      path: '/films',
      body: { row: row(random) },
    })),
    {
      method: 'POST',
      path: '/tables',
      body: { name: 'shapes', columns: [{ name: 'a', type: 'text' }] },
    },
  ]
}

/** A value for the column, and now and then one that is no value for it. */
function cell(random: SeededRandom, column: Column): unknown {
  const dice = random.next()
  if (dice < 0.03) return random.pick(['x', 1.5, true, null, [], '2026-02-30'])
  if (dice < 0.5 && column.type === 'number') return someDouble(random)
  if (dice < 0.5 && column.type === 'text') return random.pick(texts)
  if (dice < 0.3 && column.type === 'json') return random.pick([...numbers, ...texts, texts, {}])
  return someCell(random, column)
}

function someDouble(random: SeededRandom): number {
  const scale = 10 ** random.between(-8, 22)
  return random.pick([
    random.pick(numbers),
    random.next() * scale,
    random.between(-1e9, 1e9) / 10 ** random.between(0, 9),
  ])
}

function row(random: SeededRandom): Record<string, unknown> {
  return Object.fromEntries(
    everyColumn.columns.map((column) => [column.name, cell(random, column)]),
  )
}

const someId = (random: SeededRandom): number => random.between(1, 60)

function filterOf(random: SeededRandom): unknown {
  return JSON.parse(JSON.stringify(someGroup(random, someRows(random, 3))))
}

function writing(random: SeededRandom): Sent {
  const id = someId(random)
  const column = random.pick(everyColumn.columns)
  const set = { [column.name]: cell(random, column) }
  const place = { target: someId(random), mode: random.pick(['before', 'after']) }
  const operation = random.pick(['move', 'copy'])
  return random.pick<() => Sent>([
    () => ({ method: 'POST', path: '/films', body: { row: row(random) } }),
    () => ({ method: 'POST', path: '/films', body: { row: row(random), before: id } }),
    () => ({ method: 'PUT', path: `/films/${id}`, body: set }),
    () => ({ method: 'PUT', path: `/films/${id}`, body: { operation, ...place } }),
    () => ({ method: 'DELETE', path: `/films/${id}` }),
    () => ({ method: 'POST', path: '/films/rows', body: { rows: [row(random), row(random)] } }),
    () => ({
      method: 'PUT',
      path: '/films/rows',
      body: {
        key: ['id'],
        rows: [
          { id, ...set },
          { id: id + 1, ...row(random) },
        ],
      },
    }),
    () => ({
      method: 'PATCH',
      path: '/films/rows',
      body: { filter: filterOf(random), set, max: 20 },
    }),
    () => ({
      method: 'POST',
      path: '/batch',
      body: [
        { url: `films/${id}`, method: 'PUT', data: set },
        { url: 'films', method: 'POST', data: { row: row(random) } },
        { url: `films/${id + 1}`, method: 'DELETE', data: {} },
      ],
    }),
  ])()
}

function reading(random: SeededRandom): Sent {
  const column = random.pick(everyColumn.columns).name
  const parameters = new URLSearchParams()
  if (random.next() < 0.6) parameters.set('filter', JSON.stringify(filterOf(random)))
  if (random.next() < 0.2) parameters.set('search', random.pick([...texts, 'a', 'ä', '5']))
  if (random.next() < 0.3) parameters.set('tz', random.pick(zones))
  const query = () => `?${parameters.toString()}`

  return random.pick<() => Sent>([
    () => {
      paging(random, parameters)
      return { method: 'GET', path: `/films${query()}` }
    },
    () => {
      paging(random, parameters)
      return { method: 'GET', path: `/films${query()}` }
    },
    () => ({ method: 'GET', path: '/films' }),
    () => ({ method: 'GET', path: nextPage }),
    () => ({ method: 'GET', path: `/films/${someId(random)}` }),
    () => {
      parameters.set('counts', 'true')
      return { method: 'GET', path: `/films/${column}/suggest${query()}` }
    },
    () => {
      const unit = random.pick(['', ':day', ':week', ':month', ':year'])
      if (random.next() < 0.8) parameters.set('by', `${column}${unit}`)
      const sums = ['score', 'weight', 'votes', 'year'].flatMap((name) => [
        `sum:${name}`,
        `avg:${name}`,
      ])
      parameters.set('aggregate', ['count', `min:${column}`, `max:${column}`, ...sums].join())
      return { method: 'GET', path: `/films/groups${query()}` }
    },
    () => {
      sorting(random, parameters)
      parameters.set('format', random.pick(['csv', 'tsv', 'ndjson', 'json', 'xlsx']))
      return { method: 'GET', path: `/films/export${query()}` }
    },
    () => ({ method: 'GET', path: `/changes?since=${random.between(0, 200)}&limit=50` }),
  ])()
}

function sorting(random: SeededRandom, parameters: URLSearchParams): void {
  const column = () => random.pick(everyColumn.columns).name
  const keys = Array.from({ length: random.between(0, 2) }, () => random.pick(['', '-']) + column())
  if (keys.length > 0) parameters.set('sort', keys.join())
}

function paging(random: SeededRandom, parameters: URLSearchParams): void {
  sorting(random, parameters)
  if (random.next() < 0.5) parameters.set('start', String(random.between(0, 20)))
  if (random.next() < 0.7) parameters.set('end', String(random.between(10, 40)))
  if (random.next() < 0.3) parameters.set('fields', random.pick(['name,score', 'extra', 'day,at']))
  if (random.next() < 0.3) parameters.set('count', random.pick(['exact', 'capped', 'none']))
}

function reshaping(random: SeededRandom): Sent {
  const [name, other] = [random.pick(names), random.pick(names)]
  const type = random.pick(columnTypes)
  const value = random.next() < 0.5 ? random.pick(poolOf[type]) : null
  const rules = { nullable: random.next() < 0.7, unique: random.next() < 0.2 }
  const change = random.pick<unknown>([
    { addColumn: { name, type, default: value, ...rules } },
    { addColumn: { name: other, type, default: value } },
    { dropColumn: name },
    { renameColumn: { from: name, to: other } },
    { moveColumn: { name, after: other } },
    { changeColumn: { name, type, default: null } },
    { changeColumn: { name, ...rules } },
    {
      addIndex: { name: `i${random.between(1, 5)}`, columns: [name], unique: random.next() < 0.5 },
    },
    { dropIndex: `i${random.between(1, 5)}` },
  ])
  const dryRun = random.next() < 0.3
  return { method: 'PATCH', path: '/tables/shapes', body: { changes: [change], dryRun } }
}

function writingShapes(random: SeededRandom): Sent {
  const values = Object.fromEntries(
    names.flatMap((name) => {
      const type = random.pick(columnTypes)
      return random.next() < 0.4 ? [[name, random.pick(poolOf[type])]] : []
    }),
  )
  const id = random.between(1, 30)
  return random.pick<Sent>([
    { method: 'POST', path: '/shapes', body: { row: values } },
    { method: 'POST', path: '/shapes', body: { row: { a: random.pick(texts) } } },
    { method: 'PUT', path: `/shapes/${id}`, body: { row: values } },
    { method: 'DELETE', path: `/shapes/${id}` },
    { method: 'GET', path: '/shapes?sort=a,-B' },
    { method: 'GET', path: '/tables/shapes' },
    { method: 'GET', path: '/tables' },
  ])
}
