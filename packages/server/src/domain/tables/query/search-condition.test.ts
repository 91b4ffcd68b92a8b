import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { everyColumn, queryColumn, queryTable } from '../../../../test/fixtures/query-table.ts'
import { readFilter } from './read-filter.ts'
import { searchCondition } from './search-condition.ts'

describe('searchCondition', () => {
  it('asks what a filter for * asks: one phrase, in any letter case, in every text column', () => {
    const filter = { rules: [{ field: '*', filter: 'contains', value: 'Two WORDS' }] }

    assert.deepEqual(
      searchCondition(everyColumn, 'Two WORDS'),
      readFilter(everyColumn, filter, 'UTC'),
    )
  })

  it('lets everything pass without a text, and nothing where there is no text to look through', () => {
    assert.equal(searchCondition(everyColumn, ''), null)
    const table = queryTable([queryColumn('votes', 'integer')])
    assert.deepEqual(searchCondition(table, '5'), { kind: 'any', of: [] })
  })

  it('refuses a text that is too long or cannot be in a cell', () => {
    assert.notEqual(searchCondition(everyColumn, 'x'.repeat(1000)), null)
    for (const text of ['x'.repeat(1001), 'a\0', '\ud83d']) {
      assert.throws(() => searchCondition(everyColumn, text), {
        code: 'tables.bad_query',
        details: { parameter: 'search' },
      })
    }
  })
})
