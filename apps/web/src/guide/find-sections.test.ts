import assert from 'node:assert/strict'
import { it } from 'node:test'
import { findSections } from './find-sections.ts'
import type { Entry } from './find-sections.ts'

const entries: Entry[] = [
  ['a', 'Deployment', 'Deployment', 'It has a backup, too: see there.'],
  ['a#b', 'Behind nginx', 'Deployment', 'A reverse proxy that ends TLS.'],
  ['c', 'Backup', 'Backup', 'Everything at one instant.'],
]
const found = (query: string) => findSections(entries, query).map(({ entry: [address] }) => address)

it('what is called so comes before what only speaks of it', () => {
  assert.deepEqual(found('backup'), ['c', 'a'])
})

it('what says it often comes before what says it once', () => {
  const twice: Entry[] = [
    ['a', 'A', 'A', 'A key here.'],
    ['b', 'B', 'B', 'A key, this key, and that key.'],
  ]
  assert.equal(findSections(twice, 'key')[0]!.entry[0], 'b')
})

it('every word must be there, as a part, in any case, wherever', () => {
  assert.deepEqual(found('NGINX deploy'), ['a#b'])
  assert.deepEqual(found('nginx backup'), [])
  assert.deepEqual(found('  '), [])
})

it('what was found is shown with the words around it', () => {
  const [first] = findSections(entries, 'proxy')
  assert.deepEqual(
    [first!.before, first!.word, first!.after],
    ['A reverse ', 'proxy', ' that ends TLS.'],
  )
})
