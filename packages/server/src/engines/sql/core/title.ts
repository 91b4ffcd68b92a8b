import type { TitleStore } from '../../../ports/titles.ts'
import { sql } from './sql.ts'
import type { SqlSession } from './sql.ts'

export function sqlTitle(session: SqlSession): TitleStore {
  return {
    async get() {
      const row = await session.get(sql`select title from _title`)
      return row ? String(row[0]) : null
    },

    async set(title) {
      await session.run(sql`delete from _title`)
      if (title !== null) await session.run(sql`insert into _title (title) values (${title})`)
    },
  }
}
