import assert from 'node:assert/strict'
import { it } from 'node:test'
import { chosenSeed } from '../fixtures/seeded-random.ts'
import { sortDifference } from './sort-parity.ts'

it("sorting in SQL gives the order of SVAR's grid for random rows and columns", async (t) => {
  const seed = chosenSeed()
  t.diagnostic(`seed ${seed}`)

  assert.equal(await sortDifference({ seed, cases: 20_000 }), null)
})
