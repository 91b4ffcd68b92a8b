import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { queryColumn, queryTable } from '../../../../test/fixtures/query-table.ts'
import { maxSortColumns, readSort } from './read-sort.ts'

const table = queryTable(
  ['name', 'year', 'a,b', '-c', 'c', '[x', '__proto', 'd', 'e', 'f'].map((name) =>
    queryColumn(name, 'text'),
  ),
)

const refused = { code: 'tables.bad_query', details: { parameter: 'sort' } }

describe('readSort', () => {
  it('reads columns in their order, descending where a minus stands before them', () => {
    assert.deepEqual(readSort(table, 'name,-year,id'), [
      { column: 'name', descending: false },
      { column: 'year', descending: true },
      { column: 'id', descending: false },
    ])
  })

  it('sorts by nothing when nothing is said', () => {
    for (const none of ['', undefined, null, [], '[]']) assert.deepEqual(readSort(table, none), [])
  })

  it('reaches every column by a list as the grid has it', () => {
    const list = [{ key: 'a,b' }, { key: '-c', order: 'asc' }, { key: '[x', order: 'desc' }]
    const expected = [
      { column: 'a,b', descending: false },
      { column: '-c', descending: false },
      { column: '[x', descending: true },
    ]

    assert.deepEqual(readSort(table, list), expected)
    assert.deepEqual(readSort(table, JSON.stringify(list)), expected)
  })

  it('takes away one minus only', () => {
    assert.deepEqual(readSort(table, '-c,--c'), [
      { column: 'c', descending: true },
      { column: '-c', descending: true },
    ])
  })

  it('counts the first place of a column that comes twice', () => {
    assert.deepEqual(readSort(table, '-year,name,year'), readSort(table, '-year,name'))
  })

  it('takes as many columns as the limit and not one more', () => {
    const names = ['name', 'year', 'c', 'd', 'e', 'f', '__proto', 'id']
    assert.equal(names.length, maxSortColumns)

    assert.equal(readSort(table, names.join(',')).length, maxSortColumns)
    assert.throws(() => readSort(table, `${names.join(',')},name`), refused)
  })

  it('refuses what is no column, and does not say its name again', () => {
    for (const sort of [
      'nope',
      '$order',
      'name,',
      ',name',
      'name,,year',
      '__proto__',
      'NAME',
      '-',
    ]) {
      assert.throws(() => readSort(table, sort), refused, sort)
    }
    assert.throws(
      () => readSort(table, 'secret'),
      ({ message }: Error) => !message.includes('secret'),
    )
  })

  it('refuses a list of something else', () => {
    const wrong = [
      '[',
      '["name"]',
      '[null]',
      5,
      { key: 'name' },
      [{ key: 5 }],
      [{ key: 'name', order: 'up' }],
    ]
    for (const sort of wrong)
      assert.throws(() => readSort(table, sort), refused, JSON.stringify(sort))
  })
})
