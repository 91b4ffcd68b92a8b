import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readAddress } from './address.ts'
import { placeOf, readPlaces } from './places.ts'

describe('the place to come back to', () => {
  it('is the address without what passes', () => {
    const places = {
      '#/files/a%20b?mode=table&text=x': '#/files/a%20b?mode=table',
      '#/gantt/5?zoom=week&edit=': '#/gantt/5?zoom=week',
      '#/tables/films?sort=-year&search=the': '#/tables/films?sort=-year&search=the',
    }
    for (const [hash, place] of Object.entries(places)) {
      assert.equal(placeOf(readAddress(hash)), place)
    }
  })

  it('is of its own view, whatever the browser has kept', () => {
    assert.deepEqual(readPlaces(null), {})
    assert.deepEqual(readPlaces('x'), {})
    assert.deepEqual(readPlaces('null'), {})
    assert.deepEqual(
      readPlaces('{"gantt":"#/gantt/5","files":"#/tables","other":"#/x","tables":7}'),
      {
        gantt: '#/gantt/5',
      },
    )
  })
})
