import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../errors.ts'
import { newMemo } from '../../memo.ts'
import type { Observe } from '../../observe/observation.ts'
import type { OpenVolume } from '../../ports/volume.ts'
import type { Workspace, Workspaces } from '../../ports/workspaces.ts'
import type { OpenRules } from '../sql/core/open-workspaces.ts'
import {
  closeWorkspace,
  eraseWorkspace,
  openWorkspaces,
  stopping,
  titlesOf,
  whyNotOpened,
} from '../sql/core/open-workspaces.ts'
import { openConnection } from './connection.ts'
import { openSqliteDatabase } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { inMemory } from './memory-workspaces.ts'
import { fullOrItself } from './named-file.ts'
import { openReadThreads } from './read-threads.ts'
import { removedFolders } from './removed-folders.ts'
import { syncFolder } from './sync-folder.ts'

type Fill = (made: Workspace) => Promise<void>

/** One folder for each workspace, with its database in it. `null` keeps everything in memory. */
export function openSqliteWorkspaces(
  folder: string | null,
  openVolume: OpenVolume,
  observe: Observe,
  rules?: OpenRules,
): Workspaces {
  return folder === null
    ? inMemory(openVolume, observe)
    : inFolder(folder, openVolume, observe, rules)
}

function inFolder(
  folder: string,
  openVolume: OpenVolume,
  observe: Observe,
  rules: OpenRules | undefined,
): Workspaces {
  const root = join(folder, 'workspaces')
  mkdirSync(root, { recursive: true })
  const unlock = lockFolder(folder)
  const threads = openReadThreads()
  const opened = openWorkspaces(rules)
  const underWay = new Map<string, Promise<Workspace>>()
  /** Of those that are closed: nobody can change them meanwhile. */
  const closedTitles = new Map<string, string | null>()
  const exists = (name: string) => !opened.isLeaving(name) && existsSync(fileIn(join(root, name)))
  const aside = removedFolders(folder)
  let closed = false

  async function openAt(name: string, path: string): Promise<Workspace> {
    const database = openSqliteDatabase(fileIn(path), observe, threads)
    try {
      return { name, database, volume: await openVolume({ name, home: path, database }) }
    } catch (error) {
      await database.close()
      throw error
    }
  }

  async function openWhole(name: string): Promise<Workspace> {
    refuseEmpty(name, fileIn(join(root, name)))
    closedTitles.delete(name)
    return openAt(name, join(root, name))
  }

  function opening(name: string): Promise<Workspace> {
    return opened.open(name, () => openWhole(name))
  }

  /** It is made under a name that no workspace can have, and gets its own when it is complete. */
  async function make(name: string, fill: Fill): Promise<Workspace> {
    refuseWithoutDatabase(name, join(root, name))
    const draft = join(root, `.${name}`)
    rmSync(draft, { recursive: true, force: true })
    try {
      mkdirSync(draft)
      const made = await openAt(name, draft)
      try {
        await fill(made)
      } finally {
        await closeWorkspace(made)
      }
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      throw whyNotOpened(fullOrItself(error))
    }
    syncFolder(draft)
    renameSync(draft, join(root, name))
    syncFolder(root)
    syncFolder(folder)
    try {
      return await opening(name)
    } catch (error) {
      // Whoever hears that it failed must not find it afterwards.
      rmSync(join(root, name), { recursive: true, force: true })
      throw error
    }
  }

  async function names(): Promise<string[]> {
    return readdirSync(root)
      .filter((name) => !name.startsWith('.') && exists(name))
      .toSorted()
  }

  async function titleOf(name: string): Promise<string | null> {
    const found = await opened.peek(name)
    if (found) return found.database.read(({ title }) => title.get())
    const known = closedTitles.get(name)
    if (known !== undefined) return known
    const title = readTitle(fileIn(join(root, name)))
    closedTitles.set(name, title)
    return title
  }

  return {
    memo: newMemo(),
    hold: opened.hold,
    onClose: opened.onClose,
    onLeave: opened.onLeave,
    async open(name) {
      const found = opened.get(name)
      if (found) return found
      if (closed) throw stopping()
      return exists(name) ? opening(name) : null
    },
    async create(name, fill = async () => {}) {
      if (closed) throw stopping()
      const isTaken = exists(name) || opened.isLeaving(name) || aside.has(name)
      if (isTaken || underWay.has(name)) return null
      const made = make(name, fill)
      underWay.set(name, made)
      return made.finally(() => underWay.delete(name))
    },
    names,
    titles: async () => titlesOf(await names(), titleOf),
    async remove(name, at, last) {
      if (closed) throw stopping()
      if (!exists(name)) return false
      const workspace = await opening(name)
      // Another may have been quicker.
      if (opened.isLeaving(name)) return false
      await opened.part(workspace, async () => {
        await last(workspace)
        await closeWorkspace(workspace)
        closedTitles.delete(name)
        aside.put(join(root, name), name, at)
      })
      return true
    },
    async removed() {
      return aside
        .all()
        .map((one) => ({ ...one, title: readTitle(fileIn(aside.pathOf(one.name))) }))
    },
    async restore(name) {
      if (closed) throw stopping()
      if (!aside.has(name)) return false
      refuseWithoutDatabase(name, join(root, name))
      aside.putBack(name, join(root, name))
      return true
    },
    async forget(name) {
      if (closed) throw stopping()
      if (!aside.has(name)) return false
      await eraseWorkspace(await openAt(name, aside.pathOf(name)))
      aside.forget(name)
      return true
    },
    async close() {
      if (closed) return
      closed = true
      await Promise.allSettled(underWay.values())
      // A database that closes waits for its readers.
      threads.stop()
      await opened.closeAll()
      await threads.close()
      unlock()
    },
  }
}

/** Of a workspace that is closed, without opening all of it. One that cannot be read is called by its name. */
function readTitle(file: string): string | null {
  try {
    const { raw, close } = openConnection(file, 'read')
    try {
      const row = raw.prepare('select title from _title').raw().get() as string[] | undefined
      return row?.[0] ?? null
    } finally {
      close()
    }
  } catch {
    return null
  }
}

function fileIn(folder: string): string {
  return join(folder, 'triptych.sqlite')
}

/** A workspace appears with its database in it, which is never empty. */
function refuseEmpty(name: string, file: string): void {
  if (statSync(file).size > 0) return
  throw incomplete(`The database of ${name}, triptych.sqlite, is empty`)
}

function refuseWithoutDatabase(name: string, folder: string): void {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return
  throw incomplete(`The folder of ${name} has no database, triptych.sqlite`)
}

function incomplete(what: string): AppError {
  const message = `${what}: bring it back from a backup, or remove the folder of the workspace.`
  return new AppError('storage_lost', message)
}
