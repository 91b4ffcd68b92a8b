import { after, before } from 'node:test'
import { postgresDialect } from '../src/engines/postgres/dialect.ts'
import { migrate } from '../src/engines/postgres/migrate.ts'
import { openPostgres } from '../src/engines/postgres/postgres.ts'
import type { Postgres } from '../src/engines/postgres/postgres.ts'
import { preparedNames } from '../src/engines/postgres/prepared-names.ts'
import { quotedName } from '../src/engines/postgres/quoted-name.ts'
import { asking, sessionOf } from '../src/engines/postgres/session.ts'
import { newPostgresDatabase } from './postgres-server.ts'
import type { EmptySql } from './query-table.ts'

/** For the tests of one file: a database of their own, and a name for another schema each time. */
export function postgresForTests(): {
  url: () => string
  postgres: () => Postgres
  newSchema: () => string
} {
  let url = ''
  let opened: Postgres | null = null
  let schemas = 0

  before(async () => {
    url = await newPostgresDatabase()
    opened = openPostgres(url, { connections: 10 })
  })
  after(() => opened?.close())

  return {
    url: () => url,
    postgres: () => opened!,
    newSchema: () => `s${++schemas}`,
  }
}

/** A session in a new schema that is in no transaction; it has the functions that queries need. */
export async function emptyPostgres(postgres: Postgres, schema: string): Promise<EmptySql> {
  await migrate(postgres.connections, schema)
  const client = await postgres.connections.take()
  await client.query(`set search_path to ${quotedName(schema)}, pg_catalog`)
  return {
    session: sessionOf(asking(client, preparedNames(schema))),
    dialect: postgresDialect,
    close: () => postgres.connections.giveBack(client, 'broken'),
  }
}
