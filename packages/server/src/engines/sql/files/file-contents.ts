import type { ContentStore, FileContent } from '../../../ports/file-contents.ts'
import { join, sql } from '../core/sql.ts'
import type { SqlSession } from '../core/sql.ts'

const columns = sql`id, key, size, checksum`

export function sqlFileContents(session: SqlSession): ContentStore {
  return {
    async get(id) {
      const row = await session.get(sql`select ${columns} from _file_contents where id = ${id}`)
      return row ? contentOf(row) : null
    },

    async known(keys) {
      if (keys.length === 0) return new Set()
      const list = join(
        keys.map((key) => sql`${key}`),
        ', ',
      )
      const rows = await session.all(sql`select key from _file_contents where key in (${list})`)
      return new Set(rows.map(([key]) => String(key)))
    },

    async unnamed(before, limit) {
      const rows = await session.all(
        sql`select ${columns} from _file_contents where unnamed_since < ${before}
            order by unnamed_since limit ${limit}`,
      )
      return rows.map(contentOf)
    },

    async list(after, limit) {
      const rows = await session.all(
        sql`select ${columns} from _file_contents where id > ${after} order by id limit ${limit}`,
      )
      return rows.map(contentOf)
    },

    async leases() {
      const rows = await session.all(sql`select token, made from _claims order by made desc`)
      return rows.map(([token, made]) => ({ token: String(token), made: Number(made) }))
    },

    add: ({ key, size, checksum }) =>
      session.insertKeyed(
        sql`insert into _file_contents (key, size, checksum) values (${key}, ${size}, ${checksum})`,
        'id',
      ),

    async forget(ids) {
      for (const id of ids) {
        await session.run(
          sql`delete from _file_contents where id = ${id} and unnamed_since is not null`,
        )
      }
    },

    async setLeases(leases) {
      await session.run(sql`delete from _claims`)
      for (const { token, made } of leases) {
        await session.insert(sql`insert into _claims (token, made) values (${token}, ${made})`)
      }
    },
  }
}

function contentOf([id, key, size, checksum]: unknown[]): FileContent {
  return { id: Number(id), key: String(key), size: Number(size), checksum: String(checksum) }
}
