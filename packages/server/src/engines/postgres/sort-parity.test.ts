import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emptyPostgres, postgresForTests } from '../../../test/fixtures/postgres.ts'
import { chosenSeed } from '../../../test/fixtures/seeded-random.ts'
import { sortDifference } from '../../../test/model/sort-parity.ts'

const { postgres, newSchema } = postgresForTests()
const open = () => emptyPostgres(postgres(), newSchema())

describe('sorting in PostgreSQL', () => {
  it("gives the order of SVAR's grid for random rows and columns", async (t) => {
    const seed = chosenSeed()
    t.diagnostic(`seed ${seed}`)

    assert.equal(await sortDifference({ seed, cases: 5000, open }), null)
  })
})
