import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { plainText } from '../../plain-text.ts'
import { emptyPostgres, postgresForTests } from '../../../test/fixtures/postgres.ts'
import type { EmptySql } from '../../../test/fixtures/query-table.ts'
import { chosenSeed, seededRandom } from '../../../test/fixtures/seeded-random.ts'
import { dayAt, dayText, monthAt, zoneClock } from '../../zone-time.ts'
import { join, sql } from '../sql/core/sql.ts'
import type { SqlValue } from '../sql/core/sql.ts'

const { postgres, newSchema } = postgresForTests()
let database: EmptySql

async function call(name: string, ...values: SqlValue[]): Promise<unknown> {
  const places = join(
    values.map((value) => sql`${value}`),
    ', ',
  )
  const row = await database.session.get({
    text: `select ${name}(${places.text})`,
    values: places.values,
  })
  return row?.[0]
}

/** Calls it for many values at once. */
async function callAll(name: string, type: string, values: readonly SqlValue[]) {
  const rows = await database.session.all({
    text: `select ${name}(one::${type}) from json_array_elements_text(?::pg_catalog.json)
           with ordinality as list (one, place) order by place`,
    values: [JSON.stringify(values)],
  })
  return rows.map(([value]) => value)
}

describe('the functions PostgreSQL is given', () => {
  before(async () => {
    database = await emptyPostgres(postgres(), newSchema())
  })
  after(() => database.close())

  it('lower text as JavaScript does', async () => {
    for (const text of ['ÄÖÜ', 'İstanbul', 'ΟΔΟΣ', 'ΣΑ', 'STRASSE ẞ', 'K', '😀', '']) {
      assert.equal(await call('lower_text', text), text.toLowerCase())
    }
  })

  it('lower every letter there is', async () => {
    const letters: string[] = []
    for (let code = 1; code < 0x110000; code++) {
      if (code < 0xd800 || code >= 0xe000) letters.push(String.fromCodePoint(code))
    }
    const lowered = await callAll('lower_text', 'pg_catalog.text', letters)
    const wrong = letters.filter((letter, index) => lowered[index] !== letter.toLowerCase())
    assert.deepEqual(wrong, [])
  })

  it('take the accents from every letter there is, as searches do', async () => {
    const letters: string[] = []
    for (let code = 1; code < 0x20000; code++) {
      if (code < 0xd800 || code >= 0xe000) letters.push(String.fromCodePoint(code).toLowerCase())
    }
    letters.push('gru\u0308n', 'straße', 'łódź', 'οδός')
    const plain = await callAll('plain_letters', 'pg_catalog.text', letters)
    const wrong = letters.filter((letter, index) => plain[index] !== plainText(letter))
    assert.deepEqual(wrong, [])
  })

  it('write a number as JavaScript does', async (t) => {
    const seed = chosenSeed()
    t.diagnostic(`seed ${seed}`)
    const random = seededRandom(seed)
    const bytes = new DataView(new ArrayBuffer(8))
    const doubles = [0, -0, 0.1, -1.5, 1e21, 1e-7, 1e-6, 1e-5, 5e15, 5e-324, 123456789.125]
    while (doubles.length < 5000) {
      for (let at = 0; at < 8; at++) bytes.setUint8(at, random.between(0, 255))
      const double = bytes.getFloat64(0)
      const near = Number(double.toExponential().replace(/e.*/, `e${random.between(-8, 40)}`))
      if (Number.isFinite(double)) doubles.push(double, near)
    }
    const written = await callAll('number_text', 'double precision', doubles)
    const wrong = doubles.filter((double, index) => written[index] !== String(double))
    assert.deepEqual(wrong, [], `seed ${seed}`)
  })

  it('read a number as JavaScript does', async () => {
    const odd = [
      '5',
      ' 5\n',
      '\u00a05',
      '',
      '0x1F',
      '0b101',
      '0O17',
      '1e3',
      '-.5',
      '5.',
      'Infinity',
    ]
    const far = ['-Infinity', '1e400', '-1e400', '1e-400', '9'.repeat(400), '0e999999999999']
    const none = ['a', '5 a', '1,5', 'NaN', '.', 'e5', '0x', '-0x1', '1e', '١', '--1', 'infinity']
    for (const text of [...odd, ...far, `0.${'0'.repeat(400)}1`, `0x${'f'.repeat(300)}`]) {
      assert.equal(await call('text_number', text), Number(text), text)
    }
    for (const text of none) assert.equal(await call('text_number', text), null, text)
  })

  it('write and read JSON as JavaScript writes and reads values', async () => {
    for (const value of [5, 1e21, 'a"\n', true, [], [1, [2, null]], { toString: 1 }]) {
      const text =
        value instanceof Object && !Array.isArray(value) ? '[object Object]' : String(value)
      assert.equal(await call('json_text', JSON.stringify(value)), text)
    }
    assert.equal(await call('json_number', 'true'), 1)
    assert.equal(await call('json_number', '[5]'), 5)
    assert.equal(await call('json_number', '" 7 "'), 7)
    assert.equal(await call('json_number', '[1,2]'), null)
    assert.equal(await call('json_number', '{}'), null)
  })

  it('know the day and the month of an instant on the clocks of a zone', async () => {
    const zones = [
      'America/New_York',
      'Asia/Tokyo',
      'Pacific/Apia',
      'Europe/Dublin',
      'Africa/Cairo',
      '+14:00',
      '-05:30',
    ]
    const instants = [
      '2026-01-01T04:59:59.999Z',
      '2011-12-30T12:00:00.000Z',
      '1970-01-01T00:00:00.000Z',
    ]
    instants.push(
      '1890-06-01T04:00:00.000Z',
      '0000-01-01T00:00:00.000Z',
      '9999-12-31T23:30:00.000Z',
    )
    for (const zone of zones) {
      for (const instant of instants) {
        const ms = Date.parse(instant)
        assert.equal(
          await call('local_day', instant, zone),
          dayText(dayAt(zoneClock(zone), ms)),
          `${instant} ${zone}`,
        )
        assert.equal(
          await call('local_month', instant, zone),
          monthAt(zoneClock(zone), ms),
          `${instant} ${zone}`,
        )
      }
    }
  })

  it('leave null as it is', async () => {
    for (const name of ['lower_text', 'number_text', 'text_number', 'json_text', 'json_number']) {
      assert.equal(await call(name, null), null)
    }
    for (const name of ['local_day', 'local_month']) {
      assert.equal(await call(name, null, 'UTC'), null)
    }
  })
})
