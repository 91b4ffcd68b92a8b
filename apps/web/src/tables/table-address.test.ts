import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readTableAddress, writeTableAddress } from './table-address.ts'

describe('the address of a table', () => {
  it('brings back what was written into it', () => {
    const day = new Date(2026, 2, 1)
    const address = {
      filter: {
        glue: 'and',
        rules: [
          { field: 'day', filter: 'between', type: 'date', value: { start: day, end: day } },
          { glue: 'or', rules: [{ field: 'day', type: 'date', includes: [day] }] },
          { field: 'name', filter: 'equal', type: 'text', value: '2026-03-01' },
        ],
      },
      search: 'a & b',
      sort: [
        { key: 'year', order: 'desc' as const },
        { key: 'name', order: 'asc' as const },
      ],
      hidden: new Set(['a,b', 'c']),
    }
    const text = new URLSearchParams(writeTableAddress(address)).toString()
    assert.deepEqual(readTableAddress(new URLSearchParams(text)), address)
  })

  it('can be written by a person', () => {
    const { sort, hidden } = readTableAddress(new URLSearchParams('sort=-year,name&hide=id'))
    assert.deepEqual(sort, [
      { key: 'year', order: 'desc' },
      { key: 'name', order: 'asc' },
    ])
    assert.deepEqual([...hidden], ['id'])
  })

  it('shows all rows where it says nothing, or nonsense', () => {
    const all = { filter: null, search: '', sort: [], hidden: new Set<string>() }
    assert.deepEqual(readTableAddress(new URLSearchParams()), all)
    assert.deepEqual(readTableAddress(new URLSearchParams('filter={')), all)
    assert.deepEqual(writeTableAddress(all), {})
  })
})
