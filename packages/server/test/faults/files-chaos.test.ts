import assert from 'node:assert/strict'
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { before as beforeAll, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { chaosClient, commonFolders } from './chaos-client.ts'
import { folder, put } from '../fixtures/disk-tree.ts'
import { whenInStep } from '../fixtures/drive-check.ts'
import {
  assertVerified,
  newDriveFolders,
  referenceIn,
  startDrive,
  warmUpDrive,
} from '../fixtures/drive-process.ts'
import type { DriveProcess } from '../fixtures/drive-process.ts'
import { chosenSeed, depth, seededRandom } from '../fixtures/seeded-random.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'

const actionsEach = 40 * depth
const seed = chosenSeed()

describe('sixteen clients at once, and somebody who works on the disk', () => {
  beforeAll(warmUpDrive)

  it('find every file where the answers said, once for each, and nothing else', async (t) => {
    const folders = newDriveFolders()
    const common = [...commonFolders, '/outside', '/three/p/r', '/three/q/r']
    put(folders.files, Object.fromEntries(common.slice(0, 5).map((path) => [path, folder])))
    let server = await startDrive(folders)
    await whenInStep(server)
    const clients = Array.from({ length: 16 }, (_, n) =>
      chaosClient(`c${n}`, server, seededRandom(seed + n)),
    )
    await makeCommonFolders(server)
    let isOver = false

    const random = seededRandom(seed - 1)
    const outsider = workOutside(`${folders.files}/outside`, random, () => isOver)
    await Promise.all(
      clients.map(async (client) => {
        for (let n = 0; n < actionsEach; n += 1) await client.act()
      }),
    )
      .catch((error: unknown) => {
        throw new Error(`TRIPTYCH_TEST_SEED=${seed}: ${String(error)}`, { cause: error })
      })
      .finally(() => (isOver = true))
    const outside = await outsider

    const expected: Record<string, string> = { '/three/p': folder, '/three/q': folder }
    for (const path of common) expected[path] = folder
    for (const [name, text] of outside) expected[`/outside/${name}`] = text
    for (const client of clients) {
      for (const [path, what] of Object.entries(client.owned())) {
        assert.ok(!(path in expected), `${path} belongs to two`)
        expected[path] = what
      }
    }
    const tree = await whenInStep(server)
    assert.deepEqual(differences(tree, expected), [], `TRIPTYCH_TEST_SEED=${seed}`)
    assert.equal(await server.stop(), 0)
    assert.equal(server.err(), '')
    await assertVerified(folders)
    server = await startDrive(folders)
    assert.deepEqual(await whenInStep(server), tree)
    assert.equal(await server.stop(), 0)

    t.diagnostic(`TRIPTYCH_TEST_SEED=${seed}: ${Object.keys(tree).length} entries at the end`)
  })
})

/** All want them at the same moment. */
async function makeCommonFolders(server: DriveProcess): Promise<void> {
  const uploads = ['p', 'q'].flatMap((path) =>
    Array.from({ length: 8 }, () => server.upload('/three', `${path}/r/first`, path)),
  )
  const made = (await Promise.all(uploads)).map((answer) => referenceIn(answer!).id)
  assert.equal(new Set(made).size, 16)
  assert.equal((await server.send('DELETE', 'files', { ids: made }))?.status, 200)
}

/** Answers what it has left there. */
async function workOutside(
  at: string,
  random: SeededRandom,
  isOver: () => boolean,
): Promise<Map<string, string>> {
  const left = new Map<string, string>()
  for (let n = 0; !isOver(); n += 1) {
    const name = `file ${random.between(1, 30)}`
    const path = `${at}/${name}`
    if (!left.has(name) || random.next() < 0.4) {
      left.set(name, `outside ${n}`)
      writeFileSync(path, `outside ${n}`)
    } else if (random.next() < 0.5) {
      left.delete(name)
      rmSync(path)
    } else {
      const other = `other ${random.between(1, 30)}`
      if (existsSync(`${at}/${other}`)) continue
      left.set(other, left.get(name) ?? '')
      left.delete(name)
      renameSync(path, `${at}/${other}`)
    }
    await pause(random.between(0, 20))
  }
  return left
}

function differences(actual: Record<string, string>, expected: Record<string, string>): string[] {
  const paths = new Set([...Object.keys(actual), ...Object.keys(expected)])
  return [...paths]
    .filter((path) => actual[path] !== expected[path])
    .map((path) => `${path}: is ${actual[path]}, not ${expected[path]}`)
}
