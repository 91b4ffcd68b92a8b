import type { FileReader, FoundPage } from '../../ports/file-index.ts'
import type { Dialect } from './dialect.ts'
import { matchesOf } from './file-matches.ts'
import type { MatchingRow } from './file-matches.ts'
import type { NameIndex } from './name-index.ts'
import { nameKey } from './name-key.ts'
import { sql } from './sql.ts'
import type { SqlSession } from './sql.ts'

/** After so many milliseconds a page is answered as it is, so that others get their turn. */
const patience = 5

export function fileSearch(
  session: SqlSession,
  dialect: Dialect,
  names: NameIndex,
  placeOf: FileReader['placeOf'],
): FileReader['search'] {
  return async (folder, text, after, limit) => {
    const began = performance.now()
    const found: string[] = []
    const page = (next: number | null): FoundPage => ({
      json: `[${found.join(',')}]`,
      count: found.length,
      next,
    })

    const key = nameKey(text)
    const place = await placeOf(folder.id)
    // No name has such characters, and not every database could compare them.
    if (!place || key.includes('\0') || !key.isWellFormed()) return page(null)

    const nextMatches = matchesOf(session, dialect, names, folder, key)
    const pathOf = pathsBelow(session, folder.id, place.map((name) => `/${name}`).join(''))
    let done: number | null = after ?? 0
    while (done !== null && performance.now() - began < patience) {
      const matches = await nextMatches(done)
      for (const row of matches.rows) {
        const path = await pathOf(Number(row[1]))
        if (path === null) continue
        // Only now is it known that more follows: a page is not cut for an empty next one.
        if (found.length === limit) return page(done)
        found.push(entryJson(path, row))
        done = Number(row[0])
      }
      done = matches.done
    }
    return page(done)
  }
}

/** Answers the path of a folder; `null` for one that is not below `top`, nor `top` itself. */
function pathsBelow(
  session: SqlSession,
  top: number,
  path: string,
): (folder: number) => Promise<string | null> {
  const paths = new Map<number, string | null>([[top, path]])

  return async function pathOf(folder: number): Promise<string | null> {
    const known = paths.get(folder)
    if (known !== undefined) return known
    const row = await session.get(sql`select parent, name from _files where id = ${folder}`)
    const above = row && row[0] !== null ? await pathOf(Number(row[0])) : null
    const made = above === null ? null : `${above}/${String(row?.[1])}`
    paths.set(folder, made)
    return made
  }
}

function entryJson(folder: string, row: MatchingRow): string {
  const [, , name, type, date, size, count, bytes] = row
  const entry = { id: `${folder}/${String(name)}`, type, value: name, date }
  if (type === 'file') return JSON.stringify({ ...entry, size })
  if (type === 'folder') return JSON.stringify({ ...entry, lazy: true, count, bytes })
  return JSON.stringify(entry)
}
