import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { waysFor } from './ways.ts'

const ways = ['Home', 'Files', 'Haus für Müller', 'Settings…'].map((title) => {
  return { key: title, svg: '', title, where: '', href: '#/' }
})
const found = (text: string) => waysFor(ways, text).map(({ title }) => title)

describe('the ways that are always there', () => {
  it('are found by how a word of theirs begins, whatever its letter case and accents', () => {
    assert.deepEqual(found('h'), ['Home', 'Haus für Müller'])
    assert.deepEqual(found(' muller '), ['Haus für Müller'])
    assert.deepEqual(found('FÜR M'), ['Haus für Müller'])
    assert.deepEqual(found('iles'), [])
  })

  it('are all there before anything is typed', () => {
    assert.equal(found(' ').length, ways.length)
  })
})
