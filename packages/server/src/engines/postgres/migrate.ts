import { randomBytes } from 'node:crypto'
import type { PoolClient, ClientBase } from 'pg'
import { AppError } from '../../errors.ts'
import { migrationsIn } from '../sql/core/migrations.ts'
import type { Migration } from '../sql/core/migrations.ts'
import { stagedAt, stagedPrefix } from '../sql/tables/table-import.ts'
import type { Connections } from './connections.ts'
import { toAppError } from './map-errors.ts'
import { makeNameIndex } from './name-search.ts'
import { quotedName } from '../sql/core/sql.ts'

const folder = new URL('./migrations/', import.meta.url)

export interface Migrated {
  id: string
  secret: string
  /** Whether names of files are found by an index. */
  hasNameIndex: boolean
  /** The version of the schema that this server was made for. */
  version: number
}

/** The first line of a migration after which servers that do not know it can go on. */
const harmless = '-- Older servers may go on.'

/** The schema of a workspace. */
export function migrate(connections: Connections, schema: string): Promise<Migrated> {
  return migrateSchema(connections, schema, folder, async (client, version) => {
    await makeLowerText(client)
    await dropStaged(client)
    const hasNameIndex = await makeNameIndex(client)
    return { ...(await identityOf(client)), hasNameIndex, version }
  })
}

/**
 * Makes the schema if need be and brings it to this version's state, which is in `migrations`, all in one
 * transaction, while no other server does the same. `finish` belongs to it, and is told the version.
 */
export async function migrateSchema<T>(
  connections: Connections,
  schema: string,
  migrations: URL,
  finish: (client: PoolClient, version: number) => Promise<T>,
): Promise<T> {
  const client = await connections.take()
  let state: 'sound' | 'broken' = 'broken'
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(hashtext($1), hashtext($2))', [
      'triptych',
      schema,
    ])
    await client.query(`create schema if not exists ${quotedName(schema)}`)
    await client.query(`set local search_path to ${quotedName(schema)}, pg_catalog`)
    const version = await runMigrations(client, migrationsIn(migrations))
    const finished = await finish(client, version)
    await client.query('commit')
    state = 'sound'
    return finished
  } catch (error) {
    throw toAppError(error)
  } finally {
    connections.giveBack(client, state)
  }
}

async function runMigrations(client: PoolClient, migrations: Migration[]): Promise<number> {
  const latest = migrations.length
  await client.query(
    'create table if not exists _schema (version bigint not null, oldest bigint not null)',
  )
  const { rows } = await client.query<[number, number]>({
    text: 'select version, oldest from _schema',
    rowMode: 'array',
  })
  const [version, since] = rows[0] ?? [0, 0]
  refuseNewer(since, latest)
  if (version >= latest) return latest
  // Whoever writes next sees what has become of the schema.
  if (version > 0) await client.query('select one from _head for update')
  let oldest = since
  for (const [index, { text }] of migrations.entries()) {
    if (index < version) continue
    await client.query(text)
    if (!text.startsWith(harmless)) oldest = index + 1
  }
  await client.query('delete from _schema')
  await client.query('insert into _schema values ($1, $2)', [latest, oldest])
  return latest
}

/** `oldest`: servers that were made for an earlier version cannot work with the schema as it is. */
export function refuseNewer(oldest: number, known: number): void {
  if (oldest <= known) return
  throw new AppError(
    'unavailable',
    `The data was written by a newer Triptych (schema ${oldest}, this one knows ${known}); start that version.`,
  )
}

async function identityOf(client: PoolClient): Promise<Pick<Migrated, 'id' | 'secret'>> {
  const read = () =>
    client.query<[string, string]>({ text: 'select id, secret from _identity', rowMode: 'array' })
  let { rows } = await read()
  if (rows.length === 0) {
    const made = [randomBytes(6), randomBytes(32)].map((bytes) => bytes.toString('hex'))
    await client.query('insert into _identity (id, secret) values ($1, $2)', made)
    rows = (await read()).rows
  }
  const [id = '', secret = ''] = rows[0] ?? []
  return { id, secret }
}

/** No import takes so long: what is older was cut off. */
const importMs = 24 * 60 * 60 * 1000

async function dropStaged(client: PoolClient): Promise<void> {
  const { rows } = await client.query<[string]>({
    text: `select c.relname::pg_catalog.text from pg_catalog.pg_class as c
           join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
           where n.nspname = current_schema() and c.relkind = 'r'
             and starts_with(c.relname::pg_catalog.text, $1)`,
    values: [stagedPrefix],
    rowMode: 'array',
  })
  const old = rows.map(([name]) => name).filter((name) => stagedAt(name) < Date.now() - importMs)
  for (const name of old) await client.query(`drop table ${quotedName(name)}`)
}

/** Behind them there are no letters with a lower case, and nearly nothing but Chinese ones. */
const endOfLetters = 0x20000

/** Every letter that has a lower case, and that letter. */
function letters(): Map<string, string> {
  const found = new Map<string, string>()
  for (let code = 128; code < endOfLetters; code++) {
    if (code >= 0xd800 && code < 0xe000) continue
    const letter = String.fromCodePoint(code)
    const lower = letter.toLowerCase()
    if (lower !== letter) found.set(letter, lower)
  }
  return found
}

/**
 * Makes `lower_text`, which is `toLowerCase()`. The library that PostgreSQL asks may be older than
 * the one in here, and then does not know some letters yet: these are told.
 */
async function makeLowerText(client: ClientBase): Promise<void> {
  const known = letters()
  const { rows } = await client.query<[string, string]>({
    text: `select letter, lower(letter collate "und-x-icu")
           from unnest($1::pg_catalog.text[]) as letters (letter)`,
    values: [[...known.keys()]],
    rowMode: 'array',
  })
  const unknown = rows.filter(([letter, lower]) => known.get(letter) !== lower)
  const from = unknown.map(([letter]) => letter).join('')
  const to = unknown.map(([letter]) => known.get(letter)).join('')
  const body = `select lower(translate(value, '${from}', '${to}') collate "und-x-icu")`

  const made = await client.query<[string]>({
    text: `select prosrc from pg_catalog.pg_proc as p
           join pg_catalog.pg_namespace as n on n.oid = p.pronamespace
           where n.nspname = current_schema() and p.proname = 'lower_text'`,
    rowMode: 'array',
  })
  if (made.rows[0]?.[0] === body) return
  await client.query(
    `create or replace function lower_text(value pg_catalog.text) returns pg_catalog.text
     language sql immutable parallel safe as $body$${body}$body$`,
  )
}
