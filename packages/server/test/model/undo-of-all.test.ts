import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Problem } from '@triptych/contract/errors'
import type { FileVersion } from '@triptych/contract/versions'
import { client } from '../fixtures/doings.ts'
import type { Client } from '../fixtures/doings.ts'
import { doAnything } from '../fixtures/more-doings.ts'
import { chosenSeed, depth, seededRandom } from '../fixtures/seeded-random.ts'
import { allThereIs, wholeWorld } from '../fixtures/whole-world.ts'
import type { World } from '../fixtures/whole-world.ts'

const content = { 'docs/plan.txt': 'plan', 'docs/deep/a.txt': 'aa', 'b.txt': 'b', 'empty/': '' }

describe('taking back all that four have done with rows, plan, files and comments', () => {
  it('gives what was there at each step, and doing it again gives it once more', async () => {
    const seed = chosenSeed()
    for (let run = 0; run < 4 * depth; run++) {
      try {
        await goBackAndForth(seed + run)
      } catch (error) {
        throw new Error(`TRIPTYCH_TEST_SEED=${seed + run}`, { cause: error })
      }
    }
  })
})

interface Done {
  by: Client
  step: string
  before: unknown
}

async function goBackAndForth(seed: number): Promise<void> {
  const random = seededRandom(seed)
  const world = await wholeWorld(content)
  const clients = ['ann', 'bob', 'cid', 'dee'].map((name) => client(world, name))
  const done: Done[] = []
  let now = await allThereIs(world)
  for (let n = 0; n < 40; n++) {
    const by = random.pick(clients)
    const head = await world.head()
    await doAnything(world, by, random)
    const [told] = await world.changes(head)
    if (!told) continue
    done.push({ by, step: told.step!, before: now })
    now = await allThereIs(world)
  }
  const last = now
  let isByVersion = false
  for (const { by, step, before } of done.toReversed()) {
    const told = (await world.changes()).filter((one) => one.step === step)
    const what = JSON.stringify(told)
    const { status, json } = await by.ask('POST', '/undo', { step })
    if (status !== 200) {
      assert.equal((json as Problem).code, 'history.not_kept', `${JSON.stringify(json)} ${what}`)
      isByVersion = true
      await bringVersionsBack(world, by, step)
    }
    const found = await allThereIs(world)
    assert.deepEqual(found, before, what)
    now = found
  }
  if (!isByVersion) {
    for (const [at, { by }] of done.entries()) {
      await by.redo()
      const after = done[at + 1]?.before ?? last
      assert.deepEqual(await allThereIs(world), after)
    }
  }
  await world.close()
}

/** A file that was replaced has its former bytes as a version. */
async function bringVersionsBack(world: World, by: Client, step: string): Promise<void> {
  const told = (await world.changes()).filter((one) => one.step === step)
  for (const { operation, entity } of told) {
    assert.equal(operation, 'file-updated', JSON.stringify(told))
    const { json } = await world.call('GET', `/versions?id=${encodeURIComponent(entity)}`)
    const [version] = json as FileVersion[]
    await by.good('POST', `/versions/${version!.version}/restore`)
  }
}
