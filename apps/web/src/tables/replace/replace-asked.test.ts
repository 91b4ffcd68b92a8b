import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TableQuery } from 'triptych-client'
import type { Column } from '@triptych/contract/tables'
import { emptyDraft, replaceableColumns, replaceAsked } from './replace-asked.ts'
import type { ReplaceDraft } from './replace-asked.ts'

const plain = { nullable: true, unique: false, default: null, options: null, reference: null }
const column = (name: string, type: Column['type'], more = {}): Column => ({
  ...plain,
  name,
  type,
  ...more,
})
const columns = [column('name', 'text'), column('day', 'date'), column('price', 'number')]
const all = { filter: null, search: '' }

function of(draft: ReplaceDraft, query: Pick<TableQuery, 'filter' | 'search'>) {
  const { filter, search } = replaceAsked(draft, columns, query)
  return [filter, search]
}

function asked(column: string, find: string, replace: string) {
  const made = replaceAsked({ ...emptyDraft, column, find, replace }, columns, all)
  return [made.find, made.replace]
}

describe('what is asked to be replaced', () => {
  it('is in the rows that are shown, or in all of them', () => {
    const filter = { field: 'name', filter: 'equal', value: 'x' }
    const shown = { filter, search: 'y' }
    assert.deepEqual(of(emptyDraft, all), [{}, undefined])
    assert.deepEqual(of(emptyDraft, shown), [filter, 'y'])
    const search = { filter: null, search: 'y' }
    assert.deepEqual(of(emptyDraft, search), [undefined, 'y'])
    const draft = { ...emptyDraft, allRows: true }
    assert.deepEqual(of(draft, shown), [{}, undefined])
  })

  it('is written as the server has it, where it is a value of the column', () => {
    assert.deepEqual(asked('day', '1 March 2026', '2026-03-02'), ['2026-03-01', '2026-03-02'])
    for (const part of ['2025-', '-15', '15', '2025', '2025-01', '-02-']) {
      assert.deepEqual(asked('day', part, part), [part, part])
    }
    assert.deepEqual(asked('price', '1,234.50', ''), ['1234.5', ''])
    assert.deepEqual(asked('name', '1,234.50', ' x '), ['1,234.50', ' x '])
  })

  it('is not looked for where cells show something else than they hold', () => {
    const reference = { table: 'people', onDelete: 'clear' }
    const given = [
      ...columns,
      column('who', 'integer', { reference }),
      column('sum', 'number', { formula: '`price`' }),
      column('done', 'boolean'),
      column('more', 'json'),
    ]
    assert.deepEqual(replaceableColumns(given), columns)
  })
})
