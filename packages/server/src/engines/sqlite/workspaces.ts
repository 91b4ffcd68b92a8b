import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../errors.ts'
import type { Observe } from '../../observe/observation.ts'
import type { Workspace, Workspaces } from '../../ports/workspaces.ts'
import { openSqliteDatabase } from './database.ts'
import { lockFolder } from './folder-lock.ts'

/** One folder for each workspace, with its database in it. `null` keeps everything in memory. */
export function openSqliteWorkspaces(folder: string | null, observe: Observe): Workspaces {
  return folder === null ? inMemory(observe) : inFolder(folder, observe)
}

function inFolder(folder: string, observe: Observe): Workspaces {
  const root = join(folder, 'workspaces')
  mkdirSync(root, { recursive: true })
  const unlock = lockFolder(folder)
  const opened = new Map<string, Workspace>()
  const fileOf = (name: string) => join(root, name, 'triptych.sqlite')
  const exists = (name: string) => existsSync(fileOf(name))
  let closed = false

  function opening(name: string): Workspace {
    if (closed) throw stopping()
    const workspace = { name, database: openSqliteDatabase(fileOf(name), observe) }
    opened.set(name, workspace)
    return workspace
  }

  return {
    async open(name) {
      return opened.get(name) ?? (exists(name) ? opening(name) : null)
    },
    async create(name) {
      if (exists(name)) return null
      mkdirSync(join(root, name), { recursive: true })
      const workspace = opening(name)
      for (const made of [join(root, name), root, folder]) syncFolder(made)
      return workspace
    },
    async names() {
      return readdirSync(root).filter(exists).toSorted()
    },
    async close() {
      if (closed) return
      closed = true
      await closeAll(opened)
      unlock()
    },
  }
}

function inMemory(observe: Observe): Workspaces {
  const opened = new Map<string, Workspace>()
  let closed = false
  return {
    open: async (name) => opened.get(name) ?? null,
    async create(name) {
      if (closed) throw stopping()
      if (opened.has(name)) return null
      const workspace = { name, database: openSqliteDatabase(':memory:', observe) }
      opened.set(name, workspace)
      return workspace
    },
    names: async () => [...opened.keys()].toSorted(),
    close() {
      closed = true
      return closeAll(opened)
    },
  }
}

function stopping(): AppError {
  return new AppError('unavailable', 'The server is stopping.')
}

async function closeAll(opened: Map<string, Workspace>): Promise<void> {
  await Promise.all([...opened.values()].map(({ database }) => database.close()))
}

/** A new folder is only there for certain once its parent's list of names is on the disk. */
function syncFolder(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
