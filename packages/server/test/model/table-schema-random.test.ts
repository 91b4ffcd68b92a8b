import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { columnTypes } from '@triptych/contract/choices'
import type { CellValue, Row, Table } from '@triptych/contract/tables'
import { api } from '../fixtures/api.ts'
import type { Answer, Api } from '../fixtures/api.ts'
import { chosenSeed, seededRandom } from '../fixtures/seeded-random.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'
import { areDifferent, changeColumn, poolOf, renameColumn } from './table-schema-model.ts'
import type { Model, ModelColumn, Outcome } from './table-schema-model.ts'

const names = ['a', 'B', 'ç d', '"e"', "f'", '[g]', '`h`', '?', 'toString']

/** Random changes of a table and of its rows, one after the other, beside a model that says what is right. */
function session(random: SeededRandom, { call }: Api) {
  const first: ModelColumn = { name: 'first', type: 'text', nullable: true, unique: false }
  const model: Model = { columns: [first], indexes: [], rows: [], nextId: 1 }
  let table = 'films'

  const column = () => random.pick(model.columns)
  const freeName = () => {
    const taken = new Set(model.columns.map(({ name }) => name))
    return names.find((name) => !taken.has(name)) ?? null
  }
  const valueFor = ({ type, nullable }: ModelColumn): CellValue =>
    nullable && random.next() < 0.3 ? null : random.pick(poolOf[type])

  /** Sends steps with a dry run before them; both must come out as the model says. */
  async function change(changes: unknown[], expected: Outcome): Promise<void> {
    const dry = await call('PATCH', `/tables/${table}`, { changes, dryRun: true })
    const what = JSON.stringify(changes)
    assert.equal(dry.status, 200, `${what}: ${JSON.stringify(dry.json)}`)
    const { failures } = dry.json as { failures: unknown[] }
    assert.equal(failures.length > 0 ? 'misfit' : 'done', expected, what)
    const { status, json } = await call('PATCH', `/tables/${table}`, { changes })
    assert.equal(status, expected === 'done' ? 200 : 409, `${what}: ${JSON.stringify(json)}`)
  }

  const steps: Record<string, () => Promise<void>> = {
    async addColumn() {
      const name = freeName()
      if (name === null) return
      const type = random.pick(columnTypes)
      const value = random.next() < 0.5 ? random.pick(poolOf[type]) : null
      const nullable = random.next() < 0.7
      const before = random.next() < 0.5 ? column().name : undefined
      const isMisfit = !nullable && value === null && model.rows.length > 0
      const step = { name, type, nullable, default: value, before }
      await change([{ addColumn: step }], isMisfit ? 'misfit' : 'done')
      if (isMisfit) return
      const at = model.columns.findIndex((each) => each.name === before)
      const made = { name, type, nullable, unique: false }
      model.columns.splice(at < 0 ? model.columns.length : at, 0, made)
      const stored = await defaultOf(name)
      for (const { values } of model.rows) values[name] = stored
    },

    async dropColumn() {
      const { name } = column()
      if (model.columns.length === 1) return
      const using = model.indexes.filter((index) => index.columns.includes(name))
      const drops = using.map((index) => ({ dropIndex: index.name }))
      await change([...drops, { dropColumn: name }], 'done')
      model.columns = model.columns.filter((each) => each.name !== name)
      model.indexes = model.indexes.filter((index) => !using.includes(index))
      for (const { values } of model.rows) delete values[name]
    },

    async renameColumn() {
      const [from, to] = [column().name, freeName()]
      if (to === null) return
      await change([{ renameColumn: { from, to } }], 'done')
      renameColumn(model, from, to)
    },

    async moveColumn() {
      const [one, other] = [column(), column()]
      if (one === other) return
      await change([{ moveColumn: { name: one.name, after: other.name } }], 'done')
      model.columns = model.columns.filter((each) => each !== one)
      model.columns.splice(model.columns.indexOf(other) + 1, 0, one)
    },

    async retype() {
      const { name, unique } = column()
      const type = random.pick(columnTypes)
      const isIndexed = unique || model.indexes.some((index) => index.columns.includes(name))
      if (type === 'json' && isIndexed) return
      await change(
        [{ changeColumn: { name, type, default: null } }],
        changeColumn(model, name, { type }),
      )
    },

    async setRules() {
      const { name, type } = column()
      const rules = {
        nullable: random.next() < 0.6,
        unique: type !== 'json' && random.next() < 0.4,
      }
      await change([{ changeColumn: { name, ...rules } }], changeColumn(model, name, rules))
    },

    async addIndex() {
      const columns = [...new Set([column(), column()])].filter(({ type }) => type !== 'json')
      if (columns.length === 0 || model.indexes.length >= 4) return
      const index = { name: `i${random.between(0, 1e9)}`, columns: columns.map(({ name }) => name) }
      const outcome = areDifferent(model.rows, index.columns) ? 'done' : 'misfit'
      await change([{ addIndex: { ...index, unique: true } }], outcome)
      if (outcome === 'done') model.indexes.push(index)
    },

    async renameTable() {
      const name = random.pick(['films', 'Films', 'movies', 'größe'])
      await change([{ rename: name }], 'done')
      table = name
    },

    async addRow() {
      const values = Object.fromEntries(model.columns.map((each) => [each.name, valueFor(each)]))
      const answer = await call('POST', `/${table}`, { row: values })
      const rows = [...model.rows, { id: model.nextId, values }]
      if (!judge(answer, rows)) return
      model.rows = rows
      model.nextId++
    },

    async updateRow() {
      if (model.rows.length === 0) return
      const { id, values } = random.pick(model.rows)
      const one = column()
      const given = { [one.name]: valueFor(one) }
      const answer = await call('PUT', `/${table}/${id}`, { row: given })
      const changed = { id, values: { ...values, ...given } }
      const rows = model.rows.map((row) => (row.id === id ? changed : row))
      if (judge(answer, rows)) model.rows = rows
    },

    async deleteRow() {
      if (model.rows.length === 0 || random.next() < 0.5) return
      const { id } = random.pick(model.rows)
      assert.equal((await call('DELETE', `/${table}/${id}`)).status, 200)
      model.rows = model.rows.filter((row) => row.id !== id)
    },
  }

  async function defaultOf(name: string): Promise<CellValue> {
    const { json } = await call('GET', `/tables/${table}`)
    return (json as Table).columns.find((each) => each.name === name)!.default
  }

  function judge({ status, json }: Answer, rows: Model['rows']): boolean {
    const sets = [
      ...model.columns.filter(({ unique }) => unique).map(({ name }) => [name]),
      ...model.indexes.map(({ columns }) => columns),
    ]
    const fits = sets.every((columns) => areDifferent(rows, columns))
    assert.equal(status, fits ? 200 : 409, JSON.stringify(json))
    return fits
  }

  return {
    async step(): Promise<string> {
      const all = Object.keys(steps)
      // Rows are what is at stake, so there have to be some.
      const name = random.next() < 0.35 ? 'addRow' : random.pick(all)
      await steps[name]!()
      return name
    },

    async compare(): Promise<void> {
      const { json } = await call('GET', `/tables/${table}`)
      const { columns, indexes } = json as Table
      assert.deepEqual(
        columns.map(({ name, type, nullable, unique }) => ({ name, type, nullable, unique })),
        model.columns,
      )
      assert.deepEqual(
        indexes.map((index) => ({ name: index.name, columns: index.columns })),
        model.indexes,
      )
      const list = (await call('GET', `/${table}`)).json as Row[]
      assert.deepEqual(
        list,
        model.rows.map(({ id, values }) => ({ id, ...values })),
      )
    },
  }
}

describe('random changes of a table and its rows', () => {
  it('come out as they do in plain arrays', async () => {
    const seed = chosenSeed()
    const random = seededRandom(seed)
    const made = await api({}, [{ name: 'first', type: 'text' }])
    const run = session(random, made)
    let done = 'nothing'
    try {
      for (let n = 0; n < 600; n++) {
        done = await run.step()
        await run.compare()
      }
    } catch (error) {
      throw new Error(`seed ${seed}, after ${done}`, { cause: error })
    }
  })
})
