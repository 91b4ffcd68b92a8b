import { randomBytes } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Connections } from './connections.ts'
import { codeOf } from '../../errors.ts'
import { toAppError } from './map-errors.ts'
import { quotedName } from '../sql/core/sql.ts'

/** Of the schemas of workspaces that are being made: no workspace has an underscore in its name. */
const prefix = 'd_'

/** Of those that were removed. */
export const removedPrefix = 'r_'

export interface Draft {
  schema: string
  /** Gives it its real name, unless that is taken; then, or without a name, all of it goes. */
  finish(name: string | null): Promise<boolean>
}

/** As long as it is not finished, its transaction holds a lock: of one without a lock nobody cares. */
export async function newDraft(connections: Connections): Promise<Draft> {
  const schema = `${prefix}${randomBytes(8).toString('hex')}`
  const client = await connections.take()
  let state: 'sound' | 'broken' = 'broken'
  // Filling it may take longer than a transaction may be idle in this database.
  await client.query('begin; set local idle_in_transaction_session_timeout to 0')
  await client.query(`select ${lockOf('pg_advisory_xact_lock')}`, [schema])

  async function rename(name: string): Promise<boolean> {
    try {
      await client.query(`alter schema ${quotedName(schema)} rename to ${quotedName(name)}`)
      await client.query('commit')
      return true
    } catch (error) {
      await client.query('rollback')
      if (takenCodes.has(codeOf(error))) return false
      throw toAppError(error)
    }
  }

  return {
    schema,
    async finish(name) {
      try {
        const isNamed = name !== null && (await rename(name))
        if (!isNamed) await client.query(`drop schema if exists ${quotedName(schema)} cascade`)
        if (name === null) await client.query('commit')
        state = 'sound'
        return isNamed
      } finally {
        connections.giveBack(client, state)
      }
    },
  }
}

/** A schema of this name is there, or came at the same instant. */
const takenCodes: ReadonlySet<unknown> = new Set(['42P06', '23505'])

/** Removes what servers have left that went away while they made a workspace. */
export async function sweepDrafts(connections: Connections): Promise<void> {
  const client = await connections.take()
  let state: 'sound' | 'broken' = 'broken'
  try {
    for (const schema of await workspaceSchemas(client, 'drafts')) {
      await client.query('begin')
      const { rows } = await client.query<[number]>({
        text: `select ${lockOf('pg_try_advisory_xact_lock')}`,
        values: [schema],
        rowMode: 'array',
      })
      if (rows[0]?.[0]) await client.query(`drop schema if exists ${quotedName(schema)} cascade`)
      await client.query('commit')
    }
    state = 'sound'
  } finally {
    connections.giveBack(client, state)
  }
}

function lockOf(take: 'pg_advisory_xact_lock' | 'pg_try_advisory_xact_lock'): string {
  return `${take}(hashtext('triptych draft'), hashtext($1))`
}

/** Schemas with a table that only ours have. */
export async function workspaceSchemas(
  client: PoolClient,
  which: 'finished' | 'drafts' = 'finished',
): Promise<string[]> {
  const { rows } = await client.query<[string]>({
    text: `select n.nspname::pg_catalog.text from pg_catalog.pg_namespace as n
           join pg_catalog.pg_class as c on c.relnamespace = n.oid and c.relname = '_identity'`,
    rowMode: 'array',
  })
  const areDrafts = which === 'drafts'
  return rows
    .map(([name]) => name)
    .filter((name) => name.startsWith(prefix) === areDrafts && !name.startsWith(removedPrefix))
}

/** By schema, of all that have one. A schema that nobody has opened since titles came has none. */
export async function workspaceTitles(client: PoolClient): Promise<[string, string][]> {
  const { rows: found } = await client.query<[string]>({
    text: `select n.nspname::pg_catalog.text from pg_catalog.pg_namespace as n
           join pg_catalog.pg_class as c on c.relnamespace = n.oid and c.relname = '_title'`,
    rowMode: 'array',
  })
  // Those that are being made may be gone in the next moment.
  const schemas = found.filter(
    ([schema]) => !schema.startsWith(prefix) && !schema.startsWith(removedPrefix),
  )
  if (schemas.length === 0) return []
  const each = schemas.map(
    ([schema], index) =>
      `select $${index + 1}::pg_catalog.text, title from ${quotedName(schema)}._title`,
  )
  const { rows } = await client.query<[string, string]>({
    text: each.join(' union all '),
    values: schemas.map(([schema]) => schema),
    rowMode: 'array',
  })
  return rows
}
