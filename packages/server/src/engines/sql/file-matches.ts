import type { FileNode } from '../../ports/file-index.ts'
import type { Dialect } from './dialect.ts'
import { keyColumn } from './name-index.ts'
import type { NameIndex } from './name-index.ts'
import { sql } from './sql.ts'
import type { Sql, SqlSession } from './sql.ts'

/** Entries whose key has the text in it, in the order of their ids. */
export interface Matches {
  rows: MatchingRow[]
  /** Up to this id nothing was left out; `null` when nothing follows. */
  done: number | null
}

export type MatchingRow = unknown[]

/** The next matches after an id: a piece of work of a few milliseconds. */
export type NextMatches = (after: number) => Promise<Matches>

/** A tree with at most so many entries is walked in a few milliseconds, whatever the text is. */
const walkedAtOnce = 20_000
/** How many ids a scan of all names goes through at once. */
const scannedAtOnce = 8000
const rowsAtOnce = 500

const columns = sql`id, parent, name, kind, date, size, count, bytes`

/** Chooses how to find names: by a walk of the tree, by the name index, or by looking at them all. */
export function matchesOf(
  session: SqlSession,
  dialect: Dialect,
  names: NameIndex,
  folder: FileNode,
  key: string,
): NextMatches {
  const isMatch = dialect.includes(keyColumn, key)

  async function walk(after: number): Promise<Matches> {
    const rows = await session.all(
      sql`with recursive folders (folder) as (
            select ${folder.id}
            union all
            select id from folders ${dialect.joinFromLeft} _files on parent = folder and kind = 'folder'
          )
          select ${columns} from folders ${dialect.joinFromLeft} _files on parent = folder
          where id > ${after} and ${isMatch} order by id limit ${rowsAtOnce}`,
    )
    return { rows, done: rows.length < rowsAtOnce ? null : lastId(rows) }
  }

  async function lookUp(candidates: Sql): Promise<Matches> {
    const rows = await session.all(
      sql`select ${columns}, ${isMatch} from ${candidates} as candidates ${dialect.joinFromLeft} _files using (id)
          order by id`,
    )
    // The last column tells the real ones: even where there are none, we know how far we have come.
    const real = rows.filter((row) => Boolean(row.at(-1)))
    return { rows: real, done: rows.length < rowsAtOnce ? null : lastId(rows) }
  }

  async function scan(after: number): Promise<Matches> {
    const end = Number((await session.get(sql`select max(id) from _files`))?.[0])
    const last = after + scannedAtOnce
    const rows = await session.all(
      sql`select ${columns} from _files where id > ${after} and id <= ${last} and ${isMatch}
          order by id limit ${rowsAtOnce}`,
    )
    if (rows.length === rowsAtOnce) return { rows, done: lastId(rows) }
    return { rows, done: last < end ? last : null }
  }

  if (folder.totals.files + folder.totals.folders <= walkedAtOnce) return walk
  return (after) => {
    const candidates = names.candidates(key, after, rowsAtOnce)
    return candidates ? lookUp(candidates) : scan(after)
  }
}

function lastId(rows: MatchingRow[]): number {
  return Number(rows.at(-1)?.[0])
}
