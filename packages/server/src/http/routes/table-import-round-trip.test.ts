import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { importFormats } from '@triptych/contract/choices'
import { importApi } from '../../../test/fixtures/import-api.ts'
import type { ImportApi } from '../../../test/fixtures/import-api.ts'
import { chosenSeed, seededRandom } from '../../../test/fixtures/seeded-random.ts'

const columns = [
  { name: 'text', type: 'text' },
  { name: 'whole', type: 'integer' },
  { name: 'number', type: 'number' },
  { name: 'flag', type: 'boolean' },
  { name: 'day', type: 'date' },
  { name: 'time', type: 'datetime' },
  { name: 'json', type: 'json' },
]
/** What the file calls a column says nothing of its type. */
const told = { columns: columns.map(({ name, type }) => ({ source: name, type })) }

const texts = [
  '=cmd|/C calc!A0',
  '+1',
  '-2',
  '@x',
  "'already",
  "'=quoted",
  '\tx',
  '\rx',
  ' spaces ',
  'a,b;c|d\te',
  'line\nfeed\r\nand "quotes"',
  '007',
  '1e5',
  'true',
  '2026-04-05',
  'Ünïcödé 🎬 表',
  '\uFEFF',
  'null',
  '[1]',
  '_x0041_',
  '<b>&amp;</b>',
]
const wholes = [0, -1, 42, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER]
const numbers = [0, 0.1, -1.5, 1e21, 5e-324, 1.7976931348623157e308, 1 / 3]
const days = ['2026-04-05', '1899-12-31', '1900-02-28', '0001-01-01', '9999-12-31']
const times = ['2026-04-05T08:30:00.000Z', '1969-12-31T23:59:59.999Z', '1904-01-01T00:00:00.001Z']
const jsons = [{}, [], { a: [1, null, 'x'], b: { c: true } }, 'text', 5, true, '=1', '']

const seed = chosenSeed()

function someRows(count: number): Record<string, unknown>[] {
  const random = seededRandom(seed)
  const oneOf = (list: readonly unknown[]) => (random.next() < 0.2 ? null : random.pick(list))
  return Array.from({ length: count }, (_, n) => ({
    id: n * 3 + 5,
    text: oneOf([...texts, 'plain', '']),
    whole: oneOf(wholes),
    number: oneOf(numbers),
    flag: oneOf([true, false]),
    day: oneOf(days),
    time: oneOf(times),
    json: oneOf(jsons),
  }))
}

async function filled(count: number): Promise<ImportApi> {
  const api = await importApi()
  await api.table('rows', columns)
  await api.ok('POST', '/rows/rows', { rows: someRows(count) })
  // The order is that of the rows, and not of their ids.
  await api.ok('PUT', '/rows/5', { operation: 'move', target: 11, mode: 'after' })
  return api
}

const exported = async ({ ask }: ImportApi, format: string) => {
  const { status, bytes } = await ask('GET', `/rows/export?format=${format}`)
  assert.equal(status, 200)
  return bytes
}

describe('what was exported', () => {
  for (const format of importFormats) {
    it(`is the same when it is imported: ${format}`, async (t) => {
      t.diagnostic(`TRIPTYCH_TEST_SEED=${seed}`)
      const api = await filled(300)
      const before = await api.rows('rows')

      await api.upload('copy', `a.${format}`, await exported(api, format), told)

      assert.deepEqual(await api.rows('copy'), before)
    })

    it(`is the same in a table that has the columns: ${format}`, async () => {
      const api = await filled(100)
      await api.table('copy', columns)

      await api.upload('copy', `a.${format}`, await exported(api, format))

      assert.deepEqual(await api.rows('copy'), await api.rows('rows'))
    })
  }

  it('has the same types without being told, where the values tell them', async () => {
    for (const format of importFormats) {
      const api = await importApi()
      await api.table('rows', columns)
      const row = { text: 'a', whole: 5, number: 1.5, flag: true, day: '2026-04-05' }
      const rest = { time: '2026-04-05T08:30:00.000Z', json: { a: 1 } }
      await api.ok('POST', '/rows', { ...row, ...rest })

      const { columns: guessed } = await api.upload(
        'copy',
        `a.${format}`,
        await exported(api, format),
      )

      const types = columns.map(({ type }) => type)
      assert.deepEqual(guessed.map(({ type }) => type).slice(1), types, format)
      assert.deepEqual(await api.rows('copy'), await api.rows('rows'))
    }
  })
})
