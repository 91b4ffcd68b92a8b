import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import SqliteDatabase from 'better-sqlite3'
import { plainText } from '../../plain-text.ts'
import { addFunctions } from './functions.ts'

const database = new SqliteDatabase(':memory:')
addFunctions(database)

function call(name: string, ...values: (string | number | null)[]): unknown {
  const places = values.map(() => '?').join(', ')
  return database.prepare(`select ${name}(${places})`).pluck().get(values)
}

/** Asks of so many cells, which can name their number `i`. */
function sql(count: number, cell: string): (asked: string) => unknown {
  const cells = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count}),
    cells as (select ${cell} as cell from n)`
  return (asked) => database.prepare(`${cells} select ${asked} from cells`).pluck().get()
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heapUsed(): number {
  collect()
  return process.memoryUsage().heapUsed
}

describe('the functions SQLite is given', () => {
  it('lower text as JavaScript does', () => {
    for (const text of ['ÄÖÜ', 'İstanbul', 'ΟΔΟΣ', 'ΣΑ', 'STRASSE ẞ', 'K', '😀', '']) {
      assert.equal(call('lower_text', text), text.toLowerCase())
    }
  })

  it('write a text as searches compare it', () => {
    for (const text of ['Grün', 'Gru\u0308n', 'İSTANBUL', 'Straße', 'が']) {
      assert.equal(call('plain_text', text), plainText(text))
    }
  })

  it('write a number as JavaScript does', () => {
    for (const value of [0.1, -1.5, 1e21, 1e-7, 5e15, 123456789.125]) {
      assert.equal(call('number_text', value), String(value))
    }
  })

  it('read a number as JavaScript does', () => {
    for (const text of ['5', ' 5\n', '\u00a05', '', '0x1F', '1e3', '-.5', 'Infinity']) {
      assert.equal(call('text_number', text), Number(text))
    }
    for (const text of ['a', '5 a', '1,5', 'NaN']) assert.equal(call('text_number', text), null)
  })

  it('write and read JSON as JavaScript writes and reads values', () => {
    for (const value of [5, 'a', true, [], [1, [2, null]], { toString: 1 }]) {
      const text =
        value instanceof Object && !Array.isArray(value) ? '[object Object]' : String(value)
      assert.equal(call('json_text', JSON.stringify(value)), text)
    }
    assert.equal(call('json_number', 'true'), 1)
    assert.equal(call('json_number', '[5]'), 5)
    assert.equal(call('json_number', '" 7 "'), 7)
    assert.equal(call('json_number', '[1,2]'), null)
    assert.equal(call('json_number', '{}'), null)
  })

  it('know the day and the month of an instant on the clocks of a zone', () => {
    const instant = '2026-01-01T04:59:59.999Z'
    assert.equal(call('local_day', instant, 'America/New_York'), '2025-12-31')
    assert.equal(call('local_month', instant, 'America/New_York'), 2025 * 12 + 11)
    assert.equal(call('local_day', instant, 'Asia/Tokyo'), '2026-01-01')
  })

  it('rank choices in the order of their options, in turn by several lists', () => {
    for (let n = 0; n < 40; n++) {
      const options = JSON.stringify([`b${n}`, 'a', 5, 'a'])
      assert.deepEqual(
        [`b${n}`, 'a', 5, '5', 'x'].map((one) => call('rank_of', one, options)),
        [1, 2, 3, 5, 5],
      )
      assert.equal(call('ranks_of', `[5,"b${n}"]`, options), '00030001')
    }
  })

  it('keep nothing of many choices in one cell, which can be as long as a request', () => {
    const cells = sql(
      60,
      `'["a"' || replace(hex(zeroblob(100000)), '00', ',"a"') || ',' || i || ']'`,
    )
    const before = heapUsed()
    const length = cells(`sum(length(ranks_of(cell, '["a"]')))`)
    assert.equal(length, 60 * 4 * 100_002)
    const kept = heapUsed() - before
    assert.ok(kept < 8_000_000, `${kept} bytes`)
  })

  it('leave null as it is', () => {
    for (const name of ['lower_text', 'number_text', 'text_number', 'json_text', 'json_number']) {
      assert.equal(call(name, null), null)
    }
    for (const name of ['local_day', 'local_month']) assert.equal(call(name, null, 'UTC'), null)
  })
})
