import { Client } from 'pg'
import { openPostgresDatabase } from '../packages/server/src/engines/postgres/database.ts'
import { openPostgres } from '../packages/server/src/engines/postgres/postgres.ts'

/**
 * Makes a database with the empty workspace `main` in it, for tests to begin with a copy of; answers
 * its name. A copy gives itself an identity when it is opened.
 */
export async function makeTemplate(url: string): Promise<string> {
  const name = 'triptych_template'
  const there = url.replace('/postgres?', `/${name}?`)
  await execute(url, `create database ${name}`)
  const postgres = openPostgres(there, { connections: 2 })
  try {
    await (await openPostgresDatabase(postgres, 'main')).close()
  } finally {
    await postgres.close()
  }
  await execute(there, 'delete from main._identity')
  return name
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
