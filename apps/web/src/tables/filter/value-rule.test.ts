import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Column } from '@triptych/contract/tables'
import { withValueRule } from './value-rule.ts'

const column = (type: string, options: string[] | null = null) =>
  ({ name: 'c', type, options }) as unknown as Column
const ruleOf = (of: Column, value: unknown) =>
  (withValueRule(null, of, value) as { rules: object[] }).rules[0]

describe('a filter by the value of a cell', () => {
  it('asks each kind of column in its way', () => {
    const day = new Date(2026, 4, 1)
    const ada = { field: 'c', type: 'text', filter: 'equal', value: 'Ada' }
    assert.deepEqual(ruleOf(column('text'), 'Ada'), ada)
    const five = { field: 'c', type: 'number', filter: 'equal', value: 5 }
    assert.deepEqual(ruleOf(column('integer'), 5), five)
    const date = { field: 'c', type: 'date', filter: 'equal', value: day }
    assert.deepEqual(ruleOf(column('datetime'), day), date)
    const no = { field: 'c', type: 'tuple', filter: 'equal', value: '', includes: [false] }
    assert.deepEqual(ruleOf(column('boolean'), false), no)
    const open = { field: 'c', type: 'text', filter: 'contains', value: '', includes: ['open'] }
    assert.deepEqual(ruleOf(column('text', ['open']), 'open'), open)
    const tags = { field: 'c', filter: 'allOf', value: ['a', 'b'] }
    assert.deepEqual(ruleOf(column('json', ['a', 'b']), ['a', 'b']), tags)
  })

  it('asks for empty ones where there is nothing', () => {
    const empty = { field: 'c', filter: 'isEmpty', value: true }
    assert.deepEqual(ruleOf(column('text'), ''), empty)
    assert.deepEqual(ruleOf(column('integer'), null), empty)
    assert.deepEqual(ruleOf(column('json', ['a']), []), empty)
  })

  it('comes to what is asked of other columns, and takes the place of what was asked of its own', () => {
    const other = { field: 'd', filter: 'isEmpty', value: true }
    const own = { field: 'c', type: 'text', filter: 'contains', value: 'x' }
    const ada = { field: 'c', type: 'text', filter: 'equal', value: 'Ada' }
    const both = { glue: 'and', rules: [own, other] }
    const next = { glue: 'and', rules: [other, ada] }
    assert.deepEqual(withValueRule(both, column('text'), 'Ada'), next)

    const either = { glue: 'or', rules: [own, other] }
    const around = { glue: 'and', rules: [either, ada] }
    assert.deepEqual(withValueRule(either, column('text'), 'Ada'), around)
  })
})
