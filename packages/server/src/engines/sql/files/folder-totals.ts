import type { Content, FileNode } from '../../../ports/file-index.ts'
import type { Entry } from '../../../ports/storage.ts'
import { sizeOf } from './file-row.ts'
import { sql } from '../core/sql.ts'
import type { Sql, SqlSession } from '../core/sql.ts'

export const nothing: Content = { count: 0, totals: { bytes: 0, files: 0, folders: 0 } }

/** New entries hold nothing yet. */
export function contentOf(
  entries: readonly (Pick<Entry, 'kind' | 'size'> & Partial<Pick<FileNode, 'totals'>>)[],
): Content {
  const sum = { ...nothing.totals }
  for (const entry of entries) {
    const { bytes, files, folders } = entry.totals ?? nothing.totals
    const isFolder = entry.kind === 'folder'
    sum.bytes += bytes + sizeOf(entry)
    sum.files += files + (isFolder ? 0 : 1)
    sum.folders += folders + (isFolder ? 1 : 0)
  }
  return { count: entries.length, totals: sum }
}

export function without({ count, totals }: Content): Content {
  const { bytes, files, folders } = totals
  return { count: -count, totals: { bytes: -bytes, files: -files, folders: -folders } }
}

/** A query for the ids of a folder and of all above it. */
export function idsUpFrom(folder: number): Sql {
  return sql`with recursive above (id) as (
      select ${folder}
      union all
      select parent from _files join above using (id) where parent is not null
    )
    select id from above`
}

/** Tells a folder and all above it that its content has changed: one step for each level. */
export async function addToFolders(
  session: SqlSession,
  folder: number,
  { count, totals }: Content,
): Promise<void> {
  await session.run(
    sql`update _files set
          count = count + case when id = ${folder} then ${count} else 0 end,
          bytes = bytes + ${totals.bytes},
          files = files + ${totals.files},
          folders = folders + ${totals.folders},
          version = version + 1
        where id in (${idsUpFrom(folder)})`,
  )
}
