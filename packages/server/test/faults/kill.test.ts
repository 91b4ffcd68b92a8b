import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { eventFollower } from '../fixtures/event-follower.ts'
import { addSharedFilms, filmEditor, filmsTable, newJournal } from '../fixtures/film-editor.ts'
import { checkHistory, readHistory } from '../fixtures/film-history.ts'
import { startLoad } from '../fixtures/film-load.ts'
import { newFolder } from '../fixtures/run-program.ts'
import { chosenSeed, depth, seededRandom } from '../fixtures/seeded-random.ts'
import { startServer, tryServer, warmUp } from '../fixtures/server-process.ts'
import type { Change } from '@triptych/contract/changes'
import type { TestContext } from 'node:test'
import type { ServerProcess } from '../fixtures/server-process.ts'

const seed = chosenSeed()
const killsEach = 6 * depth
const editorsEach = 12

describe('kill -9 under parallel edits', { concurrency: 2 }, () => {
  before(warmUp)

  for (const number of [1, 2]) {
    it(`loses nothing that was answered and leaves nothing half, ${killsEach} times (${number})`, (t) =>
      killAndCheck(t, number))
  }
})

async function killAndCheck(t: TestContext, number: number): Promise<void> {
  const random = seededRandom(seed + number)
  const data = join(newFolder(), 'data')
  const journal = newJournal()
  const editors = Array.from({ length: editorsEach }, (_, index) =>
    filmEditor(`e${index}`, seededRandom(random.between(0, 2 ** 31)), journal),
  )
  const follower = eventFollower()
  let log: Change[] = []
  let kills = 0
  let unanswered = 0

  async function killUnderLoad(server: ServerProcess): Promise<void> {
    const following = follower.follow(server.url)
    const load = await startLoad(server.url, editors)
    // On a busy machine little happens in so short a time, so a few answers must have come as well.
    await load.answers(1)
    await pause(random.between(20, 150))
    await load.answers(random.between(1, 60))
    await pause(random.between(0, 5))
    load.isRunning()
    await server.kill()
    kills++
    assert.equal(server.err(), '')
    await load.ended
    await following.over
    unanswered += journal.edits.filter(({ outcome }) => outcome === 'unknown').length
  }

  async function startAgain(): Promise<ServerProcess> {
    // A start that is killed itself must leave the next one everything, too.
    if (kills % 5 === 0) {
      const { child, ended } = tryServer(data)
      await pause(random.between(100, 400))
      child.kill('SIGKILL')
      await ended
    }
    return startServer(data)
  }

  async function check(server: ServerProcess): Promise<void> {
    const history = await readHistory(server.url)
    checkHistory(history, journal, log)
    for (const editor of editors) editor.settle(history.rows)
    log = history.log
    assert.deepEqual(follower.events, log.slice(0, follower.events.length), 'the events')
  }

  try {
    let server = await startServer(data)
    await server.ask('POST', 'tables', filmsTable)
    await addSharedFilms(server.url, journal)
    while (kills < killsEach) {
      await killUnderLoad(server)
      server = await startAgain()
      await check(server)
    }

    const following = follower.follow(server.url)
    await following.opened
    while (follower.events.length < log.length) await pause(5)
    assert.equal(await server.stop(), 0)
    assert.equal(await following.over, 'ended')
    assert.deepEqual(follower.events, log, 'the events')
    assert.deepEqual(problemsIn(data), [])
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const message = `TRIPTYCH_TEST_SEED=${seed}, after kill ${kills}: ${reason}`
    throw new Error(message, { cause: error })
  }

  const kept = journal.edits.filter(({ answered }) => answered).length
  t.diagnostic(
    `TRIPTYCH_TEST_SEED=${seed}: ${kills} kills, ${kept} edits answered, ${unanswered} not`,
  )
  assert.ok(kept > 10 * kills, `only ${kept} edits in ${kills} runs`)
  assert.ok(unanswered > kills, `only ${unanswered} edits were under way when the server died`)
}

/** What SQLite itself finds wrong with the file. */
function problemsIn(data: string): unknown[] {
  const file = new SqliteDatabase(join(data, 'workspaces', 'main', 'triptych.sqlite'), {
    readonly: true,
  })
  try {
    const found = file.pragma('integrity_check') as { integrity_check: string }[]
    return found.map((row) => row.integrity_check).filter((text) => text !== 'ok')
  } finally {
    file.close()
  }
}
