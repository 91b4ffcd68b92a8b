import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Column, ColumnType } from '@triptych/contract/tables'
import { newRow } from './new-row.ts'

function needed(name: string, type: ColumnType, rest: Partial<Column> = {}): Column {
  const plain = { unique: false, default: null, options: null, reference: null }
  return { name, type, nullable: false, ...plain, ...rest }
}

describe('a new row', () => {
  it('has values only where it must', () => {
    const columns = [
      needed('a', 'text', { nullable: true }),
      needed('b', 'text', { default: 'x' }),
      needed('c', 'text'),
      needed('d', 'integer'),
      needed('e', 'text', { options: ['open', 'done'] }),
      needed('f', 'integer', { reference: { table: 'films', onDelete: 'restrict' } }),
      needed('g', 'boolean'),
      needed('h', 'json'),
    ]
    const references = new Map([['f', [{ id: 7, label: 'Seven' }]]])
    const expected = { c: 'New', d: 0, e: 'open', f: 7, g: false, h: {} }
    assert.deepEqual(newRow(columns, references), expected)
  })

  it('has a day where one is needed, and no value twice where that is forbidden', () => {
    const row = newRow([needed('a', 'date'), needed('b', 'text', { unique: true })], new Map())
    assert.ok(row['a'] instanceof Date)
    assert.match(String(row['b']), /^New \d+$/)
  })
})
