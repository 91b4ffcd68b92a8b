import { driveRoot, hiddenRoot } from '../../../ports/file-index.ts'
import type { FileStore, NewNode } from '../../../ports/file-index.ts'
import type { Dialect } from '../core/dialect.ts'
import { touchAll } from '../core/rule-store.ts'
import { join, sql } from '../core/sql.ts'
import type { Sql, SqlSession } from '../core/sql.ts'
import type { NameIndex } from './name-index.ts'

type FormerFiles = Pick<FileStore, 'clear' | 'hasFormer' | 'addFormer' | 'endFormer'>

/** An index that is begun anew, and what it was before. */
export function formerFiles(session: SqlSession, dialect: Dialect, names: NameIndex): FormerFiles {
  return {
    async clear(hidden) {
      const tops = await session.all(sql`select id, version from _files where parent is null`)
      await dropLost(session, hidden)
      await touchAll(session)
      await session.run(
        sql`insert into _former_files (id, parent, name, kind)
            select id, parent, name, kind from _files where id in (${below(sql`parent = ${driveRoot}`)})
            on conflict (id) do update set
              parent = excluded.parent, name = excluded.name, kind = excluded.kind`,
      )
      await names.clear()
      const hasKept = await session.get(sql`select 1 from _kept limit 1`)
      // Without a condition this costs the same for any number of rows.
      await session.run(
        hasKept
          ? sql`delete from _files where id not in (${below(sql`id in (select node from _kept)`)})`
          : sql`delete from _files`,
      )
      await names.add(sql`parent is not null`)
      for (const top of [driveRoot, hiddenRoot]) {
        const version = Number(tops.find(([id]) => id === top)?.[1] ?? 0)
        await session.insert(
          sql`insert into _files (id, name, kind, size, modified, date, inode, version)
              values (${top}, '', 'folder', 0, 0, '1970-01-01T00:00:00.000Z', 0, ${version + 1})`,
        )
      }
      if (hasKept) await session.run(sumUp)
    },

    async hasFormer() {
      return hasRow(await session.get(sql`select 1 from _former_files limit 1`))
    },

    async addFormer(nodes) {
      const last = nodes.reduce((most, { id }) => Math.max(most, id), 0)
      await session.run(dialect.countBehind('_files', 'id', last))
      for (let at = 0; at < nodes.length; at += rowsAtOnce) {
        const values = nodes
          .slice(at, at + rowsAtOnce)
          .map(({ id, parent, name, kind }) => sql`(${id}, ${parent}, ${name}, ${kind})`)
        await session.insert(
          sql`insert into _former_files (id, parent, name, kind) values ${join(values, ', ')}`,
        )
      }
    },

    async endFormer(which) {
      const lost =
        which === 'all'
          ? sql`is not null`
          : sql`not in (
        with recursive awaited (id) as (
          select _former_files.id from _former_files join _files on _files.id = _former_files.parent
          where _files.kind = 'folder' and _files.stamp is null
          union
          select _former_files.id from _former_files join awaited on awaited.id = _former_files.parent
        )
        select id from awaited)`
      const any = await session.get(sql`select 1 from _former_files where id ${lost} limit 1`)
      if (!hasRow(any)) return false
      await session.run(
        sql`update _kept set at = 0 where "of" in (select id from _former_files where id ${lost})`,
      )
      await session.run(sql`delete from _former_files where id ${lost}`)
      return true
    },
  }
}

const rowsAtOnce = 500

/** Those of the nodes that were in this folder, by name: their ids, which are theirs again. */
export async function takeFormer(
  session: SqlSession,
  parent: number,
  nodes: readonly NewNode[],
): Promise<Map<string, number>> {
  const kinds = new Map(nodes.map(({ name, kind }) => [name, kind]))
  const wanted = join(
    nodes.map(({ name }) => sql`${name}`),
    ', ',
  )
  const rows = await session.all(
    sql`select id, name, kind from _former_files where parent = ${parent} and name in (${wanted})
          and not exists (select 1 from _files where _files.id = _former_files.id)`,
  )
  const found = rows.filter(([, name, kind]) => kinds.get(String(name)) === kind)
  for (const [id] of found) {
    await session.run(sql`delete from _former_files where id = ${Number(id)}`)
  }
  return new Map(found.map(([id, name]) => [String(name), Number(id)]))
}

/** A query for the ids of entries and of all below them; ends also where the tree is none. */
function below(which: Sql): Sql {
  return sql`with recursive below (id) as (
      select id from _files where ${which}
      union
      select _files.id from _files join below on _files.parent = below.id
    )
    select id from below`
}

/** What is kept, and does not lie among what is hidden, is lost. */
async function dropLost(session: SqlSession, hidden: ReadonlySet<string>): Promise<void> {
  const rows = await session.all(
    sql`select node, name from _kept left join _files on id = node and _files.parent = ${hiddenRoot}`,
  )
  for (const [node, name] of rows) {
    if (hidden.has(String(name))) continue
    await session.run(sql`delete from _kept where node = ${Number(node)}`)
  }
}

const within = sql`with recursive inner_files (id, kind, size) as (
    select one.id, one.kind, one.size from _files as one where one.parent = _files.id
    union all
    select one.id, one.kind, one.size from _files as one join inner_files on one.parent = inner_files.id
  )`

/** What is left may be a part of what did not add up. */
const sumUp = sql`update _files set
    count = (select count(*) from _files as one where one.parent = _files.id),
    bytes = (${within} select coalesce(sum(size), 0) from inner_files),
    files = (${within} select count(*) from inner_files where kind <> 'folder'),
    folders = (${within} select count(*) from inner_files where kind = 'folder')
  where kind = 'folder'`

function hasRow(row: unknown): boolean {
  return row !== undefined && row !== null
}
