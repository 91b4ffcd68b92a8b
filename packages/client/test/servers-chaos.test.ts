import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { chaosClient, commonFolders } from '../../server/test/faults/chaos-client.ts'
import type { ChaosClient } from '../../server/test/faults/chaos-client.ts'
import { folder } from '../../server/test/fixtures/disk-tree.ts'
import type { DiskTree } from '../../server/test/fixtures/disk-tree.ts'
import {
  assertDoneOnce,
  assertTasksAdded,
  complaintsIn,
  differences,
  followUntil,
  treeBehind,
  wholeLog,
} from '../../server/test/faults/group-checks.ts'
import { assertNothingLeft } from '../../server/test/faults/group-leftovers.ts'
import { trouble } from '../../server/test/faults/group-troubles.ts'
import type { TroubleName } from '../../server/test/faults/group-troubles.ts'
import { addWithoutEnd, tableOfNotes } from '../../server/test/faults/group-writers.ts'
import type { Asked } from '../../server/test/faults/group-writers.ts'
import { persistJson } from '../../server/test/fixtures/retrying-client.ts'
import { persistentDrive } from '../../server/test/fixtures/retrying-drive.ts'
import { noS3 } from '../../server/test/fixtures/s3-server.ts'
import { chosenSeed, depth, seededRandom } from '../../server/test/fixtures/seeded-random.ts'
import type { SeededRandom } from '../../server/test/fixtures/seeded-random.ts'
import { startServerGroup } from '../../server/test/faults/server-group.ts'
import type { ServerGroup } from '../../server/test/faults/server-group.ts'
import { openUntilLoaded, stockGanttWork } from '../../server/test/svar/stock-gantt-work.ts'
import { shownIn } from '../../server/test/svar/gantt-plan.ts'
import { openPage } from './gantt-page.ts'
import type { Page } from './gantt-page.ts'
import { workAtRandom } from './random-plan-work.ts'
import { patient } from '../../server/test/fixtures/patient.ts'

/**
 * Three servers on one database and one bucket: a storm on the files, published Gantts, connected
 * Gantts, and people who add rows, tasks and large files; while all they stand on is killed and cut.
 */
interface Storm {
  /** So long there is trouble, at a depth of 1. */
  seconds: number
  names: TroubleName[]
}

/** Each by itself, so that a night tells which of them it was. */
const single: Record<string, Storm> = {
  'servers are killed': { seconds: 4, names: ['server'] },
  'PostgreSQL is killed': { seconds: 4, names: ['postgres'] },
  'the store is away for ten seconds': { seconds: 4, names: ['store'] },
  'connections are cut': { seconds: 4, names: ['lines'] },
}
const storms: Record<string, Storm> = {
  ...(depth > 1 && single),
  'servers and PostgreSQL are killed, the store is away and connections are cut': {
    seconds: 10,
    names: ['server', 'postgres', 'store', 'lines'],
  },
}
const writers = ['a', 'b', 'large'].map((name) => ({ name, isLarge: name === 'large' }))
const allFolders = [...commonFolders, '/large', '/three/p', '/three/q', '/three/p/r', '/three/q/r']

describe('three servers on one PostgreSQL and one S3', { skip: noS3 }, () => {
  let group: ServerGroup
  before(async () => {
    group = await startServerGroup(3)
  })
  after(() => group?.stop())

  for (const [index, [what, storm]] of Object.entries(storms).entries()) {
    it(`lose nothing and tell everything once while ${what}`, { timeout: 400_000 * depth }, (t) =>
      weather(t, group, `case-${index}`, storm),
    )
  }

  it('leave a store that is as the index says', async () => {
    const { code, text } = await group.command('files', 'verify')
    assert.equal(code, 0, text)
  })
})

/** Each case has two workspaces of its own: connected Gantts are in a plan that only they change. */
async function weather(t: TestContext, group: ServerGroup, name: string, storm: Storm) {
  const seed = chosenSeed()
  t.diagnostic(`TRIPTYCH_TEST_SEED=${seed}`)
  const random = seededRandom(seed)
  const ownRandom = (): SeededRandom => seededRandom(random.between(0, 2 ** 31))
  const url = await newWorkspace(group, name)
  await prepare(url)
  const pagesUrl = await newWorkspace(group, `${name}-pages`)
  const pages = await Promise.all([1, 2, 3].map(() => openPage(pagesUrl)))
  let isOver = false
  let head = Infinity
  t.after(() => {
    // However it ended, the next case wants the servers for itself.
    isOver = true
    head = 0
    for (const page of pages) page.close()
    group.lines.clients.cut(() => true)
  })

  const over = (): boolean => isOver
  const following = [1, 2, 3].map(() => followUntil(url, ({ length }) => length >= head))
  const drives = [1, 2, 3, 4, 5, 6].map(() => persistentDrive(url))
  const clients = drives.map((drive, n) => chaosClient(`c${n}`, drive, ownRandom()))
  const working = Promise.all([
    Promise.all(writers.map((writer) => addWithoutEnd(url, writer, ownRandom(), over))),
    Promise.all([1, 2].map(() => stockGanttWork(url, ownRandom(), over))),
    workTogether(pages, ownRandom(), over),
    ...clients.map(async (client) => {
      while (!isOver) await client.act()
    }),
  ])
  const troubled = trouble(group, storm.names, ownRandom(), storm.seconds * depth)
  // Whoever fails in the storm is heard at once.
  await Promise.race([troubled, working])
  const bouts = await troubled
  isOver = true
  const [asked, sent] = await working
  const servers = (await group.all()).map((server) => new URL(`w/${name}/`, server).href)
  assert.deepEqual(complaintsIn(group.said()), [])
  assert.deepEqual(group.deaths, [])

  const log = await wholeLog(url)
  head = log.length
  const followed = await Promise.all(following)
  for (const { events } of followed) assert.deepEqual(events, log)
  assertDoneOnce(log, asked)
  assertTasksAdded(log, sent.flat())

  await assertNothingLeft(group, name)
  const expected = expectedTree(clients, asked)
  for (const server of servers) {
    const found = differences(await treeBehind(server), expected)
    assert.deepEqual(
      found.filter((line) => !isUnknown(line, asked)),
      [],
    )
  }
  const [first, ...others] = await Promise.all(servers.map(openUntilLoaded))
  for (const other of others) assert.deepEqual(shownIn(other), shownIn(first!))
  await assertConverged(t, pages, pagesUrl)

  const counts = {
    ...bouts,
    revisions: log.length,
    streams: sum(followed.map(({ streams }) => streams)),
    answered: sum(asked.map(({ done }) => done.size)),
    unknown: sum(asked.map(({ unknown }) => unknown.size)),
    files: Object.keys(expected).length,
    repeated: sum([...asked.map(({ repeated }) => repeated), ...drives.map((one) => one.losses())]),
  }
  t.diagnostic(JSON.stringify(counts))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((one, other) => one + other, 0)
}

async function newWorkspace({ url }: ServerGroup, name: string): Promise<string> {
  const body = JSON.stringify({ name })
  await persistJson(new URL('workspaces', url), () => ({ method: 'POST', body }))
  return new URL(`w/${name}/`, url).href
}

async function prepare(url: string): Promise<void> {
  const post = (path: string, body: object) =>
    persistJson(new URL(path, url), () => ({ method: 'POST', body: JSON.stringify(body) }))
  await post('tables', tableOfNotes)
  for (const path of allFolders) {
    const [, parent, name] = /^(.*)\/([^/]+)$/.exec(path) ?? []
    await post(`files/${encodeURIComponent(parent || '/')}`, { name, type: 'folder' })
  }
}

async function workTogether(
  pages: Page[],
  random: SeededRandom,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) await workAtRandom(pages, random)
  for (const page of pages) await page.connection.settled()
}

/** Everybody knows from the answers exactly what is theirs. */
function expectedTree(clients: readonly ChaosClient[], asked: readonly Asked[]): DiskTree {
  const expected: DiskTree = Object.fromEntries(allFolders.map((path) => [path, folder]))
  const owned = clients.flatMap((client) => Object.entries(client.owned()))
  for (const [path, content] of [...owned, ...asked.flatMap(({ files }) => [...files])]) {
    assert.ok(!(path in expected), `${path} belongs to two`)
    expected[path] = content
  }
  return expected
}

/** Whether it is about an upload of which nobody heard again. */
function isUnknown(line: string, asked: readonly Asked[]): boolean {
  const [, origin = ''] = /^\/large\/(.*)\.bin: .*, not undefined$/.exec(line) ?? []
  return asked.some(({ unknown }) => unknown.has(origin))
}

/** Without being loaded again. */
async function assertConverged(t: TestContext, pages: Page[], url: string): Promise<void> {
  const fresh = await openPage(url)
  t.after(() => fresh.close())
  for (const page of pages) {
    await t.waitFor(() => {
      assert.equal(page.outline(), fresh.outline())
      assert.deepEqual(page.content(), fresh.content())
    }, patient)
  }
}
