import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { TestContext } from 'node:test'
import type { Change } from '@triptych/contract/changes'
import { whenInStep } from '../fixtures/drive-check.ts'
import {
  assertVerified,
  newDriveFolders,
  startDrive,
  warmUpDrive,
} from '../fixtures/drive-process.ts'
import type { DriveProcess } from '../fixtures/drive-process.ts'
import { repeatingClient } from '../fixtures/repeating-client.ts'
import type { Done, RepeatingClient } from '../fixtures/repeating-client.ts'
import { chosenSeed, depth, seededRandom } from '../fixtures/seeded-random.ts'

const seed = chosenSeed()
const kills = 4 * depth
const clients = 10

describe('kill -9 under clients that send everything again until it is answered', () => {
  before(warmUpDrive)

  it(`does everything once, ${kills} times`, (t) =>
    killAndRepeat(t).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`TRIPTYCH_TEST_SEED=${seed}: ${reason}`, { cause })
    }))
})

async function killAndRepeat(t: TestContext): Promise<void> {
  const random = seededRandom(seed)
  const folders = newDriveFolders()
  let server = await startDrive(folders)
  const films = { name: 'films', columns: [{ name: 'name', type: 'text' }] }
  assert.equal((await server.send('POST', 'tables', films))?.status, 200)
  const all = Array.from({ length: clients }, (_, n) =>
    repeatingClient(`c${n}`, seededRandom(random.between(0, 2 ** 31))),
  )

  for (let kill = 0; kill < kills; kill++) {
    const work = all.map((client) => client.work(server))
    const answers = answersOf(all) + random.between(5, 60)
    const ended = Promise.all(work)
    // Whoever gets a wrong answer ends at once, and says so.
    ended.catch(() => server.kill())
    while (answersOf(all) < answers && !server.isGone()) await pause(2)
    await pause(random.between(0, 8))
    await server.kill()
    await ended
    assert.equal(server.err(), '')
    server = await startDrive(folders)
  }
  await Promise.all(all.map((client) => client.finish(server)))

  const done = all.flatMap((client) => client.done)
  await checkOnce(server, done)
  await whenInStep(server)
  assert.equal(await server.stop(), 0)
  await assertVerified(folders)

  const replayed = done.filter(({ isReplay }) => isReplay).length
  const cuts = all.reduce((sum, client) => sum + client.cuts(), 0)
  t.diagnostic(
    `TRIPTYCH_TEST_SEED=${seed}: ${done.length} done, ${cuts} cut off, ${replayed} replayed`,
  )
  assert.ok(cuts > kills && replayed > 0, `${cuts} cuts, ${replayed} replays`)
}

function answersOf(all: readonly RepeatingClient[]): number {
  return all.reduce((sum, { done }) => sum + done.length, 0)
}

/** The log has each thing exactly once, under the id that was answered. */
async function checkOnce(server: DriveProcess, done: readonly Done[]): Promise<void> {
  const log: Change[] = []
  for (let since = 0; ; since = log.length) {
    const answer = await fetch(new URL(`changes?since=${since}&limit=10000`, server.url))
    const page = (await answer.json()) as Change[]
    if (page.length === 0) break
    log.push(...page)
  }
  const found = log.flatMap(({ entity, operation, after }) => {
    const name = after?.['name'] ?? after?.['text'] ?? after?.['value']
    return operation === 'table-created' ? [] : [`${entity} ${String(name)}`]
  })
  const expected = done.flatMap(({ made }) => made)
  assert.deepEqual(found.toSorted(), expected.toSorted())
}
