import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readSettings } from './settings.ts'

const usual = { place: null, firstDay: null, density: 'normal', language: null }

it('settings are those that were kept', () => {
  const set = { place: 'de-CH', firstDay: 6, density: 'compact', language: 'de' }
  assert.deepEqual(readSettings(JSON.stringify(set)), set)
})

it('settings that are none are the usual ones', () => {
  const wrong = [
    '',
    'x',
    '[]',
    'null',
    '{"place":"x_y_","firstDay":3,"density":"huge","language":"xx"}',
    null,
  ]
  for (const text of wrong) assert.deepEqual(readSettings(text), usual)
})
