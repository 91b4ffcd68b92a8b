import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { refuseVagueFilter } from './definite-filter.ts'

const rule = { field: 'b', filter: 'equal', value: 'x' }

describe('a filter that changes rows', () => {
  it('may mean all rows, if it says so', () => {
    assert.doesNotThrow(() => refuseVagueFilter({}))
  })

  it('is taken where every part of it asks something', () => {
    for (const filter of [
      rule,
      { field: 'b', includes: ['x'] },
      { glue: 'or', rules: [rule, { rules: [{ ...rule, id: 7, $temp: 1 }] }] },
    ]) {
      assert.doesNotThrow(() => refuseVagueFilter(filter))
    }
  })

  it('is refused where a part of it asks nothing', () => {
    for (const filter of [
      { Rules: [rule] },
      { rule: [rule] },
      { rules: [] },
      { glue: 'and' },
      { rules: [{ field: 'b', filter: '' }] },
      { rules: [{ field: 'b', includes: [] }] },
      { field: 'b' },
      { rules: [rule, { rules: [] }] },
      { rules: [rule], view: 'mine' },
      { rules: [null] },
      { ...rule, Value: 'y' },
    ]) {
      assert.throws(() => refuseVagueFilter(filter), { code: 'tables.bad_query' })
    }
  })
})
