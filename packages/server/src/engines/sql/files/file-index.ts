import { fileTime } from '../../../iso-time.ts'
import { driveRoot, listingBytes } from '../../../ports/file-index.ts'
import type { FileNode, FileReader, FileStore, Step } from '../../../ports/file-index.ts'
import type { Path, Spot } from '../../../ports/storage.ts'
import type { Dialect } from '../core/dialect.ts'
import { sql } from '../core/sql.ts'
import type { Sql, SqlSession } from '../core/sql.ts'
import { fileChanges } from './file-changes.ts'
import { nodeColumns, nodeOf } from './file-row.ts'
import { formerFiles } from './former-files.ts'
import { fileSearch } from './file-search.ts'
import type { NameIndex } from './name-index.ts'

export function sqlFileIndex(session: SqlSession, dialect: Dialect, names: NameIndex): FileStore {
  async function nodeWhere(condition: Sql): Promise<FileNode | null> {
    const row = await session.get(sql`select ${nodeColumns} from _files where ${condition}`)
    return row ? nodeOf(row) : null
  }

  const store: FileStore = {
    ...fileChanges(session, names),
    ...formerFiles(session, dialect, names),
    page: fileListing(session, dialect),
    search: fileSearch(session, dialect, names, (id) => store.pathOf(id)),

    node: (id) => nodeWhere(sql`id = ${id}`),
    child: (parent, name) => nodeWhere(sql`parent = ${parent} and name = ${name}`),

    async find(path) {
      let node = await store.node(driveRoot)
      for (const name of path) {
        if (!node) return null
        node = await store.child(node.id, name)
      }
      return node
    },

    async pathOf(id) {
      const spot = await store.spotOf(id)
      return spot?.area === 'drive' ? spot.path : null
    },

    async spotOf(id) {
      const rows = await session.all(
        sql`with recursive up (id, parent, name, height) as (
              select id, parent, name, 0 from _files where id = ${id}
              union all
              select above.id, above.parent, above.name, height + 1
              from _files as above join up on above.id = up.parent
            )
            select id, name from up order by height desc`,
      )
      const [top, ...below] = rows
      if (!top) return null
      const area = top[0] === driveRoot ? 'drive' : 'hidden'
      return { area, path: below.map(([, name]) => String(name)) }
    },

    async children(folder, after, limit) {
      const start = after === null ? sql`` : sql`and name > ${after}`
      const rows = await session.all(
        sql`select ${nodeColumns} from _files where parent = ${folder} ${start}
            order by name limit ${limit}`,
      )
      return rows.map(nodeOf)
    },

    async subfolders(folder, after, limit) {
      const start = after === null ? sql`` : sql`and name > ${after}`
      const rows = await session.all(
        sql`select ${nodeColumns} from _files
            where parent = ${folder} and kind = 'folder' ${start} order by name limit ${limit}`,
      )
      return rows.map(nodeOf)
    },

    async height(folder, most) {
      const row = await session.get(
        sql`with recursive down (id, level) as (
              select id, 0 from _files where id = ${folder}
              union all
              select below.id, level + 1 from down join _files as below on below.parent = down.id
              where below.kind = 'folder' and level < ${most}
            )
            select coalesce(max(level), 0) from down`,
      )
      return Number(row?.[0])
    },

    async ruled() {
      const rows = await session.all(
        sql`with recursive up (id, parent) as (
              select id, parent from _files
              where id in (select cast(thing as bigint) from _rules where kind = 'folder')
              union
              select above.id, above.parent
              from up ${dialect.joinFromLeft} _files as above on above.id = up.parent
            )
            select ${nodeColumns} from _files where id in (select id from up)`,
      )
      return rows.map(nodeOf)
    },

    async wrongTotals() {
      const rows = await session.all(
        sql`select folder.id from _files as folder
            left join (
              select parent, count(*) as count,
                sum(case kind when 'folder' then bytes else size end) as bytes,
                sum(case kind when 'folder' then files else 1 end) as files,
                sum(case kind when 'folder' then folders + 1 else 0 end) as folders
              from _files group by parent
            ) as sums on sums.parent = folder.id
            where folder.kind = 'folder' and (
              folder.count <> coalesce(sums.count, 0) or folder.bytes <> coalesce(sums.bytes, 0)
              or folder.files <> coalesce(sums.files, 0)
              or folder.folders <> coalesce(sums.folders, 0))`,
      )
      return rows.map(([id]) => Number(id))
    },

    setFingerprint: (folder, fingerprint) =>
      session.run(sql`update _files set stamp = ${fingerprint} where id = ${folder}`),

    touch: (folder, fingerprint, modified) =>
      session.run(
        sql`update _files set
              stamp = case when stamp is null then null else coalesce(${fingerprint}, stamp) end,
              date = case when modified < ${modified} then ${fileTime(modified)} else date end,
              modified = case when modified < ${modified} then ${modified} else modified end,
              version = version + 1
            where id = ${folder}`,
      ),

    async intents() {
      const rows = await session.all(sql`select id, steps from _file_intents order by id`)
      return rows.map(([id, steps]) => ({
        id: Number(id),
        steps: stepsIn(String(steps)),
      }))
    },
    addIntent: (steps) =>
      session.insertKeyed(
        sql`insert into _file_intents (steps) values (${JSON.stringify(steps)})`,
        'id',
      ),
    dropIntent: (id) => session.run(sql`delete from _file_intents where id = ${id}`),

    async home() {
      const row = await session.get(sql`select home from _drive`)
      return row ? String(row[0]) : null
    },
    async setHome(id) {
      await session.run(sql`delete from _drive`)
      await session.insert(sql`insert into _drive (home) values (${id})`)
    },
  }
  return store
}

/** What an entry needs beside its path, more or less. */
const entryBytes = 150

type Start = { after: string | null; start: number }

/** Entries of a folder. */
interface Shown {
  /** A condition. */
  which: Sql
  /** How many of those in the folder are left out. */
  less: number
  folder: number
}

function fileListing(session: SqlSession, dialect: Dialect): FileReader['page'] {
  /** A condition for the names of the page and all that follow; `null` when there are none. */
  async function namesFrom(shown: Shown, { after, start }: Start): Promise<Sql | null> {
    if (start === 0) return after === null ? sql`` : sql`and name > ${after}`
    const first = after === null ? await nameAt(shown, start) : await nameAfter(shown, after, start)
    return first === null ? null : sql`and name >= ${first}`
  }

  async function nameAfter({ which }: Shown, after: string, start: number): Promise<string | null> {
    return nameIn(
      await session.get(
        sql`select name from _files where ${which} and name > ${after}
            order by name limit 1 offset ${start}`,
      ),
    )
  }

  /** Counts from the nearer end: names have to be passed over one by one. */
  async function nameAt({ folder, which, less }: Shown, at: number): Promise<string | null> {
    const row = await session.get(sql`select count from _files where id = ${folder}`)
    const beyond = Number(row?.[0] ?? 0) - less - at
    if (beyond <= 0) return null
    const names = sql`select name from _files where ${which} order by name`
    return nameIn(
      await session.get(
        at <= beyond
          ? sql`${names} limit 1 offset ${at}`
          : sql`${names} desc limit 1 offset ${beyond - 1}`,
      ),
    )
  }

  async function hasMore({ which }: Shown, after: string): Promise<boolean> {
    const more = await session.get(
      sql`select 1 from _files where ${which} and name > ${after} limit 1`,
    )
    return more !== undefined
  }

  function shownOf(folder: number, without: readonly number[]): Shown {
    const which = sql`parent = ${folder}`
    if (without.length === 0) return { folder, which, less: 0 }
    const list = dialect.idList(JSON.stringify(without))
    return {
      folder,
      which: sql`${which} and id not in (select list."$id" from ${list})`,
      less: without.length,
    }
  }

  return async (folder, path, from, limit, without = []) => {
    const shown = shownOf(folder, without)
    const names = await namesFrom(shown, from)
    if (names === null) return { json: new TextEncoder().encode('[]'), count: 0, next: null }

    const prefix = path.map((name) => `/${name}`).join('') + '/'
    const items = sql`select name, ${entryJson(dialect, prefix)} as item
      from _files where ${shown.which} ${names} order by name`
    let most = Math.min(limit, Math.ceil(listingBytes / (entryBytes + prefix.length)))
    for (;;) {
      const page = await session.get(
        sql`select ${dialect.arrayBytes(sql`item`)}, count(*), max(name)
            from (${items} limit ${most}) as page`,
      )
      const json = page?.[0] as Uint8Array<ArrayBuffer>
      if (json.length <= listingBytes || most === 1) {
        const count = Number(page?.[1])
        const last = count < most ? null : String(page?.[2])
        return { json, count, next: last !== null && (await hasMore(shown, last)) ? last : null }
      }
      most = Math.ceil(most / 4)
    }
  }
}

/** Put together by hand: this is what most of the time of a listing goes into. */
function entryJson(dialect: Dialect, prefix: string): Sql {
  return sql`'{"id":' || ${dialect.quoted(sql`${prefix} || name`)} || ',"type":"' || kind
    || '","value":' || ${dialect.quoted(sql`name`)} || ',"date":"' || date || case kind
      when 'file' then '","size":' || size || '}'
      when 'folder' then '","lazy":true,"count":' || count || ',"bytes":' || bytes || '}'
      else '"}' end`
}

function nameIn(row: unknown[] | undefined): string | null {
  return row ? String(row[0]) : null
}

/** What 0.1 wrote down before a crash says `place` for the path of a spot. */
type StoredSpot = Pick<Spot, 'area'> & { path?: Path; place?: Path }

function stepsIn(text: string): Step[] {
  const steps = JSON.parse(text) as (Omit<Step, 'from' | 'to'> & {
    from: StoredSpot
    to: StoredSpot
  })[]
  return steps.map(({ from, to, ...step }) => ({ ...step, from: spotOf(from), to: spotOf(to) }))
}

function spotOf({ area, path, place }: StoredSpot): Spot {
  return { area, path: path ?? place ?? [] }
}
