import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { everyColumn, queryColumn, queryTable } from '../../../../test/fixtures/query-table.ts'
import { searchCondition } from './search-condition.ts'

describe('searchCondition', () => {
  it('asks for one phrase in every text column, without letter case and accents', () => {
    const texts = everyColumn.columns.filter(({ type }) => type === 'text')

    assert.deepEqual(searchCondition(everyColumn, 'Two WÖRDS'), {
      kind: 'any',
      of: texts.map(({ name }) => ({ kind: 'found', column: name, text: 'two words' })),
    })
    assert.ok(texts.length > 1)
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
