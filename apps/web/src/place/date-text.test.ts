import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dateText } from './date-text.ts'

describe('a date that the server tells', () => {
  it('is read as people of the place write it', () => {
    const said = [
      '2026-05-04',
      '2026-05-04T00:00:00',
      '2026-05-04T00:00:00.000Z',
      '2026-05-04T08:30:00',
    ]
    assert.deepEqual(
      said.map((one) => dateText(one, 'en-GB')),
      ['4 May 2026', '4 May 2026', '4 May 2026', '4 May 2026, 08:30'],
    )
    assert.deepEqual(
      said.map((one) => dateText(one, 'de-DE')),
      ['04.05.2026', '04.05.2026', '04.05.2026', '04.05.2026, 08:30'],
    )
  })

  it('stays as it is where it is none', () => {
    for (const text of [
      '',
      'May',
      '2026',
      '2026-05',
      '2026-13-41',
      'since 2026-05-04',
      '12-2026-05-04',
    ]) {
      assert.equal(dateText(text, 'de-DE'), text)
    }
  })
})
