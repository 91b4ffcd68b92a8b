import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dateText } from '../place/date-text.ts'
import { differences } from './differences.ts'
import { thingText } from './thing-text.ts'

describe('the differences of a change', () => {
  it('are the fields that have other values, in words', () => {
    const before = { year: 1994, done: false, name: 'Same', $order: 'a1' }
    const after = { year: 1995, done: true, name: 'Same', $order: 'a2' }

    assert.deepEqual(differences({ before, after }), [
      { field: 'Year', before: '1994', after: '1995' },
      { field: 'Done', before: 'No', after: 'Yes' },
    ])
  })

  it('are of columns as they are called now', () => {
    const changed = { before: { yr: 1 }, after: { yr: 2 }, columns: { yr: 'release_year' } }

    assert.deepEqual(
      differences(changed).map(({ field }) => field),
      ['Release year'],
    )
  })

  it('are all fields of what is new or gone, days as days', () => {
    const start = '2026-05-04T00:00:00'
    const values = { text: 'Dig', start, fields: { base_cost: 7 } }
    const [dig, may, cost] = ['Dig', dateText(start), '7']

    assert.deepEqual(differences({ before: null, after: values }), [
      { field: 'Text', before: '–', after: dig },
      { field: 'Start', before: '–', after: may },
      { field: 'Base cost', before: '–', after: cost },
    ])
    assert.deepEqual(
      differences({ before: values, after: null }).map(({ before, after }) => [before, after]),
      [
        [dig, '–'],
        [may, '–'],
        [cost, '–'],
      ],
    )
  })
})

describe('a thing of the log in words', () => {
  it('is a row, a task, a table or the name of a file', () => {
    assert.deepEqual(['films/7', 'tasks/5', 'films', '/docs/plan.txt'].map(thingText), [
      'row 7 of films',
      'task 5',
      'the table films',
      'plan.txt',
    ])
  })
})
