import type { PoolClient, QueryArrayResult } from 'pg'
import type { Sql, SqlSession, SqlValue } from '../sql/sql.ts'
import { withoutNul } from './nul-text.ts'
import type { NameOf } from './prepared-names.ts'
import { boundStatement } from './statement-text.ts'

export type Ask = (statement: Sql) => Promise<QueryArrayResult<unknown[]>>

/** Sends statements over one connection; an answer comes for each, in their order. */
export function asking(client: PoolClient, nameOf: NameOf): Ask {
  return (statement) => {
    const { text, values } = boundStatement(statement)
    return client.query<unknown[]>({
      name: nameOf(text),
      text,
      values: values.map(kept),
      rowMode: 'array',
    })
  }
}

export function sessionOf(ask: Ask): SqlSession {
  return {
    get: async (statement) => (await ask(statement)).rows[0],
    all: async (statement) => (await ask(statement)).rows,
    run: async (statement) => void (await ask(statement)),
    insert: async (statement, key) => {
      const { rows } = await ask(returning(statement, key))
      return Number(rows[0]?.[0])
    },
  }
}

export function returning({ text, values }: Sql, key: string): Sql {
  return { text: `${text} returning ${key}`, values }
}

function kept(value: SqlValue): SqlValue {
  return typeof value === 'string' ? withoutNul(value) : value
}
