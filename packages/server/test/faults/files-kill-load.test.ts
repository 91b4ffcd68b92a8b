import assert from 'node:assert/strict'
import { before as beforeAll, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { folder, put } from '../fixtures/disk-tree.ts'
import { differencesOn, whenInStep } from '../fixtures/drive-check.ts'
import {
  assertVerified,
  newDriveFolders,
  startDrive,
  warmUpDrive,
} from '../fixtures/drive-process.ts'
import { loadClient } from '../fixtures/load-client.ts'
import { chosenSeed, depth, seededRandom } from '../fixtures/seeded-random.ts'

const kills = depth > 1 ? 15 * depth : 6
const seed = chosenSeed()

describe('kill -9 while twelve clients change a drive', () => {
  beforeAll(warmUpDrive)

  it(`keeps what was answered and does the rest wholly or not at all, ${kills} times`, async (t) => {
    const random = seededRandom(seed)
    const clients = Array.from({ length: 12 }, (_, n) =>
      loadClient(`client ${n}`, seededRandom(seed + n + 1)),
    )
    const folders = newDriveFolders()
    for (const { home } of clients) {
      for (const name of ['a', 'b', 'c']) put(folders.files, { [`${home}/${name}`]: folder })
    }
    let server = await startDrive(folders)
    await whenInStep(server)
    let done = 0

    for (let kill = 1; kill <= kills; kill += 1) {
      const working = Promise.all(clients.map((client) => client.work(server)))
      await Promise.race([working, pause(random.between(50, 1500))])
      await server.kill()
      done += (await working).reduce((sum, count) => sum + count, 0)
      assert.equal(server.err(), '')

      server = await startDrive(folders)
      const tree = await whenInStep(server)
      for (const client of clients) {
        assert.doesNotThrow(
          () => client.settle(tree),
          `TRIPTYCH_TEST_SEED=${seed}, after kill ${kill}`,
        )
      }
      assert.deepEqual(
        await differencesOn(folders),
        [],
        `TRIPTYCH_TEST_SEED=${seed}, after kill ${kill}`,
      )
    }

    assert.equal(await server.stop(), 0)
    await assertVerified(folders)
    t.diagnostic(`TRIPTYCH_TEST_SEED=${seed}: ${kills} kills, ${done} changes answered`)
    assert.ok(done > kills)
  })
})
