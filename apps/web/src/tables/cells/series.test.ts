import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Column, ColumnType } from '@triptych/contract/tables'
import { seriesOf } from './series.ts'

const rules = { nullable: true, unique: false, default: null, options: null, reference: null }

function next(type: ColumnType, values: unknown[], more: Partial<Column> = {}): unknown[] | null {
  const series = seriesOf({ name: 'a', type, ...rules, ...more }, values)
  return series && [-1, values.length, values.length + 1].map((place) => series(place))
}

const day = (month: number, date: number) => new Date(2026, month - 1, date)

describe('cells that are filled further', () => {
  it('go on by their step', () => {
    assert.deepEqual(next('integer', [1, 2]), [0, 3, 4])
    assert.deepEqual(next('integer', [30, 20, 10]), [40, 0, -10])
    assert.deepEqual(next('number', [0.1, 0.2]), [0, 0.3, 0.4])
    assert.deepEqual(next('number', [1, 1.5, 2]), [0.5, 2.5, 3])
  })

  it('go on by days and by months', () => {
    assert.deepEqual(next('date', [day(3, 27), day(3, 28)]), [day(3, 26), day(3, 29), day(3, 30)])
    assert.deepEqual(next('date', [day(11, 2), day(11, 9)]), [
      day(10, 26),
      day(11, 16),
      day(11, 23),
    ])
    const months = [day(1, 15), day(2, 15)]
    assert.deepEqual(next('date', months), [day(0, 15), day(3, 15), day(4, 15)])
    const ends = [day(1, 31), day(3, 31)]
    assert.deepEqual(next('date', ends), [day(1, 31 - 59), day(3, 31 + 59), day(3, 31 + 118)])
  })

  it('go on by the number at the end of a text', () => {
    assert.deepEqual(next('text', ['Box 1', 'Box 2']), ['Box 0', 'Box 3', 'Box 4'])
    assert.deepEqual(next('text', ['K-008', 'K-009']), ['K-007', 'K-010', 'K-011'])
    assert.deepEqual(next('text', ['0', '2']), [null, '4', '6'])
  })

  it('are repeated where there is no step, or none that means anything', () => {
    assert.equal(next('integer', [1]), null)
    assert.equal(next('integer', [1, 1]), null)
    assert.equal(next('integer', [1, 2, 4]), null)
    assert.equal(next('integer', [1, null]), null)
    assert.equal(next('text', ['Box 1', 'Bag 2']), null)
    assert.equal(next('text', ['open', 'done']), null)
    assert.equal(next('text', ['1', '2'], { options: ['1', '2'] }), null)
    const reference = { table: 'films', onDelete: 'clear' as const }
    assert.equal(next('integer', [1, 2], { reference }), null)
  })
})
