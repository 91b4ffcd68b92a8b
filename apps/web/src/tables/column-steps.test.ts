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
      { changeColumn: { name: 'name', type: 'date', options: null, reference: null } },
      {
        changeColumn: {
          name: 'state',
          type: 'text',
          options: ['open', 'done', 'later'],
          reference: null,
        },
      },
      { renameColumn: { from: 'name', to: 'title' } },
      { addColumn: { name: 'size', type: 'number', options: null, reference: null } },
    ])
  })

  it('wait for what a column still needs', () => {
    assert.equal(isComplete(newColumn(' ')), false)
    assert.equal(isComplete(newColumn('a', 'choice')), false)
    assert.equal(isComplete(newColumn('a', 'reference')), false)
    assert.equal(isComplete({ ...newColumn('a', 'choice'), options: 'x' }), true)
  })
})
