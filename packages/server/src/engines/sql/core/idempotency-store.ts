import type { Answer, IdempotencyStore } from '../../../ports/idempotency-store.ts'
import { sql } from './sql.ts'
import type { SqlSession } from './sql.ts'

export function sqlIdempotencyStore(session: SqlSession): IdempotencyStore {
  return {
    async find(owner, key) {
      const row = await session.get(
        sql`select digest, at, status, headers, body from _kept_answers
            where owner = ${owner} and key = ${key}`,
      )
      if (!row) return null
      const [digest, at, status, headers, body] = row
      return {
        digest: String(digest),
        at: Number(at),
        answer: status === null ? null : answerOf(status, headers, body),
      }
    },

    keep: (owner, key, { digest, at, answer }) =>
      session.insert(
        sql`insert into _kept_answers (owner, key, digest, at, status, headers, body)
            values (${owner}, ${key}, ${digest}, ${at}, ${answer && answer.status},
                    ${answer && JSON.stringify(answer.headers)}, ${answer && answer.body})
            on conflict (owner, key) do update set
              digest = excluded.digest, at = excluded.at, status = excluded.status,
              headers = excluded.headers, body = excluded.body`,
      ),

    async forget(before, most) {
      // Mostly there is nothing, and to find that out by deleting takes much longer.
      const old = await session.get(sql`select 1 from _kept_answers where at < ${before} limit 1`)
      if (!old) return
      await session.run(
        sql`delete from _kept_answers where (owner, key) in
              (select owner, key from _kept_answers where at < ${before} order by at limit ${most})`,
      )
    },
  }
}

function answerOf(status: unknown, headers: unknown, body: unknown): Answer {
  return {
    status: Number(status),
    headers: JSON.parse(String(headers)) as Answer['headers'],
    body: String(body),
  }
}
