import { fstatSync } from 'node:fs'
import type { Stats } from 'node:fs'
import type { Entry, EntryKind, Fingerprint, Touched } from '../../ports/storage.ts'

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

export function fingerprintOf(folder: number): Fingerprint {
  return String(fstatSync(folder, { bigint: true }).mtimeNs)
}

export function touching(folder: number, change: () => void): Touched {
  const before = fingerprintOf(folder)
  change()
  return touchedSince(before, folder)
}

export function touchedSince(before: Fingerprint, folder: number): Touched {
  return { before, after: fingerprintOf(folder), modified: fstatSync(folder).mtimeMs }
}

export function isSameFolder(one: number, other: number): boolean {
  const a = fstatSync(one, { bigint: true })
  const b = fstatSync(other, { bigint: true })
  return a.ino === b.ino && a.dev === b.dev
}
