import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Column } from '@triptych/contract/tables'
import { draftOf, isComplete, newColumn } from './column-kinds.ts'
import { columnSteps } from './column-steps.ts'

const plain = { nullable: true, unique: false, default: null, options: null, reference: null }
const columns: Column[] = [
  { ...plain, name: 'name', type: 'text' },
  { ...plain, name: 'state', type: 'text', options: ['open', 'done'] },
  { ...plain, name: 'film', type: 'integer', reference: { table: 'films', onDelete: 'clear' } },
]
const [name, state, film] = columns.map(draftOf)

describe('the steps from a table to its form', () => {
  it('are none where nothing was changed', () => {
    assert.deepEqual(columnSteps(columns, [name!, state!, film!]), [])
  })

  it('drop, change, rename and add, in an order in which names are still known', () => {
    const drafts = [
      { ...name!, name: ' title ', kind: 'date' as const },
      { ...state!, options: 'open, done, done, later,' },
      { ...newColumn('size', 'number') },
    ]
    assert.deepEqual(columnSteps(columns, drafts), [
      { dropColumn: 'film' },
      {
        changeColumn: { name: 'name', type: 'date', options: null, reference: null, format: null },
      },
      {
        changeColumn: {
          name: 'state',
          type: 'text',
          options: ['open', 'done', 'later'],
          reference: null,
          format: null,
        },
      },
      { renameColumn: { from: 'name', to: 'title' } },
      { addColumn: { name: 'size', type: 'number', options: null, reference: null } },
    ])
  })

  it('keep what a column is to people, and change it as such', () => {
    const before: Column[] = [
      { ...plain, name: 'mail', type: 'text', format: { kind: 'email' } },
      { ...plain, name: 'price', type: 'integer', format: { kind: 'currency', currency: 'CHF' } },
      { ...plain, name: 'tags', type: 'json', options: ['a', 'b'] },
    ]
    const [mail, price, tags] = before.map(draftOf)
    assert.deepEqual(
      [mail!, price!, tags!].map(({ kind }) => kind),
      ['email', 'currency', 'choices'],
    )
    assert.deepEqual(columnSteps(before, [mail!, price!, tags!]), [])

    const drafts = [
      { ...mail!, kind: 'text' as const },
      { ...price!, currency: 'EUR' },
      { ...tags!, options: 'a, b, c' },
      newColumn('share', 'percent'),
    ]
    const none = { options: null, reference: null }
    const euro = { kind: 'currency', currency: 'EUR' }
    const options = ['a', 'b', 'c']
    assert.deepEqual(columnSteps(before, drafts), [
      { changeColumn: { name: 'mail', type: 'text', ...none, format: null } },
      { changeColumn: { name: 'price', type: 'number', ...none, format: euro } },
      { changeColumn: { name: 'tags', type: 'json', ...none, options, format: null } },
      { addColumn: { name: 'share', type: 'number', ...none, format: { kind: 'percent' } } },
    ])
  })

  it('wait for what a column still needs', () => {
    assert.equal(isComplete(newColumn(' ')), false)
    assert.equal(isComplete(newColumn('a', 'choice')), false)
    assert.equal(isComplete(newColumn('a', 'reference')), false)
    assert.equal(isComplete({ ...newColumn('a', 'choice'), options: 'x' }), true)
  })
})
