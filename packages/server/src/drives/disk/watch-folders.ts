import { workQueue } from '../../concurrency/work-queue.ts'
import { AppError } from '../../errors.ts'
import { driveRoot } from '../../ports/file-index.ts'
import { checkFolder, compareFolder, compareNames, differs, noticeGone } from './compare-folder.ts'
import { dirty } from './disk.ts'
import type { Disk } from './disk.ts'

export interface Watches {
  add(folder: number): Promise<void>
  /** We have just given this name ourselves: that it came is nothing to look at. */
  expect(folder: number, name: string): void
  idle(): Promise<void>
  close(): Promise<void>
}

/** Somebody who writes one file mostly writes more: they are looked at together. */
const timeoutMs = 50

/** And a file that is written all the time, like a log, is not looked at all the time. */
const pauseMs = 1000

const quietMs = 1500

/** Above this, a folder is not listed anew because of a few names. */
const largeFolder = 5000

/** What we did is told at once, or was lost. */
const expectedMs = 1000

/** `null`: any name may have changed. */
type Names = Set<string> | null

/** Keeps an eye on folders, and puts down what others do in them. */
export function openWatches(disk: () => Disk, failed: (error: unknown) => void): Watches {
  const watched = new Map<number, { inode: number; stop: () => void }>()
  const suspects = new Map<number, Names>()
  /** When a folder was looked at last, for those that were a moment ago. */
  const seenAt = new Map<number, number>()
  /** Large folders in which names came or went: listed when they have become quiet. */
  const restless = new Map<number, NodeJS.Timeout>()
  /** Names that we have given, with when that was, the oldest first. */
  const expected = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  const queue = workQueue(failed)
  let closed = false

  function expect(folder: number, name: string): void {
    const now = performance.now()
    for (const [key, since] of expected) {
      if (now - since < expectedMs) break
      expected.delete(key)
    }
    if (watched.has(folder)) expected.set(`${folder}/${name}`, now)
  }

  /** What others do to the same name is told by itself. */
  function isExpected(folder: number, name: string): boolean {
    const key = `${folder}/${name}`
    const since = expected.get(key)
    return expected.delete(key) && performance.now() - since! < expectedMs
  }

  function suspect(folder: number, name: string | null): void {
    const names = suspects.get(folder)
    if (names === null || closed) return
    suspects.set(folder, name === null ? null : (names ?? new Set()).add(name))
    timer ??= setTimeout(lookAtSuspects, timeoutMs)
  }

  function lookAtSuspects(): void {
    timer = null
    const now = performance.now()
    for (const [folder, at] of seenAt) if (now - at >= pauseMs) seenAt.delete(folder)
    const due = [...suspects].filter(([folder]) => !seenAt.has(folder))
    for (const [folder] of due) {
      suspects.delete(folder)
      seenAt.set(folder, now)
    }
    if (suspects.size > 0) timer = setTimeout(lookAtSuspects, pauseMs / 4)
    queue.add(() => lookAtAll(due))
  }

  async function lookAtAll(due: [number, Names][]): Promise<void> {
    for (const [folder, names] of due) {
      if (closed) return
      await lookAt(folder, names).catch((error: unknown) => {
        // What was not seen now is seen when somebody asks for it.
        disk().fingerprints.set(folder, dirty)
        failed(error)
      })
    }
  }

  async function lookAt(id: number, names: Names): Promise<void> {
    const { database, storage, fingerprints } = disk()
    const folder = await database.read(({ files }) => files.node(id))
    const path = await database.read(({ files }) => files.pathOf(id))
    if (!folder || !path) {
      watched.get(id)?.stop()
      watched.delete(id)
      return
    }
    if (folder.fingerprint === null) return disk().explore(id)
    try {
      if (names === null) return await checkFolder(disk(), id)
      const fingerprint = await storage.fingerprint({ area: 'drive', path })
      const isKnown = fingerprint === fingerprints.of(folder)
      if (isKnown && !(await differs(disk(), { id, path }, names))) return
      const isLarge = folder.count > largeFolder
      if (!isKnown && !isLarge) return await compareFolder(disk(), id)
      await compareNames(disk(), id, names)
      // More names may have changed than were told: a watch that cannot keep up drops them silently.
      if (!isKnown) listWhenQuiet(id)
    } catch (error) {
      if (!(error instanceof AppError) || id === driveRoot) throw error
      await noticeGone(disk(), folder)
    }
  }

  function listWhenQuiet(id: number): void {
    clearTimeout(restless.get(id))
    const timeout = setTimeout(() => {
      restless.delete(id)
      suspect(id, null)
    }, quietMs)
    restless.set(id, timeout)
  }

  return {
    expect,
    async add(id) {
      const { database, storage } = disk()
      const folder = await database.read(({ files }) => files.node(id))
      const path = await database.read(({ files }) => files.pathOf(id))
      if (!folder || !path || closed) return
      // A watch stays with its folder, wherever that goes: another of the same name needs its own.
      const { inode } = folder
      if (watched.get(id)?.inode === inode) return
      const stop = await storage
        .watch({ area: 'drive', path }, (name, what) => {
          const isOurs = what === 'name' && name !== null && isExpected(id, name)
          if (!isOurs) suspect(id, name)
        })
        .catch(unlessGone)
      if (!stop) return
      if (closed) return stop()
      watched.get(id)?.stop()
      watched.set(id, { inode, stop })
    },
    async idle() {
      while (timer) await new Promise((resolve) => setTimeout(resolve, timeoutMs))
      await queue.idle()
    },
    async close() {
      closed = true
      if (timer) clearTimeout(timer)
      timer = null
      for (const timeout of restless.values()) clearTimeout(timeout)
      for (const { stop } of watched.values()) stop()
      watched.clear()
      await queue.idle()
    },
  }
}

/** It may have been moved or deleted just now; then there is nothing to keep an eye on. */
function unlessGone(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}
