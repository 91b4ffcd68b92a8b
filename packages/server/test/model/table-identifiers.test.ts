import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { maxNameBytes } from '@triptych/contract/names'
import type { Table } from '@triptych/contract/tables'
import { api } from '../fixtures/api.ts'
import type { Api } from '../fixtures/api.ts'
import { chosenSeed, seededRandom } from '../fixtures/seeded-random.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'

/** What could end a name in SQL, in JSON or in a path before its end, or be taken for something else. */
const pieces = [
  [`"`, `""`, `'`, `''`, '`', '[', ']', '\\', '?', '?1', ':a', '@a', '$a', '%', '_', '{', '}'],
  ['(', ')', ';', '--', '/*', '*/', '||', ',', '.', '/', '#', '&', '=', '*', ' ', '\u00a0'],
  ['ß', 'ẞ', 'İ', 'ı', 'Σ', 'ς', 'é', 'e\u0301', '漢', '🎬', '\u200b', '\u202e', '\ufeff'],
  ['"; drop table canary; --', `' or 1=1 --`, '") from canary --', '" text); --', '\u2028'],
  ['select', 'rowid', 'oid', '_rowid_', 'order', 'null', 'a', 'Z', '0'],
  ['constructor', 'toString', 'hasOwnProperty', '${0}'],
].flat()

/** Names that are different also where letter case does not count, for SQLite's letters and for ours. */
function namesFrom(random: SeededRandom, count: number): string[] {
  const names = new Map<string, string>()
  while (names.size < count) {
    const parts = Array.from({ length: random.between(1, 6) }, () => random.pick(pieces))
    const name = parts.join('')
    const isFit = Buffer.byteLength(name) <= maxNameBytes && !name.startsWith('$')
    if (isFit && !['id', 'row'].includes(name.toLowerCase())) names.set(name.toLowerCase(), name)
  }
  return [...names.values()]
}

const valuesFor = (names: string[], first: number) =>
  Object.fromEntries(names.map((name, index) => [name, first + index]))

describe('names of columns, whatever they are made of', () => {
  it('are only names: rows are written, read, changed and their columns renamed', async () => {
    const seed = chosenSeed()
    const random = seededRandom(seed)
    const made = await api({}, [{ name: 'a', type: 'text' }])
    await made.call('POST', '/tables', { name: 'canary', columns: [{ name: 'a', type: 'text' }] })
    await made.call('POST', '/canary', { a: 'alive' })

    try {
      for (let n = 0; n < 25; n++) await tryNames(made, random)
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error })
    }

    assert.deepEqual(await made.rows('canary'), [{ id: 1, a: 'alive' }])
    const { json } = await made.call('GET', '/tables')
    assert.deepEqual(
      (json as Table[]).map(({ name }) => name),
      ['films', 'canary'],
    )
  })
})

/** SQLite takes milliseconds for each name of a table that has so many. */
const renamed = 40

/** 400 names at a time; some of them in the place of another afterwards. */
async function tryNames(made: Api, random: SeededRandom): Promise<void> {
  const { call } = made
  const names = namesFrom(random, 400)
  const columns = names.map((name) => ({ name, type: 'integer' }))
  const indexes = names.slice(0, 3).map((name) => ({ name, columns: [name], unique: true }))
  const ok = async (method: string, path: string, body: unknown) => {
    const { status, json } = await call(method, path, body)
    assert.equal(status, 200, JSON.stringify(json).slice(0, 300))
    return json
  }

  await ok('POST', '/tables', { name: 'odd', columns, indexes })
  const first = valuesFor(names, 0)
  assert.deepEqual(await ok('POST', '/odd', first), { id: 1, ...first })
  const second = valuesFor(names, 1000)
  assert.deepEqual(await ok('PUT', '/odd/1', second), { id: 1, ...second })
  const [key, other] = [names[0]!, names[7]!]
  await ok('PATCH', '/odd/1', { key, value: '7' })
  assert.equal((await call('POST', '/odd', { [key]: 7 })).status, 409)
  const filter = { field: other, type: 'number', filter: 'equal', value: 1007 }
  await ok('POST', '/tables/odd/views', { name: 'v', filter, columns: [other] })

  const moving = names.slice(0, renamed)
  const changed = await ok('PATCH', '/tables/odd', { changes: rotation(moving) })
  const rotated = [moving.at(-1)!, ...moving.slice(0, -1), ...names.slice(renamed)]
  assert.deepEqual(
    (changed as Table).columns.map(({ name }) => name),
    rotated,
  )
  const values = rotated.map((name, place) => [name, place === 0 ? 7 : 1000 + place])
  assert.deepEqual(await made.rows('odd'), [{ id: 1, ...Object.fromEntries(values) }])
  await ok('DELETE', '/tables/odd', undefined)
}

/** Every name goes to the column before, the first to the last. */
function rotation(names: string[]): object[] {
  const [first, ...rest] = names
  const aside = 'put aside for a moment'
  let free = first!
  const steps: object[] = [{ renameColumn: { from: first, to: aside } }]
  for (const name of rest) {
    steps.push({ renameColumn: { from: name, to: free } })
    free = name
  }
  return [...steps, { renameColumn: { from: aside, to: free } }]
}
