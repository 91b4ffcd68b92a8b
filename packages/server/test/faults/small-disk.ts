import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '../fixtures/run-program.ts'

/** A disk of its own that is soon full. */
export interface SmallDisk {
  path: string
  /** Takes every last byte. */
  fill(): void
  free(): void
  unmount(): void
}

/** `null` where nobody may mount anything. */
export function mountSmallDisk(mebibytes: number): SmallDisk | null {
  const path = join(newFolder(), 'disk')
  mkdirSync(path)
  const options = ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path]
  if (spawnSync('mount', options).status !== 0) return null
  const filler = join(path, 'filler')

  return {
    path,
    fill() {
      const file = openSync(filler, 'a')
      try {
        for (const size of [65_536, 4096, 1]) fillWith(file, Buffer.alloc(size))
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler, { force: true }),
    unmount: () => void spawnSync('umount', [path]),
  }
}

function fillWith(file: number, bytes: Buffer): void {
  try {
    for (;;) writeSync(file, bytes)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}
