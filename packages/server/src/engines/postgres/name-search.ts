import type { PoolClient } from 'pg'
import { keyColumn } from '../sql/files/name-index.ts'
import type { NameIndex } from '../sql/files/name-index.ts'
import { quotedName, sql } from '../sql/core/sql.ts'

/** An index keeps itself up to date; without it, names are looked through one by one. */
export function postgresNameIndex(hasIndex: boolean): NameIndex {
  return {
    async add() {},
    async remove() {},
    async clear() {},
    candidates(key, after, limit) {
      if (!hasIndex || Array.from(key).length < 3) return null
      const pattern = `%${key.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
      return sql`(select id from _files where ${keyColumn} like ${pattern} and id > ${after}
                  order by id limit ${limit})`
    },
  }
}

/** Where our extension lies, if nobody has made it elsewhere. */
const extensionSchema = 'triptych_extensions'

/**
 * Makes the index of the three-character pieces of names, if this database has what that needs and
 * lets us have it. Answers whether there is one.
 */
export async function makeNameIndex(client: PoolClient): Promise<boolean> {
  const known = await found(
    client,
    `select 1 from pg_catalog.pg_class as c
     join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
     where n.nspname = current_schema() and c.relname = '_files_names'`,
  )
  if (known !== null) return true
  await client.query('savepoint name_index')
  try {
    const schema = await trigramSchema(client)
    await client.query(
      `create index _files_names on _files
       using gin ((${keyColumn.text}) ${quotedName(schema)}.gin_trgm_ops)`,
    )
    return true
  } catch {
    // Not installed, or not for us, or another server is about to make it.
    await client.query('rollback to name_index')
    return false
  }
}

async function trigramSchema(client: PoolClient): Promise<string> {
  const find = `select n.nspname::pg_catalog.text from pg_catalog.pg_extension as e
    join pg_catalog.pg_namespace as n on n.oid = e.extnamespace where e.extname = 'pg_trgm'`
  const known = await found(client, find)
  if (typeof known === 'string') return known
  await client.query(`create schema if not exists ${extensionSchema}`)
  await client.query(`create extension pg_trgm schema ${extensionSchema}`)
  return extensionSchema
}

async function found(client: PoolClient, text: string): Promise<unknown> {
  const { rows } = await client.query<[unknown]>({ text, rowMode: 'array' })
  return rows[0]?.[0] ?? null
}
