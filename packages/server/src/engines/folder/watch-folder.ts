import { type FSWatcher, watch } from 'node:fs'
import { errorCode } from './folder-error.ts'
import { nameText } from './name-text.ts'
import { decoded } from './segment.ts'
import { pathOf } from './walk.ts'

/** Stays with the folder wherever it is moved: the kernel watches what the descriptor stands for. */
export function watchFolder(
  folder: number,
  changed: (name: string | null) => void,
): (() => void) | null {
  // What happens to the folder itself is told with the last part of the path we gave.
  const itself = String(folder)

  function tell(bytes: Buffer | null): void {
    const name = bytes === null ? null : nameText(decoded(bytes))
    changed(name === itself ? null : name)
  }

  const watcher = startWatch(folder, tell)
  watcher?.on('error', () => tell(null))
  if (!watcher) return null
  return () => watcher.close()
}

function startWatch(folder: number, tell: (bytes: Buffer | null) => void): FSWatcher | null {
  try {
    const options = { encoding: 'buffer', persistent: false } as const
    return watch(pathOf(folder), options, (_, bytes) => tell(bytes))
  } catch (error) {
    if (noMoreWatches.has(errorCode(error))) return null
    throw error
  }
}

const noMoreWatches = new Set(['ENOSPC', 'EMFILE', 'ENFILE'])
