import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createFilter } from '@svar-ui/filter-store'
import type { CellValue, Column, Row } from '@triptych/contract/tables'
import { filterTypeOf } from '../../src/domain/tables/query/query-columns.ts'
import { api } from '../fixtures/api.ts'
import type { Api } from '../fixtures/api.ts'
import { address, pageAt } from '../fixtures/query-api.ts'
import type { QueryRow } from '../fixtures/query-table.ts'
import { clientRow } from './query-values.ts'
import { chosenSeed, seededRandom } from '../fixtures/seeded-random.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'
import { groups, holdsText, modelColumns, sorted, suggestions, withFields } from './table-model.ts'
import type { ModelAggregate, ModelKey, ModelSort } from './table-model.ts'

const zone = 'Europe/Vienna'
const table = { name: 'films', columns: modelColumns, indexes: [] }
const everyColumn = modelColumns.map(({ name }) => name)
const svarFields = modelColumns.map((column) => ({
  id: column.name,
  label: column.name,
  type: filterTypeOf(column),
}))

/** Sums of these are exact, in whatever order. */
const numbers = [0, 1, -1, 2, 7, 10, 55, 2024]
const texts = ['', 'a', 'A', 'ä', 'Zoo', 'zoo%', "it's", '"x"', '日本', '😀', '5', 'a,b']
const json: CellValue[] = [5, '5', true, ['a', 5], [], {}, { a: 1 }, 'Zoo', 'zo', 1.5]
const hours = 3_600_000
const firstHour = Date.parse('2026-03-28T20:00:00Z')

function someValue(random: SeededRandom, { type, nullable }: Column): CellValue {
  if (nullable && random.between(0, 4) === 0) return null
  if (type === 'text') return random.pick(texts)
  if (type === 'integer') return random.pick(numbers)
  if (type === 'number') return random.pick(numbers) / 4
  if (type === 'boolean') return random.between(0, 1) === 1
  // Around the change of the clocks.
  const instant = new Date(firstHour + random.between(0, 60) * hours).toISOString()
  if (type === 'date') return instant.slice(0, 10)
  return type === 'datetime' ? instant : random.pick(json)
}

function someRule(random: SeededRandom) {
  const column = random.pick(modelColumns.filter(({ type }) => type !== 'json'))
  const field = column.name
  const type = filterTypeOf(column)
  const value = someValue(random, { ...column, nullable: false })
  const given = type === 'date' ? new Date(value as string) : value
  if (column.type === 'boolean' || (type !== 'date' && random.between(0, 3) === 0)) {
    return { field, type, includes: [value, someValue(random, { ...column, nullable: false })] }
  }
  const filters = {
    text: ['contains', 'notContains', 'beginsWith', 'endsWith', 'equal', 'notEqual'],
    number: ['greater', 'less', 'greaterOrEqual', 'lessOrEqual', 'equal', 'notEqual'],
    date: ['greater', 'less', 'equal', 'notEqual'],
    tuple: ['equal'],
  }
  return { field, type, filter: random.pick(filters[type]), value: given }
}

function someFilter(random: SeededRandom) {
  const rules = Array.from({ length: random.between(1, 3) }, () => someRule(random))
  return { glue: random.pick(['and', 'or']), rules }
}

type Filter = ReturnType<typeof someFilter>

function passing(filter: Filter | null): (row: QueryRow) => boolean {
  const passes = filter && createFilter(filter, undefined, svarFields)
  return (row) => passes === null || passes(clientRow(row, table))
}

function given(query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== null))
}

/** Random edits and queries beside the model: every answer must be the model's. */
function session(random: SeededRandom, { call }: Api) {
  let rows: QueryRow[] = []
  let lastId = 0

  const someId = () => (rows.length === 0 ? 1 : random.pick(rows).id)
  const someRow = () =>
    Object.fromEntries(modelColumns.map((column) => [column.name, someValue(random, column)]))
  const maybeFilter = () => (random.between(0, 2) === 0 ? null : someFilter(random))

  async function done(method: string, path: string, body?: unknown): Promise<unknown> {
    const { status, json } = await call(method, path, body)
    assert.equal(status, 200, `${method} ${path}: ${JSON.stringify(json)}`)
    return json
  }

  const edits: Record<string, () => Promise<void>> = {
    async add() {
      const row = someRow()
      const anchor = random.pick(['before', 'after', null])
      const beside = rows.length === 0 ? null : someId()
      const sent = anchor && beside ? { row, [anchor]: beside } : { row }
      const { id } = (await done('POST', '/films', sent)) as Row
      assert.ok(id > lastId)
      lastId = id
      const at = anchor && beside ? rows.findIndex((each) => each.id === beside) : rows.length - 1
      rows.splice(anchor === 'before' && beside ? at : at + 1, 0, { ...row, id })
    },
    async change() {
      const id = someId()
      const row = Object.fromEntries(Object.entries(someRow()).slice(0, random.between(1, 8)))
      if (rows.length === 0) return
      await done('PUT', `/films/${id}`, { row })
      rows = rows.map((each) => (each.id === id ? { ...each, ...row, id } : each))
    },
    async cell() {
      if (rows.length === 0) return
      const id = someId()
      // What is text is read by the type of its column; all else is taken as it is.
      const column = random.pick(modelColumns.filter(({ type }) => type !== 'json'))
      const value = someValue(random, column)
      await done('PATCH', `/films/${id}`, { key: column.name, value })
      // An editor that is closed over an empty cell sends an empty text, and means nothing by it.
      const isUnchanged = (each: QueryRow) => value === '' && each[column.name] === null
      rows = rows.map((each) =>
        each.id === id && !isUnchanged(each) ? { ...each, [column.name]: value, id } : each,
      )
    },
    async remove() {
      if (rows.length < 5) return
      const id = someId()
      await done('DELETE', `/films/${id}`)
      rows = rows.filter((each) => each.id !== id)
    },
  }

  const queries: Record<string, () => Promise<void>> = {
    async page() {
      const filter = maybeFilter()
      const search = random.pick([null, null, random.pick(texts)])
      const sort = someSort(random)
      const fields = random.pick([null, null, ['word', 'at'], ['data']])
      const [start, limit] = [random.between(0, rows.length + 3), random.between(1, 20)]
      const query = given({ filter, search, fields, sort: sortText(sort), tz: zone, start, limit })
      const matching = rows.filter(passing(filter)).filter((row) => holdsText(row, search ?? ''))
      const expected = sorted(matching, sort).map((row) => withFields(row, fields))
      const total = String(expected.length)

      const page = await pageAt({ call }, '/films', query)
      assert.deepEqual(page.rows, expected.slice(start, start + limit), address('/films', query))
      assert.equal(page.total, total, address('/films', query))
      if (page.next) {
        const next = await pageAt({ call }, page.next)
        assert.deepEqual(next.rows, expected.slice(start + limit, start + 2 * limit), page.next)
        assert.equal(next.total, total)
      } else {
        assert.ok(start + limit >= expected.length)
      }
      const { json: posted } = await call('POST', '/films/query', { ...query, count: 'exact' })
      const { data } = posted as { data: unknown }
      assert.deepEqual(data, page.rows)
    },
    async list() {
      const filter = someFilter(random)
      const sort = someSort(random)
      const where = address('/films', { filter, sort: sortText(sort), tz: zone })
      assert.deepEqual(await done('GET', where), sorted(rows.filter(passing(filter)), sort), where)
      const posted = await done('POST', `/films?tz=${zone}`, filter)
      assert.deepEqual(posted, rows.filter(passing(filter)), JSON.stringify(filter))
    },
    async suggest() {
      const filter = maybeFilter()
      const { name } = random.pick([...modelColumns, { name: 'id' }])
      const search = random.pick(['', 'z', '5', 'o', '2026', 'true', 'T2', 'object'])
      const limit = random.pick([3, 1000])
      const query = given({ filter, search, limit, tz: zone, counts: 'true' })
      const where = address(`/films/${name}/suggest`, query)
      const wanted = { passes: passing(filter), part: search, limit }
      assert.deepEqual(await done('GET', where), suggestions(rows, name, wanted), where)
    },
    async groups() {
      const filter = maybeFilter()
      const keys = someKeys(random)
      const aggregates = someAggregates(random)
      const by = keys.map(({ column, unit }) => (unit ? `${column}:${unit}` : column))
      const aggregate = aggregates.map(({ operator, column }) =>
        column ? `${operator}:${column}` : operator,
      )
      const where = address('/films/groups', given({ filter, by, aggregate, tz: zone }))
      const expected = groups(rows.filter(passing(filter)), keys, aggregates)
      assert.deepEqual(await done('GET', where), expected, where)
    },
  }

  return {
    /** A row with a high id makes the table one that is read in other threads. */
    async begin(id: number) {
      const row = someRow()
      await done('POST', '/films', { row, id })
      rows.push({ ...row, id })
      lastId = id
    },
    async step() {
      const isEdit = random.between(0, 2) > 0
      await random.pick(Object.values(isEdit ? edits : queries))()
    },
    async finish() {
      assert.deepEqual(await done('GET', '/films'), rows)
      for (const query of Object.values(queries)) await query()
    },
  }
}

function someSort(random: SeededRandom): ModelSort[] {
  const names = ['id', ...modelColumns.map(({ name }) => name)]
  const sort = new Map<string, ModelSort>()
  for (let count = random.between(0, 3); count > 0; count--) {
    const column = random.pick(names)
    sort.set(column, { column, descending: random.between(0, 1) === 1 })
  }
  return [...sort.values()]
}

function sortText(sort: readonly ModelSort[]): string {
  return sort.map(({ column, descending }) => (descending ? `-${column}` : column)).join(',')
}

function someKeys(random: SeededRandom): ModelKey[] {
  const keys: ModelKey[] = [
    ...['word', 'n', 'ok', 'share', 'title'].map((column) => ({ column, unit: null })),
    ...(['day', 'week', 'month', 'year', null] as const).flatMap((unit) => [
      { column: 'day', unit },
      { column: 'at', unit },
    ]),
  ]
  const chosen = new Map<string, ModelKey>()
  for (let count = random.between(0, 2); count > 0; count--) {
    const key = random.pick(keys)
    chosen.set(key.column, key)
  }
  return [...chosen.values()]
}

function someAggregates(random: SeededRandom): ModelAggregate[] {
  const all: ModelAggregate[] = [
    { operator: 'count', column: null },
    ...['word', 'n', 'ok', 'day', 'at', 'data'].map((column) => ({
      operator: 'count' as const,
      column,
    })),
    ...['n', 'share', 'id'].flatMap((column) => [
      { operator: 'sum' as const, column },
      { operator: 'avg' as const, column },
    ]),
    ...['word', 'n', 'share', 'ok', 'day', 'at', 'id'].flatMap((column) => [
      { operator: 'min' as const, column },
      { operator: 'max' as const, column },
    ]),
  ]
  const picked = all.filter(() => random.between(0, 4) === 0)
  return picked.length === 0 ? [all[0]!] : picked.slice(0, 20)
}

describe('a table beside a plain model of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'triptych-model-'))
  const zoneBefore = process.env['TZ']
  before(() => (process.env['TZ'] = zone))
  after(() => {
    if (zoneBefore === undefined) delete process.env['TZ']
    else process.env['TZ'] = zoneBefore
    rmSync(folder, { recursive: true, force: true })
  })

  const kinds = [
    { name: 'in memory', data: ':memory:', first: 1, steps: 500, indexed: [] },
    { name: 'with indexes', data: ':memory:', first: 1, steps: 1000, indexed: everyColumn },
    { name: 'in a file', data: join(folder, 'small'), first: 1, steps: 300, indexed: [] },
    {
      name: 'in a file, read in other threads',
      data: join(folder, 'large'),
      first: 30_000,
      steps: 500,
      indexed: everyColumn,
    },
  ]
  for (const { name, data, first, steps, indexed } of kinds) {
    const seed = chosenSeed()
    it(`answers the same ${name} (seed ${seed})`, async () => {
      const set = await api({ data }, modelColumns)
      const changes = indexed.map((column) => ({ addIndex: { columns: [column] } }))
      if (changes.length > 0) await set.call('PATCH', '/tables/films', { changes })
      const one = session(seededRandom(seed), set)
      await one.begin(first)
      for (let number = 0; number < steps; number++) await one.step()
      await one.finish()
    })
  }
})
