import { keyColumn } from '../sql/name-index.ts'
import type { NameIndex } from '../sql/name-index.ts'
import { sql } from '../sql/sql.ts'
import type { SqlSession } from '../sql/sql.ts'

/** A few leave hardly more candidates than all would, and each costs a walk through its own list. */
const maxTrigrams = 4

/** Finds names by the three-character pieces of the text: FTS5 in its smallest form. */
export function sqliteNameIndex(session: SqlSession): NameIndex {
  return {
    add: (which) =>
      session.run(
        sql`insert into _file_names (rowid, name) select id, ${keyColumn} from _files where ${which}`,
      ),
    remove: (which) =>
      session.run(
        sql`insert into _file_names (_file_names, rowid, name)
            select 'delete', id, ${keyColumn} from _files where ${which}`,
      ),
    clear: () => session.run(sql`insert into _file_names (_file_names) values ('delete-all')`),

    candidates(key, after, limit) {
      const trigrams = trigramsOf(key)
      if (trigrams.length === 0) return null
      // In quotes everything is plain text.
      const query = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ')
      return sql`(select rowid as id from _file_names
                  where _file_names match ${query} and rowid > ${after}
                  order by rowid limit ${limit})`
    },
  }
}

/** The first, the last and some between, as far apart as they can be. */
function trigramsOf(key: string): string[] {
  const characters = Array.from(key)
  const last = characters.length - 3
  if (last < 0) return []
  const gaps = Math.min(Math.ceil(last / 3), maxTrigrams - 1)
  const starts = Array.from({ length: gaps + 1 }, (_, n) => Math.round((n * last) / (gaps || 1)))
  return starts.map((start) => characters.slice(start, start + 3).join(''))
}
