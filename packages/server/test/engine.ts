import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Client } from 'pg'
import type { Config } from '../src/config/config.ts'
import { openPostgresDatabase } from '../src/engines/postgres/database.ts'
import { openPostgres } from '../src/engines/postgres/postgres.ts'
import { openSqliteDatabase } from '../src/engines/sqlite/database.ts'
import type { Database } from '../src/ports/database.ts'
import { newBucketUrl } from './s3-server.ts'
import { newPostgresDatabase } from './postgres-server.ts'

/** Which engine the suites that do not choose for themselves run on. */
export const engine = process.env['TRIPTYCH_TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite'

/** A data folder that is opened again has the same database again. */
const databases = new Map<string, Promise<string>>()

function databaseFor(data: string): Promise<string> {
  const known = data === ':memory:' ? undefined : databases.get(data)
  const made = known ?? newPostgresDatabase()
  if (data !== ':memory:') databases.set(data, made)
  return made
}

/** One for all servers of a test file: each database has its own keys. */
let bucket: Promise<string> | null = null

/**
 * What a server of a test has to be told, beside its own options, to run on that engine: files go
 * into a bucket, unless the test has a folder for them.
 */
export async function engineOptions(options: Partial<Config>): Promise<Partial<Config>> {
  if (engine === 'sqlite') return {}
  const database = await databaseFor(options.data ?? ':memory:')
  const storage = options.files || options.storage ? null : await (bucket ??= newBucketUrl())
  return { database, storage, connections: 4 }
}

/** Makes the workspace `broken`, which cannot be opened; answers what the database says of that. */
export async function makeBrokenWorkspace(data: string): Promise<RegExp> {
  if (engine === 'sqlite') {
    mkdirSync(join(data, 'workspaces', 'broken'), { recursive: true })
    writeFileSync(join(data, 'workspaces', 'broken', 'triptych.sqlite'), 'no database'.repeat(999))
    return /not a database/
  }
  const client = new Client({ connectionString: await databaseFor(data) })
  await client.connect()
  await client.query('create schema broken; create table broken._identity (id integer)')
  await client.end()
  return /"_identity" already exists/
}

/** The workspace `main` of a data folder that no server has yet. */
export async function openMainOf(data: string): Promise<Database> {
  if (engine === 'sqlite') {
    mkdirSync(join(data, 'workspaces', 'main'), { recursive: true })
    return openSqliteDatabase(fileOf(data))
  }
  const postgres = openPostgres(await databaseFor(data), { connections: 4 })
  const database = await openPostgresDatabase(postgres, 'main')
  async function close(): Promise<void> {
    await database.close()
    await postgres.close()
  }
  return { ...database, close }
}

/** Runs a statement on the workspace `main` without the server that has it; answers its rows. */
export async function behindTheServer(
  data: string,
  statement: Record<typeof engine, string>,
): Promise<unknown[][]> {
  if (engine === 'sqlite') {
    const database = new SqliteDatabase(fileOf(data), { timeout: 0 })
    const prepared = database.prepare(statement.sqlite)
    const rows = prepared.reader ? prepared.raw().all() : (prepared.run(), [])
    database.close()
    return rows as unknown[][]
  }
  const client = new Client({ connectionString: await databaseFor(data) })
  await client.connect()
  await client.query('set search_path to main')
  const results = await client.query({ text: statement.postgres, rowMode: 'array' })
  await client.end()
  return results.rows as unknown[][]
}

/** Whether somebody still reads what was there before the last change: it must be kept then. */
export async function isSnapshotHeld(data: string): Promise<boolean> {
  const [row] = await behindTheServer(data, {
    sqlite: 'pragma wal_checkpoint(TRUNCATE)',
    postgres: `select count(*) from pg_stat_activity
               where datname = current_database() and pid <> pg_backend_pid()
                 and state in ('active', 'idle in transaction')`,
  })
  return Number(row?.[0]) > 0
}

function fileOf(data: string): string {
  return join(data, 'workspaces', 'main', 'triptych.sqlite')
}
