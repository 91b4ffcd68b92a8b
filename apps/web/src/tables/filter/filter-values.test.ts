import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Column } from '@triptych/contract/tables'
import { valuesOfFilter } from './filter-values.ts'
import { writtenColumns } from '../table-rights.ts'

const columns = [
  ['state', 'text'],
  ['count', 'integer'],
  ['paid', 'boolean'],
  ['day', 'date'],
].map(([name, type]) => ({ name, type }) as Column)
const values = (filter: object) => valuesOfFilter(filter, columns)
const open = { field: 'state', filter: 'contains', value: '', includes: ['open'] }
const five = { field: 'count', filter: 'equal', value: 5, includes: [] }

describe('what a new row takes from a filter', () => {
  it('is what leaves no choice: one value, also in groups of rules', () => {
    const paid = { field: 'paid', filter: 'equal', value: '', includes: [true] }
    const inner = { glue: 'and', rules: [five, paid] }
    const expected = { state: 'open', count: 5, paid: true }
    assert.deepEqual(values({ glue: 'and', rules: [open, inner] }), expected)
    assert.deepEqual(values(five), { count: 5 })
    assert.deepEqual(values({ glue: 'or', rules: [open] }), { state: 'open' })
  })

  it('is nothing where one of several would do, or where it is not known what', () => {
    assert.deepEqual(values({ glue: 'or', rules: [open, five] }), {})
    assert.deepEqual(values({ ...open, includes: ['open', 'done'] }), {})
    assert.deepEqual(values({ field: 'state', filter: 'contains', value: 'op' }), {})
    assert.deepEqual(values({ field: 'count', filter: 'greater', value: 5 }), {})
    assert.deepEqual(values({ field: 'day', filter: 'equal', value: '2026-03-01' }), {})
    assert.deepEqual(values({ field: 'gone', filter: 'equal', value: 'x' }), {})
    assert.deepEqual(values({ field: 'state', includes: [null] }), {})
    assert.deepEqual(valuesOfFilter(null, columns), {})
  })

  it('is nothing of columns that nobody may write into', () => {
    const [state, count] = columns.slice(0, 2)
    const total = { ...count!, name: 'total', formula: 'count * 2' }
    const table = { columns: [state!, count!, total], access: null }
    const names = writtenColumns(table as never).map(({ name }) => name)
    assert.deepEqual(names, ['state', 'count'])
  })
})
