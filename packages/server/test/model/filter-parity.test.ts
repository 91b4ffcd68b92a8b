import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filterParity } from './filter-parity.ts'
import { chosenSeed } from '../fixtures/seeded-random.ts'

/** A day that was skipped, changes of the clocks at midnight and in the night, and none at all. */
const zones = ['UTC', 'America/New_York', 'Pacific/Apia', 'Africa/Cairo', 'Asia/Tokyo']

describe('filters in SQL', () => {
  for (const zone of zones) {
    it(`let the same rows pass as SVAR's own filter, for a client in ${zone}`, async (t) => {
      const seed = chosenSeed()
      t.diagnostic(`seed ${seed}`)

      const differences = await filterParity({ zone, seed, cases: 20_000 / zones.length })

      assert.deepEqual(differences, [], `seed ${seed}`)
    })
  }
})
