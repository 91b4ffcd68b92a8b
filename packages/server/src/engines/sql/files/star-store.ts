import type { StarStore } from '../../../ports/stars.ts'
import { sql } from '../core/sql.ts'
import type { SqlSession } from '../core/sql.ts'

export function sqlStarStore(session: SqlSession): StarStore {
  return {
    async of(owner) {
      const rows = await session.all(
        sql`select entry from _stars where owner = ${owner} order by at desc, entry desc`,
      )
      return rows.map(([entry]) => Number(entry))
    },

    add: (owner, entry, at) =>
      session.run(
        sql`insert into _stars (owner, entry, at) values (${owner}, ${entry}, ${at})
            on conflict (owner, entry) do nothing`,
      ),

    remove: (owner, entry) =>
      session.run(sql`delete from _stars where owner = ${owner} and entry = ${entry}`),

    removeLost: () =>
      session.run(
        sql`delete from _stars
            where not exists (select 1 from _files where _files.id = _stars.entry)
              and not exists (select 1 from _former_files where _former_files.id = _stars.entry)`,
      ),
  }
}
