import type {
  FileReader,
  FoundPage,
  FileNode,
  Wanted,
  Withheld,
} from '../../../ports/file-index.ts'
import { soughtText } from '../../../plain-text.ts'
import type { Dialect } from '../core/dialect.ts'
import { join, sql } from '../core/sql.ts'
import type { SqlSession, Sql } from '../core/sql.ts'
import { keyColumn } from './name-index.ts'
import type { NameIndex } from './name-index.ts'

/** After so many milliseconds a page is answered as it is, so that others get their turn. */
const budgetMs = 5

export function fileSearch(
  session: SqlSession,
  dialect: Dialect,
  names: NameIndex,
  pathOf: FileReader['pathOf'],
): FileReader['search'] {
  return async (folder, wanted, after, limit, withheld = nothingWithheld) => {
    const began = performance.now()
    const found: string[] = []
    const page = (next: number | null): FoundPage => ({
      json: `[${found.join(',')}]`,
      count: found.length,
      next,
    })

    const key = soughtText(wanted.text)
    const path = await pathOf(folder.id)
    // No name has such characters, and not every database could compare them.
    if (!path || key.includes('\0') || !key.isWellFormed()) return page(null)

    const nextMatches = matchesOf(
      session,
      dialect,
      names,
      folder,
      key,
      matching(dialect, key, wanted),
    )
    const top = { id: folder.id, path: path.map((name) => `/${name}`).join('') }
    const folderPath = pathsBelow(session, top, withheld)
    let done: number | null = after ?? 0
    // However slow the machine is: a page that did not get on would be asked for again and again.
    let isLate = false
    while (done !== null && !isLate) {
      const matches = await nextMatches(done)
      for (const row of matches.rows) {
        const path = withheld.ids.has(Number(row[0])) ? null : await folderPath(Number(row[1]))
        if (path === null) continue
        // Only now is it known that more follows: a page is not cut for an empty next one.
        if (found.length === limit) return page(done)
        found.push(entryJson(path, row, withheld))
        done = Number(row[0])
      }
      done = matches.done
      isLate = performance.now() - began >= budgetMs
    }
    return page(done)
  }
}

const nothingWithheld: Withheld = { ids: new Set(), within: new Map() }

/** Answers the path of a folder; `null` for one that is withheld, or not below `top`, nor `top` itself. */
function pathsBelow(
  session: SqlSession,
  top: { id: number; path: string },
  { ids }: Withheld,
): (folder: number) => Promise<string | null> {
  const paths = new Map<number, string | null>([[top.id, top.path]])

  return async function folderPath(folder: number): Promise<string | null> {
    const known = paths.get(folder)
    if (known !== undefined) return known
    if (ids.has(folder)) return null
    const row = await session.get(sql`select parent, name from _files where id = ${folder}`)
    const above = row && row[0] !== null ? await folderPath(Number(row[0])) : null
    const made = above === null ? null : `${above}/${String(row?.[1])}`
    paths.set(folder, made)
    return made
  }
}

function entryJson(folder: string, row: MatchingRow, { within }: Withheld): string {
  const [id, , name, type, date, size] = row
  const less = within.get(Number(id))
  const count = Number(row[6]) - (less?.count ?? 0)
  const bytes = Number(row[7]) - (less?.totals.bytes ?? 0)
  const entry = { id: `${folder}/${String(name)}`, type, value: name, date }
  if (type === 'file') return JSON.stringify({ ...entry, size })
  if (type === 'folder') return JSON.stringify({ ...entry, lazy: true, count, bytes })
  return JSON.stringify(entry)
}

/** Entries that are as wanted, in the order of their ids. */
interface Matches {
  rows: MatchingRow[]
  /** Up to this id nothing was left out; `null` when nothing follows. */
  done: number | null
}

type MatchingRow = unknown[]

/** The next matches after an id: a piece of work of a few milliseconds. */
type NextMatches = (after: number) => Promise<Matches>

/** A tree with at most so many entries is walked in a few milliseconds, whatever the text is. */
const walkedAtOnce = 20_000

/** How many ids a scan of all names goes through at once. */
const scannedAtOnce = 8000

const rowsAtOnce = 500

const columns = sql`id, parent, name, kind, date, size, count, bytes`

/** Chooses how to find names: by a walk of the tree, by the name index, or by looking at them all. */
function matchesOf(
  session: SqlSession,
  dialect: Dialect,
  names: NameIndex,
  folder: FileNode,
  key: string,
  isMatch: Sql,
): NextMatches {
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

/** A condition over `_files`. */
function matching(dialect: Dialect, key: string, { only, since }: Wanted): Sql {
  const conditions = [
    ...(key === '' ? [] : [dialect.includes(keyColumn, key)]),
    ...(only === 'folder' ? [sql`_files.kind = 'folder'`] : []),
    ...(Array.isArray(only) ? [sql`_files.kind = 'file'`, hasEnding(only)] : []),
    ...(since === null ? [] : [sql`_files.modified >= ${since}`]),
  ]
  return conditions.length === 0 ? sql`true` : sql`(${join(conditions, ' and ')})`
}

/** Endings are compared by their length: some dozens at the cost of two or three. What is nothing but an ending has none. */
function hasEnding(endings: readonly string[]): Sql {
  const byLength = Map.groupBy(endings, ({ length }) => length)
  const conditions = [...byLength].map(([length, alike]) => {
    const texts = join(
      alike.map((ending) => sql`${`.${ending}`}`),
      ', ',
    )
    // In the text of the statement: a value would be of a type that PostgreSQL does not count letters by.
    const letters: Sql = { text: String(length), values: [] }
    return sql`(length(_files.name) > ${letters} + 1 and lower(substr(_files.name, length(_files.name) - ${letters})) in (${texts}))`
  })
  return conditions.length === 0 ? sql`false` : sql`(${join(conditions, ' or ')})`
}

function lastId(rows: MatchingRow[]): number {
  return Number(rows.at(-1)?.[0])
}
