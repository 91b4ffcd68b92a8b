import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nameBy, placeBy } from './list-keys.ts'

/** Ten cards, four in a row. */
const cards = (key: string, at: number) => placeBy(key, { at, count: 10, columns: 4, rows: 2 })

describe('keys in a list of files', () => {
  it('begin at the first one', () => {
    assert.deepEqual([cards('ArrowDown', -1), cards('ArrowRight', -1), cards('End', -1)], [0, 0, 9])
    assert.equal(cards('ArrowUp', -1), null)
  })

  it('lead to the card below, or to the last where there is none', () => {
    assert.deepEqual([cards('ArrowDown', 1), cards('ArrowDown', 5)], [5, 9])
    assert.deepEqual([cards('ArrowDown', 6), cards('ArrowDown', 9)], [9, null])
    assert.deepEqual([cards('ArrowUp', 5), cards('ArrowUp', 2)], [1, null])
  })

  it('lead to the card beside, also of the next row', () => {
    assert.deepEqual([cards('ArrowRight', 3), cards('ArrowLeft', 4)], [4, 3])
    assert.deepEqual([cards('ArrowRight', 9), cards('ArrowLeft', 0)], [null, null])
  })

  it('lead a page further, and no further than to the end', () => {
    assert.deepEqual([cards('PageDown', 1), cards('PageDown', 5)], [9, 9])
    assert.deepEqual([cards('PageUp', 9), cards('PageUp', 6)], [1, 2])
  })

  it('leave arrows to the side to the cells of a table', () => {
    assert.equal(placeBy('ArrowRight', { at: 1, count: 5, columns: 1, rows: 9 }), null)
  })

  it('find a name by how it begins, and the next one by the same letter', () => {
    const names = ['Album', 'Äpfel', 'Budget', 'Bücher', 'budget 2']
    assert.equal(nameBy(names, 'b', -1), 2)
    assert.equal(nameBy(names, 'b', 2), 3)
    assert.equal(nameBy(names, 'bb', 3), 4)
    assert.equal(nameBy(names, 'bü', 3), 3)
    assert.equal(nameBy(names, 'b', 4), 2)
    assert.equal(nameBy(names, 'x', 0), null)
  })
})
