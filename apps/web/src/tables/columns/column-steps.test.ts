import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Column } from '@triptych/contract/tables'
import { choicesOfValues } from '../choice-drafts.ts'
import { draftOf, isComplete, newColumn } from './column-kinds.ts'
import { columnSteps } from './column-steps.ts'

const plain = { nullable: true, unique: false, default: null, options: null, reference: null }
const columns: Column[] = [
  { ...plain, name: 'name', type: 'text' },
  { ...plain, name: 'state', type: 'text', options: ['open', 'done'] },
  { ...plain, name: 'film', type: 'integer', reference: { table: 'films', onDelete: 'clear' } },
]
const [name, state, film] = columns.map(draftOf)
const [open, done] = state!.choices

describe('the steps from a table to its form', () => {
  it('are none where nothing was changed', () => {
    assert.deepEqual(columnSteps(columns, [name!, state!, film!]), [])
  })

  it('make what cells hold options first, where it is to get other names as one', () => {
    const choices = choicesOfValues(['open', ' open', 'done']).map((choice) =>
      choice.text === 'done' ? { ...choice, text: 'closed' } : choice,
    )
    const rules = { name: 'name', type: 'text', reference: null, format: null, colors: null }
    assert.deepEqual(columnSteps(columns, [{ ...name!, kind: 'choice', choices }, state!, film!]), [
      { changeColumn: { ...rules, options: [' open', 'done', 'open', 'closed'] } },
      {
        changeColumn: {
          ...rules,
          options: ['open', 'closed'],
          colors: { open: 'blue', closed: 'green' },
          renameOptions: [
            { from: ' open', to: 'open' },
            { from: 'done', to: 'closed' },
          ],
        },
      },
    ])
  })

  it('drop, change, rename and add, in an order in which names are still known', () => {
    const drafts = [
      { ...name!, name: ' title ', kind: 'date' as const },
      { ...state!, choices: [{ ...open!, color: 'teal' as const }, done!], typed: 'done, later,' },
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
          addOptions: ['later'],
          setColors: { open: 'teal', later: 'green' },
        },
      },
      { renameColumn: { from: 'name', to: 'title' } },
      { addColumn: { name: 'size', type: 'number', options: null, reference: null } },
    ])
  })

  it('give choices other names, which rows follow', () => {
    const choices = [
      { ...done!, text: 'open ' },
      { ...open!, text: 'Begun' },
    ]
    const [step] = columnSteps(columns, [name!, { ...state!, choices }, film!])
    assert.deepEqual(step, {
      changeColumn: {
        name: 'state',
        renameOptions: [
          { from: 'done', to: 'open' },
          { from: 'open', to: 'Begun' },
        ],
        sortOptions: ['open', 'Begun'],
      },
    })
    // Choices that go with their kind have no names any more.
    const plainText = { ...state!, kind: 'text' as const, choices }
    assert.ok(!JSON.stringify(columnSteps(columns, [name!, plainText, film!])).includes('rename'))
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
      { ...tags!, typed: 'c, a' },
      newColumn('share', 'percent'),
    ]
    const none = { options: null, reference: null }
    const euro = { kind: 'currency', currency: 'EUR' }
    assert.deepEqual(columnSteps(before, drafts), [
      { changeColumn: { name: 'mail', type: 'text', ...none, format: null } },
      { changeColumn: { name: 'price', format: euro } },
      { changeColumn: { name: 'tags', addOptions: ['c'], setColors: { c: 'blue' } } },
      { addColumn: { name: 'share', type: 'number', ...none, format: { kind: 'percent' } } },
    ])
  })

  it('keep options as they are, colours, commas and numbers among them, and drop what is said twice', () => {
    const mixed: Column[] = [
      { ...plain, name: 'tags', type: 'json', options: ['a, b', 5], colors: { 5: 'red' } },
    ]
    const [tags] = mixed.map(draftOf)
    const [first, second] = tags!.choices
    assert.deepEqual(columnSteps(mixed, [tags!]), [])

    const typed = 'c,5, c'
    const moved = columnSteps(mixed, [{ ...tags!, choices: [second!, first!], typed }])
    const [{ changeColumn }] = moved as [{ changeColumn: object }]
    assert.deepEqual(changeColumn, {
      name: 'tags',
      addOptions: ['c'],
      sortOptions: [5, 'a, b', 'c'],
      setColors: { c: 'blue' },
    })
    const twice = [first!, { ...second!, text: ' a, b ' }, { ...second!, key: -1, text: ' ' }]
    const [step] = columnSteps(mixed, [{ ...tags!, choices: twice }])
    assert.deepEqual((step as { changeColumn: object }).changeColumn, {
      name: 'tags',
      renameOptions: [{ from: 5, to: 'a, b' }],
      setColors: { 'a, b': null },
    })
    const [renamed] = columnSteps(mixed, [
      { ...tags!, choices: [first!, { ...second!, text: ' 6 ' }] },
    ])
    assert.deepEqual(renamed, {
      changeColumn: { name: 'tags', renameOptions: [{ from: 5, to: 6 }] },
    })
    const [less] = columnSteps(mixed, [{ ...tags!, choices: [second!] }])
    assert.deepEqual(less, { changeColumn: { name: 'tags', dropOptions: ['a, b'] } })
    const added = newColumn('state', 'choice')
    const red = { ...first!, was: null, text: 'late', color: 'red' as const }
    assert.deepEqual(columnSteps(mixed, [tags!, { ...added, choices: [red] }]), [
      {
        addColumn: {
          name: 'state',
          type: 'text',
          options: ['late'],
          colors: { late: 'red' },
          reference: null,
        },
      },
    ])
  })

  it('wait for what a column still needs', () => {
    assert.equal(isComplete(newColumn(' ')), false)
    assert.equal(isComplete(newColumn('a', 'choice')), false)
    assert.equal(isComplete(newColumn('a', 'reference')), false)
    assert.equal(isComplete({ ...newColumn('a', 'choice'), typed: 'x' }), true)
  })
})
