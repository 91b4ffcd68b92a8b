import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { groupsFor, keyGroups, partsOf } from './keys.ts'

describe('the keys', () => {
  it('of the view that is shown come first, and all others follow', () => {
    const titles = groupsFor('tables').map(({ title }) => title)
    assert.deepEqual(titles, ['Tables', 'Everywhere', 'Files', 'Gantt'])
    assert.equal(titles.length, keyGroups.length)
  })

  it('stand in their group once', () => {
    for (const { title, keys } of keyGroups) {
      const all = keys.flatMap((key) => key.keys)
      assert.equal(new Set(all).size, all.length, title)
    }
  })

  it('are called as the keyboard has them', () => {
    assert.deepEqual(partsOf('Ctrl+Shift+Z', false), ['Ctrl', 'Shift', 'Z'])
    assert.deepEqual(partsOf('Ctrl+Shift+Z', true), ['⌘', '⇧', 'Z'])
    assert.deepEqual(partsOf('?', true), ['?'])
  })
})
