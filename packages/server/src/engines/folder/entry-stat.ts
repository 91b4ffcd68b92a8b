import type { Stats } from 'node:fs'

export type EntryKind = 'file' | 'folder' | 'link' | 'other'

export interface EntryStat {
  kind: EntryKind
  size: number
  mtimeMs: number
  ino: number
}

export function entryStat(stats: Stats): EntryStat {
  return { kind: kindOf(stats), size: stats.size, mtimeMs: stats.mtimeMs, ino: stats.ino }
}

function kindOf(stats: Stats): EntryKind {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'folder'
  return stats.isSymbolicLink() ? 'link' : 'other'
}
