import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formulasOf, workedOut } from '@triptych/contract/formula/formula-columns'
import type { Row, Table } from '@triptych/contract/tables'
import { api } from '../fixtures/api.ts'
import type { Api } from '../fixtures/api.ts'
import { client } from '../fixtures/doings.ts'
import type { Client } from '../fixtures/doings.ts'
import { chosenSeed, depth, seededRandom } from '../fixtures/seeded-random.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'

const columns = [
  { name: 'name', type: 'text' },
  { name: 'year', type: 'integer' },
  { name: 'votes', type: 'number', default: 1 },
  { name: 'like', type: 'integer', reference: { table: 'films', onDelete: 'clear' } },
  { name: 'half', formula: 'year / 2' },
  { name: 'last', formula: 'upper(label) & "!"' },
  { name: 'label', formula: 'name & ":" & votes' },
  { name: 'is like', formula: 'like + 1' },
]

describe('whatever is done to a table with formulas', () => {
  it('each cell is what its formula says of the row, now and in the past', async () => {
    const seed = chosenSeed()
    for (let run = 0; run < 2 * depth; run++) {
      try {
        await doAndLook(seed + run)
      } catch (error) {
        throw new Error(`TRIPTYCH_TEST_SEED=${seed + run}`, { cause: error })
      }
    }
  })
})

async function doAndLook(seed: number): Promise<void> {
  const random = seededRandom(seed)
  const world = await api({}, columns)
  const people = [client(world, 'ann'), client(world, 'bob')]
  const rows = Array.from({ length: 6 }, (_, at) => ({ name: `n${at}`, year: at, like: 1 }))
  await people[0]!.good('POST', '/films/rows', { rows })
  const past = new Map<number, Row[]>()
  for (let n = 0; n < 60; n++) {
    const heads = [...past.keys()]
    const done = await doSomething(world, random.pick(people), random, heads)
    const now = await world.rows()
    assertWorkedOut(await shape(world), now, `${n}: ${JSON.stringify(done)}`)
    past.set(await world.head(), now)
  }
  let looked = 0
  for (const [at, rows] of past) {
    const { status, json } = await world.call('GET', `/films?at=${at}`)
    // What many rows held is not kept beyond some size.
    if (status !== 200) continue
    looked++
    assert.deepEqual(json, rows, `at ${at}`)
  }
  assert.ok(looked > past.size / 2, `${looked} of ${past.size}`)
}

async function shape({ call }: Api): Promise<Table> {
  return (await call('GET', '/tables/films')).json as Table
}

function assertWorkedOut({ columns }: Table, rows: readonly Row[], what: string): void {
  const formulas = formulasOf(columns)
  assert.equal(formulas.length, 4)
  for (const row of rows) {
    const cells = formulas.map(({ name }) => [name, row[name]])
    assert.deepEqual(Object.fromEntries(cells), workedOut(formulas, row), what)
  }
}

async function doSomething(
  world: Api,
  one: Client,
  random: SeededRandom,
  heads: readonly number[],
): Promise<unknown> {
  const table = await shape(world)
  const found = await world.rows()
  const id = (): number => (found.length === 0 ? 1 : random.pick(found).id)
  const plain = table.columns.filter(({ formula }) => formula === undefined)
  const [name, year, votes, like] = plain.map((column) => column.name) as [
    string,
    string,
    string,
    string,
  ]
  const word = `w${random.between(0, 99)}`
  const number = random.pick([null, 0, 1.5, -3, 1e308])
  const whole = random.pick([null, 0, 7, -3])
  const change = (step: object) => one.ask('PATCH', '/tables/films', { changes: [step] })
  const doings: [string, () => Promise<unknown>][] = [
    ['add', () => one.ask('POST', '/films', { [name]: word, [year]: whole, [like]: id() })],
    ['put', () => one.ask('PUT', `/films/${id()}`, { [votes]: whole, [name]: word, half: 99 })],
    ['patch', () => one.ask('PATCH', `/films/${id()}`, { key: year, value: whole })],
    ['patch', () => one.ask('PATCH', `/films/${id()}`, { key: votes, value: number })],
    ['delete', () => one.ask('DELETE', `/films/${id()}`)],
    ['copy', () => one.ask('PUT', `/films/${id()}`, { operation: 'copy', target: id() })],
    ['set', () => one.ask('PATCH', '/films/rows', { filter: {}, set: { [year]: whole } })],
    [
      'many',
      () => {
        const rows = Array.from({ length: 1001 }, () => ({ [name]: word, [like]: id() }))
        return found.length > 1000
          ? one.ask('PATCH', '/films/rows', { filter: {}, set: { [votes]: 5, [name]: word } })
          : one.ask('POST', '/films/rows', { rows })
      },
    ],
    [
      'less',
      () => one.ask('DELETE', '/films/rows?filter={"field":"id","type":"greater","filter":"9"}'),
    ],
    ['undo', () => one.ask('POST', '/undo', {})],
    ['undo', () => one.ask('POST', '/undo', {})],
    ['redo', () => one.ask('POST', '/redo')],
    [
      'restore',
      async () =>
        heads.length > 0 &&
        one.ask('POST', '/history/restore', { of: 'films', at: random.pick(heads) }),
    ],
    [
      'formula',
      () =>
        change({
          changeColumn: {
            name: 'half',
            formula: random.pick([
              `{${year}} / 2`,
              `{${year}} * 3`,
              `round({${votes}}) + {${year}}`,
            ]),
          },
        }),
    ],
    [
      'rename',
      () => change({ renameColumn: { from: year, to: random.pick(['year', 'made in']) } }),
    ],
    [
      'type',
      () => change({ changeColumn: { name: votes, type: random.pick(['integer', 'number']) } }),
    ],
  ]
  const [what, work] = random.pick(doings)
  await work()
  return what
}
