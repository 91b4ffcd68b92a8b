import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import { linkFrom } from './change-links.ts'

const ends = { source: 2, target: 4 }

describe('linkFrom', () => {
  it('reads what the client sends and drops what it has for itself', () => {
    const input = { id: 'temp://1790000000001', ...ends, type: 's2s', lag: 1.5, $p: [1], note: {} }

    assert.deepEqual(linkFrom(input), { ...ends, type: 's2s', lag: 1.5, fields: { note: {} } })
  })

  it('goes from end to start and without a lag where nothing is said', () => {
    const link = { ...ends, type: 'e2s', lag: null, fields: {} }

    for (const input of [{}, { type: null, lag: null }, { lag: '' }]) {
      assert.deepEqual(linkFrom({ ...ends, ...input }), link)
    }
    assert.deepEqual(linkFrom({ source: '2', target: '4' }), link)
  })

  it('takes a lag of any sign, also as text', () => {
    const lags = [0, -0, -3, 0.25, '2', ' -2.5 '].map((lag) => linkFrom({ ...ends, lag }).lag)

    assert.deepEqual(lags, [0, 0, -3, 0.25, 2, -2.5])
  })

  it('refuses a lag that is no number of days', () => {
    for (const lag of ['soon', '1e999', true, [], {}, 1e9, Number.NaN]) {
      const error = { code: 'gantt.bad_value', details: { field: 'lag' } }
      assert.throws(() => linkFrom({ ...ends, lag }), error, inspect(lag))
    }
  })

  it('refuses ends that are not there', () => {
    for (const end of [null, undefined, '', 0, 'temp://1790000000001', 'abc', -1, 1.5, {}]) {
      for (const field of ['source', 'target']) {
        const error = { code: 'gantt.bad_link', details: { field } }
        assert.throws(() => linkFrom({ ...ends, [field]: end }), error, inspect(end))
      }
    }
  })

  it('refuses a link of a task to itself, also in other writing', () => {
    assert.throws(() => linkFrom({ source: 2, target: '2' }), { code: 'gantt.bad_link' })
  })

  it('refuses other types than the four', () => {
    for (const type of ['', 'E2S', 'fs', 0, 5, {}, 'toString']) {
      const error = { code: 'gantt.bad_link', details: { field: 'type' } }
      assert.throws(() => linkFrom({ ...ends, type }), error, inspect(type))
    }
    for (const type of ['e2s', 's2s', 'e2e', 's2e']) {
      assert.equal(linkFrom({ ...ends, type }).type, type)
    }
  })

  it('refuses more than 256 KiB of fields', () => {
    const note = 'x'.repeat(256 * 1024)
    assert.throws(() => linkFrom({ ...ends, note }), { code: 'gantt.bad_value' })
  })
})
