import type { FileNode } from '../../../ports/file-index.ts'
import type { Entry, EntryKind } from '../../../ports/storage.ts'
import { sql } from '../core/sql.ts'

export const nodeColumns = sql`id, parent, name, kind, size, modified, inode,
  count, bytes, files, folders, version, stamp, content`

export function nodeOf(row: unknown[]): FileNode {
  return {
    id: Number(row[0]),
    // The two tops have none.
    parent: Number(row[1] ?? 0),
    name: String(row[2]),
    kind: row[3] as EntryKind,
    size: Number(row[4]),
    modified: Number(row[5]),
    inode: Number(row[6]),
    count: Number(row[7]),
    totals: { bytes: Number(row[8]), files: Number(row[9]), folders: Number(row[10]) },
    version: Number(row[11]),
    fingerprint: row[12] as string | null,
    content: row[13] === null ? null : Number(row[13]),
  }
}

/** What an entry adds to the folders above it, without what it holds. */
export function sizeOf({ kind, size }: Pick<Entry, 'kind' | 'size'>): number {
  return kind === 'file' ? size : 0
}
