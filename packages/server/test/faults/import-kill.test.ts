import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { TestContext } from 'node:test'
import SqliteDatabase from 'better-sqlite3'
import { formOf } from '../fixtures/files-api.ts'
import { importAddress, stagedIn } from '../fixtures/import-api.ts'
import { newFolder, run } from '../fixtures/run-program.ts'
import { chosenSeed, seededRandom } from '../fixtures/seeded-random.ts'
import type { SeededRandom } from '../fixtures/seeded-random.ts'
import { startServer, warmUp } from '../fixtures/server-process.ts'
import type { ServerProcess } from '../fixtures/server-process.ts'

const seed = chosenSeed()
const rows = 30_000
const csv = `name,year\n${Array.from({ length: rows }, (_, n) => `film ${n},${n % 7}\n`).join('')}`
/** How many rows lie aside when it happens; after the last one, they come into the table. */
const moments = [rows / 2, rows, rows]

describe('kill -9 in the midst of an import', () => {
  before(warmUp)

  it('by the command leaves all rows or none, and the command can be run again', (t) =>
    told(t, killCommand))
  it('by a server leaves the whole table or none, and is not repeated', (t) =>
    told(t, (random) => killServer(random, 'new')))
  it('by a server leaves a table with all rows or none, and is not repeated', (t) =>
    told(t, (random) => killServer(random, 'films')))
})

async function told(t: TestContext, work: (random: SeededRandom) => Promise<string[]>) {
  try {
    const seen = await work(seededRandom(seed))
    t.diagnostic(`TRIPTYCH_TEST_SEED=${seed}: ${seen.join(', ')}`)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`TRIPTYCH_TEST_SEED=${seed}: ${reason}`, { cause })
  }
}

async function killCommand(random: SeededRandom): Promise<string[]> {
  const folder = newFolder()
  const [file, data] = [join(folder, 'films.csv'), join(folder, 'data')]
  writeFileSync(file, csv)
  const start = () => run(['tables', 'import', file, 'films', '--data', data])
  const seen: string[] = []
  let expected = 0
  for (const moment of moments) {
    const { child, ended } = start()
    await untilStaged(data, moment)
    await pause(random.between(0, 60))
    child.kill('SIGKILL')
    const code = await ended

    const found = countIn(data, 'films') - expected
    assert.ok(found === 0 || found === rows, `${found} rows`)
    if (code === 0) assert.equal(found, rows)
    seen.push(found === 0 ? 'none' : 'all')
    expected += found
    const again = start()
    assert.equal(await again.ended, 0, again.err())
    expected += rows
    assert.equal(countIn(data, 'films'), expected)
    assert.deepEqual(stagedIn(data), [])
  }
  assert.deepEqual(problemsIn(data), [])
  return seen
}

/** `films` is there before, and has a row. */
async function killServer(random: SeededRandom, table: string): Promise<string[]> {
  const data = join(newFolder(), 'data')
  let server = await startServer(data)
  const columns = [
    { name: 'name', type: 'text' },
    { name: 'year', type: 'integer' },
  ]
  await server.ask('POST', 'tables', { name: 'films', columns })
  await server.ask('POST', 'films', { name: 'there' })
  const seen: string[] = []
  for (const [kill, moment] of moments.entries()) {
    const target = table === 'films' ? table : `${table}${kill}`
    const expected = countIn(data, target)
    const sent = importInto(server, target, `k${kill}`)
    await untilStaged(data, moment)
    await pause(random.between(0, 60))
    await server.kill()
    const answer = await sent

    server = await startServer(data)
    assert.deepEqual(stagedIn(data), [])
    const found = countIn(data, target) - expected
    assert.ok(found === 0 || found === rows, `${found} rows`)
    if (answer !== null) assert.equal(found, rows, 'what was answered is lost')
    seen.push(found === 0 ? 'none' : 'all')

    // A client that repeats its request has it carried out once; its answer may have been lost.
    const again = await importInto(server, target, `k${kill}`)
    if (found === 0 || answer !== null) assert.equal(again, 200)
    else assert.ok(again === 200 || again === 409, String(again))
    assert.equal(countIn(data, target), expected + rows)
  }
  assert.equal(await server.stop(), 0)
  assert.equal(server.err(), '')
  assert.deepEqual(problemsIn(data), [])
  return seen
}

/** Answers the status, `null` when the server was gone before it answered. */
async function importInto({ url }: ServerProcess, table: string, key: string) {
  const { body, type } = formOf([{ name: 'file', filename: 'a.csv', data: csv }])
  const headers = { 'content-type': type, 'idempotency-key': key }
  const address = new URL(importAddress(table, {}).slice(1), url)
  try {
    const answer = await fetch(address, { method: 'POST', body: new Uint8Array(body), headers })
    await answer.text()
    return answer.status
  } catch {
    return null
  }
}

/** Until so many rows lie aside, or none any more. */
async function untilStaged(data: string, count: number): Promise<void> {
  const deadline = Date.now() + 120_000
  for (let wasStaged = false; ;) {
    const staged = stagedCount(data)
    if (staged >= count || (wasStaged && staged < 0)) return
    wasStaged ||= staged >= 0
    assert.ok(Date.now() < deadline, 'nothing was staged')
    await pause(2)
  }
}

/** -1 where nothing is staged. */
function stagedCount(data: string): number {
  try {
    const [name] = stagedIn(data)
    return name === undefined ? -1 : countIn(data, name)
  } catch {
    // There is no database yet.
    return -1
  }
}

/** 0 where there is no table. */
function countIn(data: string, table: string): number {
  return inDatabase(data, (database) => {
    const exists = database.prepare('select 1 from sqlite_master where name = ?').get(table)
    const count = exists && database.prepare(`select count(*) from "${table}"`).pluck().get()
    return Number(count ?? 0)
  })
}

/** What SQLite itself finds wrong with the file. */
function problemsIn(data: string): string[] {
  return inDatabase(data, (database) => {
    const found = database.pragma('integrity_check') as { integrity_check: string }[]
    return found.map((row) => row.integrity_check).filter((text) => text !== 'ok')
  })
}

function inDatabase<T>(data: string, work: (database: SqliteDatabase.Database) => T): T {
  const path = join(data, 'workspaces', 'main', 'triptych.sqlite')
  const database = new SqliteDatabase(path, { readonly: true })
  try {
    return work(database)
  } finally {
    database.close()
  }
}
