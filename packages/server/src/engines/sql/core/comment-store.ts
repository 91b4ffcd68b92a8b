import type { Mention } from '@triptych/contract/comments'
import type { Commented, CommentStore, StoredComment } from '../../../ports/comments.ts'
import { identifier, join, sql } from './sql.ts'
import type { Sql, SqlSession } from './sql.ts'

export const commentColumns = [
  'id',
  'kind',
  'table_name',
  'thing',
  'author',
  'author_id',
  'text',
  'mentions',
  'at',
  'edited_at',
]
const selected = join(
  commentColumns.map((column) => sql`${identifier(column)}`),
  ', ',
)

export function sqlCommentStore(session: SqlSession): CommentStore {
  return {
    async on(thing) {
      const rows = await session.all(
        sql`select ${selected} from _comments where ${isOn(thing)} order by at, id`,
      )
      return rows.map(commentOf)
    },

    async find(id) {
      const row = await session.get(sql`select ${selected} from _comments where id = ${id}`)
      return row ? commentOf(row) : null
    },

    async count(thing) {
      const row = await session.get(sql`select count(*) from _comments where ${isOn(thing)}`)
      return Number(row?.[0])
    },

    async counts(kind, table) {
      const rows = await session.all(
        sql`select thing, count(*) from _comments where kind = ${kind} and table_name = ${table}
            group by thing`,
      )
      return new Map(rows.map(([thing, count]) => [Number(thing), Number(count)]))
    },

    async countsIn(folder) {
      const rows = await session.all(
        sql`select _files.name, count(*) from _comments join _files on _files.id = _comments.thing
            where _comments.kind = 'file' and _files.parent = ${folder} group by _files.name`,
      )
      return new Map(rows.map(([name, count]) => [String(name), Number(count)]))
    },

    add: ({ id, on, author, authorId, text, mentions, at, editedAt }) =>
      session.insert(
        sql`insert into _comments (${selected}) values (
              ${id}, ${on.kind}, ${on.table}, ${on.id}, ${author}, ${authorId}, ${text},
              ${JSON.stringify(mentions)}, ${at}, ${editedAt})`,
      ),

    change: (id, { text, mentions, editedAt }) =>
      session.run(
        sql`update _comments set text = ${text}, mentions = ${JSON.stringify(mentions)},
              edited_at = ${editedAt} where id = ${id}`,
      ),

    remove: (id) => session.run(sql`delete from _comments where id = ${id}`),

    renameTable: (from, to) =>
      session.run(
        sql`update _comments set table_name = ${to} where kind = 'row' and table_name = ${from}`,
      ),

    removeLost: () =>
      session.run(
        sql`delete from _comments where kind = 'file' and table_name = ''
              and not exists (select 1 from _files where _files.id = _comments.thing)
              and not exists (select 1 from _former_files where _former_files.id = _comments.thing)`,
      ),

    // No entry has such a number.
    detachFiles: () =>
      session.run(
        sql`update _comments set thing = 0 - thing where kind = 'file' and table_name = '' and thing > 0`,
      ),

    async attachFiles(ids) {
      for (const [old, now] of ids) {
        await session.run(
          sql`update _comments set thing = ${now}
              where kind = 'file' and table_name = '' and thing = ${-old}`,
        )
      }
      await session.run(
        sql`delete from _comments where kind = 'file' and table_name = '' and thing < 0`,
      )
    },
  }
}

function isOn({ kind, table, id }: Commented): Sql {
  return sql`kind = ${kind} and table_name = ${table} and thing = ${id}`
}

function commentOf(row: readonly unknown[]): StoredComment {
  const [id, kind, table, thing, author, authorId, text, mentions, at, editedAt] = row
  return {
    id: String(id),
    // Nothing else is ever written.
    on: { kind: kind as Commented['kind'], table: String(table), id: Number(thing) },
    author: String(author),
    authorId: typeof authorId === 'string' ? authorId : null,
    text: String(text),
    mentions: JSON.parse(String(mentions)) as Mention[],
    at: Number(at),
    editedAt: editedAt === null ? null : Number(editedAt),
  }
}
