import { listingBytes } from '../../ports/file-index.ts'
import type { FileReader } from '../../ports/file-index.ts'
import type { Dialect } from './dialect.ts'
import { sql } from './sql.ts'
import type { Sql, SqlSession } from './sql.ts'

/** What an entry needs beside its path, more or less. */
const entryBytes = 150

type Start = { after: string | null; start: number }

export function fileListing(session: SqlSession, dialect: Dialect): FileReader['page'] {
  /** A condition for the names of the page and all that follow; `null` when there are none. */
  async function namesFrom(folder: number, { after, start }: Start): Promise<Sql | null> {
    if (start === 0) return after === null ? sql`` : sql`and name > ${after}`
    const first =
      after === null ? await nameAt(folder, start) : await nameAfter(folder, after, start)
    return first === null ? null : sql`and name >= ${first}`
  }

  async function nameAfter(folder: number, after: string, start: number): Promise<string | null> {
    return nameIn(
      await session.get(
        sql`select name from _files where parent = ${folder} and name > ${after}
            order by name limit 1 offset ${start}`,
      ),
    )
  }

  /** Counts from the nearer end: names have to be passed over one by one. */
  async function nameAt(folder: number, at: number): Promise<string | null> {
    const row = await session.get(sql`select count from _files where id = ${folder}`)
    const beyond = Number(row?.[0] ?? 0) - at
    if (beyond <= 0) return null
    const names = sql`select name from _files where parent = ${folder} order by name`
    return nameIn(
      await session.get(
        at <= beyond
          ? sql`${names} limit 1 offset ${at}`
          : sql`${names} desc limit 1 offset ${beyond - 1}`,
      ),
    )
  }

  async function hasMore(folder: number, after: string): Promise<boolean> {
    const more = await session.get(
      sql`select 1 from _files where parent = ${folder} and name > ${after} limit 1`,
    )
    return more !== undefined
  }

  return async (folder, place, from, limit) => {
    const names = await namesFrom(folder, from)
    if (names === null) return { json: new TextEncoder().encode('[]'), count: 0, next: null }

    const path = place.map((name) => `/${name}`).join('') + '/'
    const items = sql`select name, ${entryJson(dialect, path)} as item
      from _files where parent = ${folder} ${names} order by name`
    let most = Math.min(limit, Math.ceil(listingBytes / (entryBytes + path.length)))
    for (;;) {
      const page = await session.get(
        sql`select ${dialect.arrayBytes(sql`item`)}, count(*), max(name)
            from (${items} limit ${most}) as page`,
      )
      const json = page?.[0] as Uint8Array<ArrayBuffer>
      if (json.length <= listingBytes || most === 1) {
        const count = Number(page?.[1])
        const last = count < most ? null : String(page?.[2])
        return { json, count, next: last !== null && (await hasMore(folder, last)) ? last : null }
      }
      most = Math.ceil(most / 4)
    }
  }
}

/** Put together by hand: this is what most of the time of a listing goes into. */
function entryJson(dialect: Dialect, path: string): Sql {
  return sql`'{"id":' || ${dialect.quoted(sql`${path} || name`)} || ',"type":"' || kind
    || '","value":' || ${dialect.quoted(sql`name`)} || ',"date":"' || date || case kind
      when 'file' then '","size":' || size || '}'
      when 'folder' then '","lazy":true,"count":' || count || ',"bytes":' || bytes || '}'
      else '"}' end`
}

function nameIn(row: unknown[] | undefined): string | null {
  return row ? String(row[0]) : null
}
