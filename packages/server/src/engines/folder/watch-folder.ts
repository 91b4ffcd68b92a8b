import { lstatSync, watch } from 'node:fs'
import type { FSWatcher } from 'node:fs'
import type { WhatChanged } from '../../ports/safe-folder.ts'
import { identityOf, joined } from './folder.ts'
import type { Folder } from './folder.ts'
import { errorCode } from './map-errors.ts'
import { decoded, nameText } from './segment.ts'
import type { Segment } from './segment.ts'

/** `null`: any name in the folder may have changed. `what` is as the port says. */
type Changed = (name: Segment | null, what: WhatChanged) => void

export interface FolderWatches {
  /** Stays with the folder wherever it is moved. `null` when there can be no more watches. */
  watch: (folder: Folder, changed: Changed) => (() => void) | null
  close: () => void
}

/**
 * macOS and Windows watch a whole tree as easily as a folder. A watch on each folder would lose it there when it is
 * moved, and on Windows nobody could move what is above it.
 */
export const watchesHere = ['darwin', 'win32'].includes(process.platform) ? 'one' : 'each'

export function folderWatches(root: Folder, kind: 'one' | 'each' = watchesHere): FolderWatches {
  return kind === 'one' ? oneForAll(root) : { watch: oneForEach, close: () => {} }
}

/** The kernel watches the folder itself, whatever it is called. */
function oneForEach(folder: Folder, changed: Changed): (() => void) | null {
  const path = folder.path()
  // What happens to the folder itself is told with the last part of the path we gave.
  const itself = nameText(lastName(path))

  function tell(what: WhatChanged, bytes: Buffer | null): void {
    const name = bytes === null ? null : decoded(bytes)
    changed(name === null || nameText(name) === itself ? null : name, what)
  }

  const watcher = unlessNoMore(() =>
    watch(path, { encoding: 'buffer', persistent: false }, (event, bytes) =>
      tell(event === 'rename' ? 'name' : 'any', bytes),
    ),
  )
  watcher?.on('error', () => tell('any', null))
  return watcher && (() => watcher.close())
}

function lastName(path: string | Buffer): Segment {
  return decoded(
    Buffer.from(Buffer.from(path).toString('latin1').split('/').at(-1) ?? '', 'latin1'),
  )
}

/** It tells paths; which folder is meant is told by what is there. */
function oneForAll(root: Folder): FolderWatches {
  const listeners = new Map<string, Set<Changed>>()
  let watcher: FSWatcher | null = null

  function tellAll(): void {
    for (const some of listeners.values()) for (const changed of some) changed(null, 'any')
  }

  function tell(told: string | null): void {
    if (told === null) return tellAll()
    const names = told.split(separators)
    const name = names.pop() ?? ''
    tellThose(names, name)
    // What happens to the folder itself.
    tellThose([...names, name], null)
  }

  function tellThose(names: readonly string[], name: string | null): void {
    const path = names.reduce((above, below) => joined(above, below), root.path())
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    const some = stats && listeners.get(identityOf(stats))
    // Here several events may be told as one.
    for (const changed of some ?? []) changed(name, 'any')
  }

  function start(): FSWatcher | null {
    const options = { recursive: true, persistent: false } as const
    const started = unlessNoMore(() =>
      watch(root.path(), options, (_, told) => {
        try {
          tell(told)
        } catch {
          tellAll()
        }
      }),
    )
    started?.on('error', tellAll)
    return started
  }

  return {
    watch(folder, changed) {
      watcher ??= start()
      if (!watcher) return null
      const identity = identityOf(folder.stats())
      // One function may be given twice.
      const own: Changed = (name, what) => changed(name, what)
      const some = listeners.get(identity) ?? new Set()
      listeners.set(identity, some.add(own))
      return () => {
        some.delete(own)
        if (some.size === 0 && listeners.get(identity) === some) listeners.delete(identity)
      }
    },
    close: () => watcher?.close(),
  }
}

const separators = process.platform === 'win32' ? /[\\/]/ : /\//

/** Where there can be none, a folder is looked at when it is listed, and all of them now and then. */
function unlessNoMore(start: () => FSWatcher): FSWatcher | null {
  try {
    return start()
  } catch (error) {
    if (noMoreWatches.has(errorCode(error))) return null
    throw error
  }
}

const noMoreWatches = new Set([
  'ENOSPC',
  'EMFILE',
  'ENFILE',
  'ENOSYS',
  'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
])
