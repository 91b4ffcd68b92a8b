import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filterParity } from '../../../test/model/filter-parity.ts'
import { emptyPostgres, postgresForTests } from '../../../test/fixtures/postgres.ts'
import { chosenSeed } from '../../../test/fixtures/seeded-random.ts'

const { postgres, newSchema } = postgresForTests()
const open = () => emptyPostgres(postgres(), newSchema())
/** A day that was skipped, changes of the clocks at midnight and in the night, and none at all. */
const zones = ['UTC', 'America/New_York', 'Pacific/Apia', 'Africa/Cairo', 'Asia/Tokyo']

describe('filters in PostgreSQL', () => {
  for (const zone of zones) {
    it(`let the same rows pass as SVAR's own filter, for a client in ${zone}`, async (t) => {
      const seed = chosenSeed()
      t.diagnostic(`seed ${seed}`)

      const differences = await filterParity({ zone, seed, cases: 5000 / zones.length, open })

      assert.deepEqual(differences, [], `seed ${seed}`)
    })
  }
})
