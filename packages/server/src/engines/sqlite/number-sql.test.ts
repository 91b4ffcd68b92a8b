import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import SqliteDatabase from 'better-sqlite3'
import { chosenSeed, seededRandom } from '../../../test/fixtures/seeded-random.ts'
import { sql } from '../sql/core/sql.ts'
import { addFunctions } from './functions.ts'
import { numberJson, numberText } from './number-sql.ts'

const database = new SqliteDatabase(':memory:')
addFunctions(database)
const written = database
  .prepare(
    `select ${numberText(sql`x`).text}, json_object('x', ${numberJson(sql`x`).text})
     from (select ? as x)`,
  )
  .raw()

function assertWritten(number: number, seed = ''): void {
  const expected = [String(number), JSON.stringify({ x: number })]
  assert.deepEqual(written.get(number), expected, `${number} ${seed}`)
}

describe('numbers of SQLite', () => {
  it('are written as JavaScript does', () => {
    const odd = [
      0,
      5,
      -5,
      1 / 3,
      1e21,
      1e-7,
      1e-4,
      0.00005,
      5e-324,
      1.7e308,
      0.1 + 0.2,
      123456789.125,
    ]
    const large = [1e15, 1e15 + 0.5, 999999999999999.9, 2 ** 53, 2 ** 63, 1e7, 9999999.999999, 1e20]
    for (const number of [...odd, ...large]) {
      assertWritten(number)
      if (number !== 0) assertWritten(-number)
    }
    assert.deepEqual(written.get(-0), ['0', '{"x":0}'])
    assert.deepEqual(written.get(null), [null, '{"x":null}'])
  })

  it('are written so with any count of digits', (t) => {
    const seed = chosenSeed()
    t.diagnostic(`seed ${seed}`)
    const random = seededRandom(seed)
    for (let at = 0; at < 50_000; at++) {
      const digits = Math.round(random.next() * 10 ** random.between(1, 16))
      assertWritten(digits / 10 ** random.between(0, 20), `seed ${seed}`)
    }
  })
})
