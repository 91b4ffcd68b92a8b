import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newMemo } from '../../../memo.ts'
import type { RowPlace } from '../../../ports/table-query.ts'
import { knownQuery, nearestPlace, rememberPlace, rememberPlaces } from './query-cache.ts'

const newDatabase = () => ({ memo: newMemo() })
const place = (id: number, ...values: string[]): RowPlace => ({ order: 'a', id, values })

describe('what is known of a query', () => {
  it('holds as long as the table is the same, for this database only', () => {
    const database = newDatabase()
    const first = knownQuery(database, 'shape', 1)

    assert.equal(knownQuery(database, 'shape', 1), first)
    assert.notEqual(knownQuery(database, 'other', 1), first)
    assert.notEqual(knownQuery(newDatabase(), 'shape', 1), first)
    assert.notEqual(knownQuery(database, 'shape', 2), first)
    assert.notEqual(knownQuery(database, 'shape', 1), first)
  })

  it('is forgotten when a hundred others were asked for since', () => {
    const database = newDatabase()
    const [old, used] = [knownQuery(database, 'old', 1), knownQuery(database, 'used', 1)]
    for (let n = 0; n < 99; n++) {
      knownQuery(database, `n${n}`, 1)
      knownQuery(database, 'used', 1)
    }

    assert.equal(knownQuery(database, 'used', 1), used)
    assert.notEqual(knownQuery(database, 'old', 1), old)
  })

  it('leads to the last place before a row', () => {
    const known = knownQuery(newDatabase(), 'shape', 1)
    rememberPlace(known, 10, place(1))
    rememberPlace(known, 20, place(2))

    const found = [0, 9, 10, 19, 20, 1000].map((start) => nearestPlace(known, start).before)

    assert.deepEqual(found, [0, 0, 10, 10, 20, 20])
    assert.equal(nearestPlace(known, 9).place, null)
    assert.equal(nearestPlace(known, 19).place?.id, 1)
  })

  it('has places all along, however many there are', () => {
    for (const count of [0, 1, 999, 1000, 1001, 5000]) {
      const known = knownQuery(newDatabase(), 'shape', 1)
      const places = Array.from({ length: count }, (_, index) => place(index + 1))

      rememberPlaces(known, 10, places)

      assert.ok(known.isMapped)
      const apart = 10 * Math.ceil(count / 500)
      for (let start = 0; start <= count * 10; start += 7) {
        const { before, place: found } = nearestPlace(known, start)
        assert.ok(start - before < apart || count === 0, `${count} ${start}`)
        assert.equal(found?.id ?? 0, before / 10)
      }
    }
  })

  it('has no places with long text in them, and never too many', () => {
    const known = knownQuery(newDatabase(), 'shape', 1)
    rememberPlace(known, 10, place(1, 'x'.repeat(201)))
    assert.equal(nearestPlace(known, 10).before, 0)

    rememberPlaces(known, 10, [place(1)])
    for (let before = 1; before <= 5000; before++) {
      rememberPlace(known, before, place(before))
      assert.equal(nearestPlace(known, before).before, before)
      assert.ok(known.places.size <= 2000)
    }
    assert.equal(known.isMapped, false)
  })
})
