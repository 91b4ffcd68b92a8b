import type { Entry } from '../../../ports/storage.ts'

/** There is no disk, and so no inode. */
export function fileEntry(size: number, now: Date): Entry {
  return { kind: 'file', size, modified: now.getTime(), inode: 0 }
}

export function folderEntry(now: Date): Entry {
  return { kind: 'folder', size: 0, modified: now.getTime(), inode: 0 }
}
