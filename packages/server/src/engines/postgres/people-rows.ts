import { randomBytes } from 'node:crypto'
import type { BoardGuest } from '../../ports/people-board.ts'
import { identifier, sql } from '../sql/sql.ts'
import type { Sql } from '../sql/sql.ts'
import type { Connections } from './connections.ts'
import { unprepared } from './prepared-names.ts'
import { asking } from './session.ts'

/** One row for each server that somebody is with. A row counts until it expires. */
export interface PeopleRows {
  put(guests: string, forMs: number): Promise<void>
  remove(): Promise<void>
  /** Of the other servers. */
  others(): Promise<OtherRows>
}

export interface OtherRows {
  texts: string[]
  /** How long all of them count; `null` where there are none. */
  countMs: number | null
}

/**
 * It has nothing to do with the transactions of the workspace, and each statement stands for
 * itself, so that two servers never wait for each other.
 */
export function peopleRows(connections: Connections, schema: string): PeopleRows {
  const server = randomBytes(9).toString('base64url')
  const rows = sql`${identifier(schema)}.${identifier('_people')}`
  const removeExpired = sql`delete from ${rows} where expires < pg_catalog.now()`

  async function ask(...statements: Sql[]): Promise<unknown[][]> {
    const client = await connections.take()
    let state: 'sound' | 'broken' = 'broken'
    try {
      const [first] = await Promise.all(statements.map(asking(client, unprepared)))
      state = 'sound'
      return first?.rows ?? []
    } finally {
      connections.giveBack(client, state)
    }
  }

  return {
    async put(guests, forMs) {
      const expires = sql`pg_catalog.now() + ${forMs} * interval '1 millisecond'`
      const upsert = sql`
        insert into ${rows} values (${server}, ${guests}, ${expires})
        on conflict (server) do update set guests = excluded.guests, expires = excluded.expires`
      await ask(upsert, removeExpired)
    },
    async remove() {
      await ask(sql`delete from ${rows} where server = ${server}`, removeExpired)
    },
    async others() {
      const found = await ask(
        sql`select guests, extract(epoch from expires - pg_catalog.now()) * 1000 from ${rows}
            where server <> ${server} and expires > pg_catalog.now() order by server`,
      )
      return {
        texts: found.map(([guests]) => String(guests)),
        countMs: found.length > 0 ? Math.min(...found.map(([, ms]) => Number(ms))) : null,
      }
    },
  }
}

export function guestsIn({ texts }: OtherRows): BoardGuest[] {
  return texts.flatMap((text) => JSON.parse(text) as BoardGuest[])
}
