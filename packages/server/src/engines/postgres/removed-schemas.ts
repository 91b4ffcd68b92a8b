import { randomBytes } from 'node:crypto'
import type { PoolClient } from 'pg'
import { codeOf } from '../../errors.ts'
import type { RemovedWorkspace } from '../../ports/workspaces.ts'
import { quotedName } from '../sql/core/sql.ts'
import { removedPrefix } from './drafts.ts'
import { toAppError } from './map-errors.ts'

/** What is told of a workspace that was removed stands in the comment of its schema. */
export interface RemovedSchema extends RemovedWorkspace {
  schema: string
}

/** The schema gets a name that no workspace can have. `null`: it is gone already. */
export async function putAside(
  client: PoolClient,
  schema: string,
  { name, title, removedAt }: RemovedWorkspace,
): Promise<string | null> {
  const aside = `${removedPrefix}${randomBytes(8).toString('hex')}`
  const note = JSON.stringify({ name, title, removedAt: removedAt.toISOString() })
  return whole(client, async () => {
    await client.query(`alter schema ${quotedName(schema)} rename to ${quotedName(aside)}`)
    await client.query(`comment on schema ${quotedName(aside)} is ${literal(note)}`)
    return aside
  })
}

export async function removedSchemas(client: PoolClient): Promise<RemovedSchema[]> {
  const { rows } = await client.query<[string, string | null]>({
    text: `select nspname::pg_catalog.text, pg_catalog.obj_description(oid, 'pg_namespace')
           from pg_catalog.pg_namespace where pg_catalog.starts_with(nspname::pg_catalog.text, $1)`,
    values: [removedPrefix],
    rowMode: 'array',
  })
  return rows.flatMap(([schema, note]) => {
    const told = note === null ? null : readNote(note)
    return told ? [{ schema, ...told }] : []
  })
}

function readNote(note: string): RemovedWorkspace | null {
  try {
    const { name, title, removedAt } = JSON.parse(note) as Record<string, string>
    return name && removedAt ? { name, title: title ?? null, removedAt: new Date(removedAt) } : null
  } catch {
    return null
  }
}

/** `false`: another server has done it already. */
export async function putBack(client: PoolClient, aside: string, schema: string): Promise<boolean> {
  const done = await whole(client, async () => {
    await client.query(`alter schema ${quotedName(aside)} rename to ${quotedName(schema)}`)
    await client.query(`comment on schema ${quotedName(schema)} is null`)
    return true
  })
  return done ?? false
}

export async function dropSchema(client: PoolClient, schema: string): Promise<void> {
  await client.query(`drop schema if exists ${quotedName(schema)} cascade`)
}

/** No such schema. */
const goneCode = '3F000'

async function whole<T>(client: PoolClient, work: () => Promise<T>): Promise<T | null> {
  await client.query('begin')
  try {
    const done = await work()
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback')
    if (codeOf(error) === goneCode) return null
    throw toAppError(error)
  }
}

function literal(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
