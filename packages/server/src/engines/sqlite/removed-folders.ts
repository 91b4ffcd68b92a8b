import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { syncFolder } from './sync-folder.ts'

/** The folders of workspaces that were removed: `removed/{name}` beside `workspaces`, on the same disk. */
export interface RemovedFolders {
  has(name: string): boolean
  pathOf(name: string): string
  /** In alphabetical order. */
  all(): { name: string; removedAt: Date }[]
  put(from: string, name: string, at: Date): void
  putBack(name: string, to: string): void
  forget(name: string): void
}

/** Inside of the folder: since when it is out of the way. */
const marker = 'removed-at'

export function removedFolders(folder: string): RemovedFolders {
  const root = join(folder, 'removed')
  const pathOf = (name: string): string => join(root, name)
  const isWhole = (name: string): boolean => !name.startsWith('.') && existsSync(pathOf(name))

  return {
    pathOf,
    has: isWhole,
    all() {
      if (!existsSync(root)) return []
      return readdirSync(root)
        .filter(isWhole)
        .toSorted()
        .map((name) => ({ name, removedAt: removedAt(pathOf(name)) }))
    },
    put(from, name, at) {
      mkdirSync(root, { recursive: true })
      // Before it moves: one that has moved has it for certain.
      writeFileSync(join(from, marker), `${at.toISOString()}\n`, { flush: true })
      move(from, pathOf(name))
    },
    putBack(name, to) {
      // A folder of this name without a database may be there; only an empty one gives way.
      move(pathOf(name), to)
      rmSync(join(to, marker), { force: true })
    },
    forget(name) {
      // What is begun goes on at the next start: its name is free from now on.
      const going = join(root, `.${name}`)
      rmSync(going, { recursive: true, force: true })
      move(pathOf(name), going)
      rmSync(going, { recursive: true, force: true })
    },
  }
}

function removedAt(path: string): Date {
  try {
    const told = new Date(readFileSync(join(path, marker), 'utf8').trim())
    if (!Number.isNaN(told.getTime())) return told
  } catch {
    // Somebody has put the folder here by hand.
  }
  return statSync(path).mtime
}

function move(from: string, to: string): void {
  renameSync(from, to)
  for (const folder of new Set([dirname(from), dirname(to)])) syncFolder(folder)
}
