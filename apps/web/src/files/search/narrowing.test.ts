import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { narrowedBy } from './narrowing.ts'

const noon = new Date(2026, 10, 17, 12)
const by = (query: string) => narrowedBy(new URLSearchParams(query), noon)

describe('what a search of files is narrowed to', () => {
  it('is what the address says, and nothing where it says what there is not', () => {
    assert.deepEqual(by('kind=pdf'), { kind: 'pdf' })
    assert.deepEqual(by('kind=constructor&since=2'), {})
    assert.deepEqual(by('text=a'), {})
  })

  it('counts days from the beginning of today', () => {
    assert.deepEqual(by('since=1'), { since: new Date(2026, 10, 17).toISOString() })
    assert.deepEqual(by('since=7'), { since: new Date(2026, 10, 11).toISOString() })
    assert.deepEqual(by('since=30'), { since: new Date(2026, 9, 19).toISOString() })
  })
})
