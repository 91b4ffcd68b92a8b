import { existsSync } from 'node:fs'
import { openDescriptors } from './descriptors.ts'
import type { Folder } from './folder.ts'
import { openPortable } from './portable.ts'

/** What holds an open folder: a descriptor that leads to it wherever it goes, or its path. */
export type Paths = 'descriptors' | 'portable'

/** Only on Linux does an open folder lead to what is in it, and only where /proc is mounted. */
export function pathsHere(): Paths {
  return process.platform === 'linux' && existsSync('/proc/self/fd') ? 'descriptors' : 'portable'
}

export function openRoot(path: string, paths: Paths): Folder {
  return paths === 'descriptors' ? openDescriptors(path) : openPortable(path)
}
