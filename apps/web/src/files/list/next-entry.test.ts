import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nextEntry } from './next-entry.ts'

const ids = ['a', 'b', 'c', 'd', 'e']

it('after a deletion it goes on behind what was there, or before it at the end', () => {
  assert.equal(nextEntry(ids, ['b'], 'b'), 'c')
  assert.equal(nextEntry(ids, ['e'], 'e'), 'd')
  assert.equal(nextEntry(ids, ['d', 'e', 'c'], 'd'), 'b')
  assert.equal(nextEntry(ids, ids, 'a'), null)
})

it('of several that do not stand together the one counts from which keys would have gone on', () => {
  assert.equal(nextEntry(ids, ['a', 'd'], 'a'), 'b')
  assert.equal(nextEntry(ids, ['a', 'd'], 'd'), 'e')
})

it('without one it is the last of them, and what is not in the list leads nowhere', () => {
  assert.equal(nextEntry(ids, ['a', 'c'], undefined), 'd')
  assert.equal(nextEntry(ids, ['x'], 'x'), null)
})
