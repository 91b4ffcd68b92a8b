import { closeSync, fsyncSync, openSync } from 'node:fs'

/** A new folder is only there for certain once its parent's list of names is on the disk. */
export function syncFolder(path: string): void {
  // Windows lets nobody wait for the names in a folder.
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
