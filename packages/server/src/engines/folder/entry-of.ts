import type { Stats } from 'node:fs'
import type { Entry, EntryKind } from '../../ports/storage.ts'

export function entryOf(stats: Stats): Entry {
  const kind = kindOf(stats)
  const size = kind === 'file' ? stats.size : 0
  return { kind, size, modified: stats.mtimeMs, inode: stats.ino }
}

function kindOf(stats: Stats): EntryKind {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'folder'
  return stats.isSymbolicLink() ? 'link' : 'other'
}
