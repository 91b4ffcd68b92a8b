import type { KeptEntry, KeptStore } from '../../../ports/kept.ts'
import { sql } from '../core/sql.ts'
import type { Sql, SqlSession } from '../core/sql.ts'

const columns = sql`node, kind, "of", parent, path, at, actor, actor_id`

export function sqlKept(session: SqlSession): KeptStore {
  async function entries(rest: Sql): Promise<KeptEntry[]> {
    return (await session.all(sql`select ${columns} from _kept ${rest}`)).map(keptOf)
  }

  async function get(node: number): Promise<KeptEntry | null> {
    return (await entries(sql`where node = ${node}`))[0] ?? null
  }

  return {
    get,

    newest(kind, after, limit) {
      const start = after === null ? sql`` : sql`and (at, node) < (${after.at}, ${after.node})`
      return entries(sql`where kind = ${kind} ${start} order by at desc, node desc limit ${limit}`)
    },

    oldest(limit, kind) {
      const which = kind === undefined ? sql`` : sql`where kind = ${kind}`
      return entries(sql`${which} order by at, node limit ${limit}`)
    },

    versionsOf: (file) => entries(sql`where "of" = ${file} order by at desc, node desc`),

    async unknownFolders(limit) {
      const rows = await session.all(
        sql`with recursive below (id, stamp) as (
              select id, stamp from _files join _kept on node = id where _files.kind = 'folder'
              union all
              select _files.id, _files.stamp from _files join below on _files.parent = below.id
              where _files.kind = 'folder'
            )
            select id from below where stamp is null limit ${limit}`,
      )
      return rows.map(([id]) => Number(id))
    },

    async names() {
      const rows = await session.all(sql`select name from _kept join _files on id = node`)
      return new Set(rows.map(([name]) => String(name)))
    },

    async bytes(kind) {
      const which = kind === undefined ? sql`` : sql`where _kept.kind = ${kind}`
      const row = await session.get(
        sql`select coalesce(sum(case _files.kind when 'folder' then bytes else size end), 0)
            from _kept join _files on id = node ${which}`,
      )
      return Number(row?.[0])
    },

    add: ({ node, kind, of, parent, path, at, actor, actorId }) =>
      session.insert(
        sql`insert into _kept (${columns}) values (
              ${node}, ${kind}, ${of}, ${parent}, ${path}, ${at}, ${actor}, ${actorId})`,
      ),

    outdate: (node) => session.run(sql`update _kept set at = 0 where node = ${node}`),
    handOn: (file, to) => session.run(sql`update _kept set "of" = ${to} where "of" = ${file}`),

    async remove(node) {
      if (!(await get(node))) return false
      await session.run(sql`delete from _kept where node = ${node}`)
      return true
    },
  }
}

function keptOf([node, kind, of, parent, path, at, actor, actorId]: unknown[]): KeptEntry {
  return {
    node: Number(node),
    // Nothing else is ever written.
    kind: kind as KeptEntry['kind'],
    of: of === null ? null : Number(of),
    parent: Number(parent),
    path: String(path),
    at: Number(at),
    actor: textOf(actor),
    actorId: textOf(actorId),
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
