import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import { Client } from 'pg'
import { startPostgres } from '../../../scripts/postgres.ts'
import type { PostgresServer } from '../../../scripts/postgres.ts'

/** Set while all tests run: then they share one server. */
const shared = process.env['TRIPTYCH_TEST_POSTGRES']
let own: Promise<PostgresServer> | null = null
const made: string[] = []

/** The address of a new database, for the tests of this file. */
export async function newPostgresDatabase(): Promise<string> {
  own ??= shared ? null : startPostgres()
  const first = shared ?? (await own)?.url ?? ''
  const name = `test_${randomBytes(6).toString('hex')}`
  await execute(first, `create database ${name}`)
  made.push(name)
  return first.replace('/postgres?', `/${name}?`)
}

after(async () => {
  if (shared && made.length > 0) {
    await execute(shared, ...made.map((name) => `drop database if exists ${name} with (force)`))
  }
  await (await own)?.stop()
})

async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const text of statements) await client.query(text)
  await client.end()
}
