import { AppError } from '../../errors.ts'
import { driveRoot } from '../../ports/file-index.ts'
import { compareFolder, compareNames, differs, noticeGone } from './compare-folder.ts'
import type { Drive } from './drive.ts'

export interface Watches {
  add(folder: number): Promise<void>
  idle(): Promise<void>
  close(): Promise<void>
}

/** Somebody who writes one file mostly writes more: they are looked at together. */
const patienceMs = 50

/** Above this, a folder is not listed anew because of a few names. */
const largeFolder = 5000

/** `null`: any name may have changed. */
type Names = Set<string> | null

/** Keeps an eye on folders, and puts down what others do in them. `recheck` looks at a whole folder. */
export function openWatches(
  drive: () => Drive,
  recheck: (folder: number) => void,
  failed: (error: unknown) => void,
): Watches {
  const watched = new Map<number, () => void>()
  let suspects = new Map<number, Names>()
  let timer: NodeJS.Timeout | null = null
  let working: Promise<void> = Promise.resolve()
  let closed = false

  function suspect(folder: number, name: string | null): void {
    const names = suspects.get(folder)
    if (names === null || closed) return
    suspects.set(folder, name === null ? null : (names ?? new Set()).add(name))
    timer ??= setTimeout(lookAtSuspects, patienceMs)
  }

  function lookAtSuspects(): void {
    timer = null
    const now = suspects
    suspects = new Map()
    working = working.then(async () => {
      for (const [folder, names] of now) {
        if (!closed) await lookAt(folder, names).catch((error: unknown) => failed(error))
      }
    })
  }

  async function lookAt(id: number, names: Names): Promise<void> {
    const { database, storage, stamps } = drive()
    const folder = await database.read(({ files }) => files.node(id))
    const place = await database.read(({ files }) => files.placeOf(id))
    if (!folder || !place) {
      watched.get(id)?.()
      watched.delete(id)
      return
    }
    if (names === null || folder.stamp === null) return recheck(id)
    try {
      const stamp = await storage.outside?.stamp({ area: 'drive', place })
      if (stamp === stamps.of(folder) && !(await differs(drive(), { id, place }, names))) return
      await (folder.count > largeFolder
        ? compareNames(drive(), id, names)
        : compareFolder(drive(), id))
    } catch (error) {
      if (!(error instanceof AppError) || id === driveRoot) throw error
      await noticeGone(drive(), folder)
    }
  }

  return {
    async add(id) {
      if (watched.has(id) || closed) return
      const { database, storage } = drive()
      const place = await database.read(({ files }) => files.placeOf(id))
      if (!place || !storage.outside) return
      const stop = await storage.outside
        .watch({ area: 'drive', place }, (name) => suspect(id, name))
        .catch(unlessGone)
      if (!stop) return
      if (closed || watched.has(id)) stop()
      else watched.set(id, stop)
    },
    async idle() {
      while (timer) await new Promise((resolve) => setTimeout(resolve, patienceMs))
      await working
    },
    async close() {
      closed = true
      if (timer) clearTimeout(timer)
      timer = null
      for (const stop of watched.values()) stop()
      watched.clear()
      await working
    },
  }
}

/** It may have been moved or deleted just now; then there is nothing to keep an eye on. */
function unlessGone(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}
