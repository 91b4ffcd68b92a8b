import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { eventFollower } from '../fixtures/event-follower.ts'
import { addSharedFilms, filmEditor, filmsTable, newJournal } from '../fixtures/film-editor.ts'
import { checkHistory, readHistory } from '../fixtures/film-history.ts'
import { startLoad } from '../fixtures/film-load.ts'
import { isOneLine, newFolder } from '../fixtures/run-program.ts'
import { chosenSeed, seededRandom } from '../fixtures/seeded-random.ts'
import { startServer, tryServer, warmUp } from '../fixtures/server-process.ts'
import { connectWire } from '../svar/wire-client.ts'
import type { Change } from '@triptych/contract/changes'
import type { Film } from '../fixtures/film-editor.ts'
import type { ServerProcess } from '../fixtures/server-process.ts'

before(warmUp)

function fileIn(data: string, workspace = 'main'): string {
  return join(data, 'workspaces', workspace, 'triptych.sqlite')
}

function digest(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

function setSchemaVersion(file: string, version: number): void {
  const database = new SqliteDatabase(file)
  database.pragma(`user_version = ${version}`)
  database.close()
}

/** Expects that the start fails with one line that says all of this. */
async function isRefused(data: string, ...parts: string[]): Promise<string> {
  const { ended, out, err, child } = tryServer(data)
  // One that starts all the same must not be waited for.
  child.stdout?.once('data', () => child.kill('SIGKILL'))

  assert.equal(await ended, 1, `${out()}${err()}`)
  assert.ok(isOneLine(err()), err())
  assert.match(err(), /^Triptych cannot start: /)
  for (const part of parts) assert.ok(err().includes(part), `${err()} does not say ${part}`)
  assert.doesNotMatch(err(), /SQLITE_|\bat .*:\d+:\d+/)
  assert.equal(out(), '')
  return err()
}

describe('a data folder in use', { concurrency: 2 }, () => {
  it('is refused to a second server while the first lives, and free when that was killed', async () => {
    const data = join(newFolder(), 'data')
    const first = await startServer(data)
    await first.ask('POST', 'tables', filmsTable)
    await first.ask('POST', 'films', { name: 'before' })

    await isRefused(data, 'Another server is using the data in', data)

    await first.ask('POST', 'films', { name: 'after' })
    await first.kill()
    const next = await startServer(data)
    const rows = await next.ask<Film[]>('GET', 'films')
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['before', 'after'],
    )
    assert.equal(await next.stop(), 0)
  })

  it('is free again after a stop', async () => {
    const data = join(newFolder(), 'data')
    const first = await startServer(data)
    assert.equal(await first.stop(), 0)

    const second = await startServer(data)

    assert.equal(await second.stop(), 0)
  })

  it('goes to at most one of those that start at the same moment, and the others say why not', async () => {
    const data = join(newFolder(), 'data')

    const runs = [1, 2, 3].map(() => tryServer(data))
    const isSettled = ({ out, child }: (typeof runs)[0]) => out() !== '' || child.exitCode !== null
    while (!runs.every(isSettled)) await pause(5)
    for (const { child } of runs) child.kill('SIGTERM')
    const codes = await Promise.all(runs.map(({ ended }) => ended))

    const winners = runs.filter(({ out }) => out() !== '')
    assert.ok(winners.length <= 1, runs.map(({ out }) => out()).join(''))
    for (const [index, run] of runs.entries()) {
      if (run === winners[0]) assert.equal(codes[index], 0)
      else {
        assert.equal(codes[index], 1)
        assert.match(run.err(), /^Triptych cannot start: Another server is using .*\n$/)
      }
    }
  })
})

describe('a data folder that cannot be used', { concurrency: 2 }, () => {
  it('of a newer version is refused and left as it is', async () => {
    const data = join(newFolder(), 'data')
    const server = await startServer(data)
    await server.ask('POST', 'tables', filmsTable)
    await server.ask('POST', 'films', { name: 'kept' })
    assert.equal(await server.stop(), 0)
    const database = new SqliteDatabase(fileIn(data))
    const version = Number(database.pragma('user_version', { simple: true }))
    database.close()
    setSchemaVersion(fileIn(data), 9999)
    const bytes = digest(fileIn(data))

    await isRefused(data, 'newer', '9999', String(version))

    assert.equal(digest(fileIn(data)), bytes)
    setSchemaVersion(fileIn(data), version)
    const again = await startServer(data)
    const rows = await again.ask<Film[]>('GET', 'films')
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['kept'],
    )
    assert.equal(await again.stop(), 0)
  })

  it('below a file is refused with its path', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, 'not a folder')

    await isRefused(join(file, 'data'), join(file, 'data'))

    assert.equal(readFileSync(file, 'utf8'), 'not a folder')
  })

  it('with something else in the place of its database is refused and left as it is', async () => {
    const data = join(newFolder(), 'data')
    mkdirSync(dirname(fileIn(data)), { recursive: true })
    writeFileSync(fileIn(data), 'somebody’s letters\n'.repeat(1000))
    const bytes = digest(fileIn(data))

    await isRefused(data, 'database', fileIn(data))

    assert.equal(digest(fileIn(data)), bytes)
  })

  it('with a broken lock is refused, but not because of a server that is not there', async () => {
    const data = join(newFolder(), 'data')
    mkdirSync(data)
    writeFileSync(join(data, 'lock'), 'no lock at all\n'.repeat(1000))

    const line = await isRefused(data, join(data, 'lock'))

    assert.doesNotMatch(line, /Another server/)
  })
})

describe('demo content', { concurrency: 2 }, () => {
  it('is made on the first start, and what became of it is not touched by the next', async () => {
    const data = join(newFolder(), 'data')
    const first = await startServer(data, [])
    const made = await first.ask<Film[]>('GET', 'films')
    assert.ok(made.length >= 100, `${made.length} films`)
    const { columns } = await first.ask<typeof filmsTable>('GET', 'tables/films')
    for (const { id } of made.slice(0, 5)) await first.ask('DELETE', `films/${id}`)
    await first.ask('PATCH', `films/${made[6]?.id}`, { key: 'name', value: 'Mine' })
    const left = await first.ask<Film[]>('GET', 'films')
    assert.equal(await first.stop(), 0)

    const second = await startServer(data, [])
    const found = await second.ask<Film[]>('GET', 'films')

    for (const [name, type] of [
      ['name', 'text'],
      ['year', 'integer'],
      ['votes', 'integer'],
    ]) {
      assert.equal(columns.find((column) => column.name === name)?.type, type)
    }
    for (const { id, name, year, votes } of made) {
      assert.ok(name !== '' && Number.isInteger(year) && Number.isInteger(votes), `film ${id}`)
    }
    assert.equal(left.length, made.length - 5)
    assert.deepEqual(found, left)
    assert.equal(await second.stop(), 0)
  })

  it('is not made with --empty, nor by a later start without it', async () => {
    const data = join(newFolder(), 'data')
    for (const flags of [['--empty'], [], []]) {
      const server = await startServer(data, flags)

      assert.deepEqual(await server.ask('GET', 'tables'), [])
      assert.deepEqual(await server.ask('GET', 'changes'), [])

      assert.equal(await server.stop(), 0)
    }
  })

  it('is made by the next start when the first was killed in the middle of it', async () => {
    const data = await killedOnFirstStart()

    const next = await startServer(data, [])

    const tables = await next.ask<{ name: string }[]>('GET', 'tables')
    assert.deepEqual(
      tables.map(({ name }) => name),
      ['films', 'screenings'],
    )
    assert.equal(await next.stop(), 0)
  })
})

/** A folder in which a server was killed when it had just begun to make its database. */
async function killedOnFirstStart(): Promise<string> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const data = join(newFolder(), 'data')
    const { child, ended, out } = tryServer(data, [])
    while (!existsSync(fileIn(data)) && child.exitCode === null) await pause(0)
    child.kill('SIGKILL')
    await ended
    if (out() === '') return data
  }
  return assert.fail('every kill came too late')
}

describe('a workspace', () => {
  it('is kept when the server is killed right after its answer', async () => {
    const data = join(newFolder(), 'data')
    const names = ['a', 'b', 'c', 'd']
    for (const name of names) {
      const server = await startServer(data)
      const client = await connectWire(server.url)
      const answer = await client?.send('POST', '/workspaces', { body: { name } })
      await server.kill()
      assert.equal(answer?.status, 200, answer?.body)
    }

    const server = await startServer(data)

    const found = await server.ask<{ name: string }[]>('GET', 'workspaces')
    assert.deepEqual(
      found.map(({ name }) => name),
      [...names, 'main'],
    )
    for (const name of names) {
      assert.deepEqual(await server.ask('GET', `w/${name}/changes`), [])
      await server.ask('POST', `w/${name}/tables`, filmsTable)
      await server.ask('POST', `w/${name}/films`, { name })
    }
    await server.kill()
    const again = await startServer(data)
    for (const name of names) {
      const rows = await again.ask<Film[]>('GET', `w/${name}/films`)
      assert.deepEqual(
        rows.map((row) => row.name),
        [name],
      )
    }
    assert.equal(await again.stop(), 0)
  })
})

describe('SIGTERM', () => {
  const seed = chosenSeed()

  it(`under parallel edits: what is done is answered, and the other way round (seed ${seed})`, async () => {
    const random = seededRandom(seed)
    const data = join(newFolder(), 'data')
    const journal = newJournal()
    const editors = Array.from({ length: 12 }, (_, index) =>
      filmEditor(`e${index}`, seededRandom(random.between(0, 2 ** 31)), journal),
    )
    const follower = eventFollower()
    let log: Change[] = []

    async function startAndCheck(): Promise<ServerProcess> {
      const server = await startServer(data)
      if (log.length === 0) {
        await server.ask('POST', 'tables', filmsTable)
        await addSharedFilms(server.url, journal)
      }
      const history = await readHistory(server.url)
      checkHistory(history, journal, log)
      for (const editor of editors) editor.settle(history.rows)
      log = history.log
      return server
    }

    for (let round = 0; round < 6; round++) {
      const server = await startAndCheck()
      const following = follower.follow(server.url)
      await following.opened
      const load = await startLoad(server.url, editors)
      await load.answers(random.between(1, 100))
      load.isRunning()

      const signalled = performance.now()
      const code = await server.stop()
      const took = Math.round(performance.now() - signalled)
      const fragments = await load.ended

      assert.equal(code, 0, server.err())
      assert.equal(server.err(), '')
      assert.ok(took < 25_000, `the stop took ${took} ms`)
      assert.ok(
        fragments.every((text) => text === ''),
        `half answers: ${fragments.join('\n')}`,
      )
      assert.equal(await following.over, 'ended')
      // Unlike one that is killed, a server that stops has the time to answer all that it does.
      for (const edit of journal.edits) {
        if (edit.outcome === 'unknown') edit.outcome = 'refused'
      }
    }
    const last = await startAndCheck()
    assert.equal(await last.stop(), 0)
  })

  it('waits until a slow client has taken the whole of a long answer', async () => {
    const server = await startServer(':memory:')
    const columns = Array.from({ length: 20 }, (_, n) => ({ name: `c${n}`, type: 'text' }))
    await server.ask('POST', 'tables', { name: 'wide', columns })
    await server.ask('POST', 'wide', { row: {} })
    // More than the buffers of the system take, so that a part of the answer is still in the server.
    for (const { name } of columns) {
      await server.ask('PATCH', 'wide/1', { key: name, value: 'x'.repeat(1_000_000) })
    }
    const client = await connectWire(server.url)
    assert.ok(client)
    const answering = client.send('GET', '/wide/1')
    await client.pauseAfterFirst()

    const stopping = server.stop()
    await pause(300)
    client.resume()
    const answer = await answering

    assert.ok(answer, `only ${client.fragment().length} bytes came`)
    assert.ok(answer.body.length > 20_000_000)
    assert.equal(await stopping, 0)
  })

  it('is told to a client with the last answer, so that it sends nothing more', async () => {
    const server = await startServer(':memory:')
    await server.ask('POST', 'tables', filmsTable)
    const client = await connectWire(server.url)
    assert.ok(client)
    const body = Promise.withResolvers<void>()
    const bodyAfter = body.promise
    const answering = client.send('POST', '/films', { body: { name: 'slow' }, bodyAfter })
    // By its answer on another connection the server has seen what came before on this one.
    for (let n = 0; n < 3; n++) await server.ask('GET', 'films')

    const stopped = server.stop()
    for (let other = await connectWire(server.url); other; other = await connectWire(server.url)) {
      other.close()
    }
    body.resolve()
    const answer = await answering
    const code = await stopped

    assert.equal(answer?.status, 200)
    assert.equal(answer.header('connection'), 'close')
    assert.equal(code, 0)
  })
})
