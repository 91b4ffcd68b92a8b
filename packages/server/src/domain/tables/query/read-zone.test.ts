import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readZone } from './read-zone.ts'

describe('readZone', () => {
  it('is UTC when nothing is said', () => {
    assert.equal(readZone(undefined), 'UTC')
    assert.equal(readZone(''), 'UTC')
  })

  it('knows a zone by its name in any letter case, and offsets', () => {
    assert.equal(readZone('america/new_york'), 'America/New_York')
    assert.equal(readZone('Etc/UTC'), 'UTC')
    assert.equal(readZone('+02:00'), '+02:00')
  })

  it('refuses what is no zone', () => {
    for (const zone of [
      'Mars/Olympus',
      '../../etc/passwd',
      "UTC'",
      '+99:00',
      ' ',
      'x'.repeat(10_000),
    ]) {
      assert.throws(() => readZone(zone), {
        code: 'tables.bad_query',
        details: { parameter: 'tz' },
      })
    }
  })
})
