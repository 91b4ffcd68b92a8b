import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { entryHash } from './log-chain.ts'

const entry = {
  revision: 7,
  at: '2026-04-05T08:30:00.000Z',
  actor: 'Änn',
  actorId: null,
  origin: '',
  address: '127.0.0.1',
  step: 'one',
  area: 'tables',
  operation: 'row-updated',
  entity: 'films/7',
  before: null,
  after: '{"year":1995}',
}

describe('the hash of an entry', () => {
  it('is of every field with its length in bytes, behind the hash before', () => {
    const before = 'a'.repeat(64)
    const text = `64:${before}1:724:2026-04-05T08:30:00.000Z4:Änn-0:9:127.0.0.13:one6:tables11:row-updated7:films/7-13:{"year":1995}`
    assert.equal(entryHash(before, entry), createHash('sha256').update(text).digest('hex'))
  })

  it('is the same for all time', () => {
    assert.equal(
      entryHash(null, entry),
      '67771a987684536f596bacaa9ed01e481a9bfe59c7142c94a4d3d8a147ab9b7c',
    )
  })

  it('is another for each other value of a field, and where a value is in the next one', () => {
    const names = Object.keys(entry) as (keyof typeof entry)[]
    const others = names.map((name) => ({ ...entry, [name]: name === 'revision' ? 8 : '-' }))
    const moved = { ...entry, address: '127.0.0.', step: '1one' }
    const all = [entry, ...others, moved].map((one) => entryHash(null, one))
    assert.equal(new Set([...all, entryHash('', entry)]).size, names.length + 3)
  })
})
