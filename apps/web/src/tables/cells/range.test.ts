import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { boundsOf, moved, nextCell } from './range.ts'

const shape = { columns: ['a', 'b', 'c'], rows: 100, page: 20 }
const at = (row: number, column: string) => ({ row, column })

describe('keys in a grid', () => {
  it('lead to the next cell, and no further than the edge', () => {
    assert.deepEqual(moved(at(4, 'b'), 'ArrowDown', false, shape), at(5, 'b'))
    assert.deepEqual(moved(at(4, 'b'), 'ArrowLeft', false, shape), at(4, 'a'))
    assert.deepEqual(moved(at(0, 'a'), 'ArrowUp', false, shape), at(0, 'a'))
    assert.deepEqual(moved(at(99, 'c'), 'ArrowRight', false, shape), at(99, 'c'))
    assert.deepEqual(moved(at(90, 'c'), 'PageDown', false, shape), at(99, 'c'))
  })

  it('lead to the edges, with Ctrl or by Home and End', () => {
    assert.deepEqual(moved(at(4, 'b'), 'ArrowDown', true, shape), at(99, 'b'))
    assert.deepEqual(moved(at(4, 'b'), 'ArrowLeft', true, shape), at(4, 'a'))
    assert.deepEqual(moved(at(4, 'b'), 'Home', false, shape), at(4, 'a'))
    assert.deepEqual(moved(at(4, 'b'), 'End', true, shape), at(99, 'c'))
    assert.equal(moved(at(4, 'b'), 'x', false, shape), null)
    assert.equal(moved(at(0, 'a'), 'ArrowDown', false, { ...shape, rows: 0 }), null)
  })

  it('lead by Tab from row to row, and out at the end', () => {
    assert.deepEqual(nextCell(at(4, 'c'), 1, shape), at(5, 'a'))
    assert.deepEqual(nextCell(at(4, 'a'), -1, shape), at(3, 'c'))
    assert.equal(nextCell(at(99, 'c'), 1, shape), null)
    assert.equal(nextCell(at(0, 'a'), -1, shape), null)
  })

  it('select from corner to corner, whichever came first', () => {
    const picked = { at: at(7, 'c'), to: at(3, 'a') }
    assert.deepEqual(boundsOf(picked, shape.columns), { top: 3, bottom: 7, left: 0, right: 2 })
  })
})
