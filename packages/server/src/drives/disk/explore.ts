import { setImmediate } from 'node:timers/promises'
import { childrenOf, subfoldersOf } from '../../domain/files/read-index.ts'
import { AppError } from '../../errors.ts'
import type { Database } from '../../ports/database.ts'
import { driveRoot } from '../../ports/file-index.ts'
import type { FileNode } from '../../ports/file-index.ts'
import { checkFolder, noticeGone } from './compare-folder.ts'
import type { Disk } from './disk.ts'
import { lookInto } from './look-into.ts'
import { endFormer, forgetIndex } from './recover.ts'

/** Whether every entry is looked at, or only what the folder's own fingerprint tells. */
export type Care = 'quick' | 'thorough'

export interface Explorer {
  add(folder: number, care?: Care): void
  /** How many folders wait or are being looked at. */
  left(): number
  /** Resolves when there is nothing left to look into. */
  idle(): Promise<void>
  close(): Promise<void>
}

/** Looks into folders one after the other, some at a time so that they can share a commit. */
const atOnce = 4

/** `seen` is called for every folder once the index knows what is in it. */
export function openExplorer(
  disk: () => Disk,
  seen: (folder: number) => Promise<void>,
  failed: (error: unknown) => void,
): Explorer {
  const waiting = new Map<number, Care>()
  let order = waiting.entries()
  const underWay = new Set<Promise<void>>()
  let closed = false

  async function explore(id: number, care: Care): Promise<void> {
    const { database } = disk()
    const folder = await database.read(({ files }) => files.node(id))
    const path = await database.read(({ files }) => files.pathOf(id))
    // Gone, or hidden again, since it was put on the list.
    if (!folder || !path) return
    // Before it is looked into, so that what happens from now on is told.
    await seen(id)
    try {
      const wasUnknown = await lookInto(disk(), folder, path)
      if (care === 'thorough' && !wasUnknown) await checkFolder(disk(), id)
      if (care === 'thorough' && (await isDamaged(disk(), id))) return await startAnew()
    } catch (error) {
      if (!(error instanceof AppError) || id === driveRoot) throw error
      if (error.code === 'files.denied') disk().denied.add(id)
      return await noticeGone(disk(), folder)
    }
    for (const child of await subfoldersOf(database, id)) add(child.id, care)
  }

  async function startAnew(): Promise<void> {
    failed(new Error('The index of the files was damaged; it is being made anew.'))
    waiting.clear()
    await forgetIndex(disk())
    add(driveRoot)
  }

  /** One walk through the list, which sees what is added meanwhile: to begin anew each time would take ever longer. */
  function takeNext(): [number, Care] | null {
    let next = order.next()
    if (next.done) {
      order = waiting.entries()
      next = order.next()
    }
    if (next.done) return null
    waiting.delete(next.value[0])
    return next.value
  }

  function startNext(): void {
    while (!closed && underWay.size < atOnce) {
      const next = takeNext()
      if (!next) return
      // Not at once: what is known is looked at without ever waiting, and others want their turn.
      const work = setImmediate()
        .then(() => explore(...next))
        .catch((error: unknown) => {
          if (!closed) failed(error)
        })
        .finally(() => {
          underWay.delete(work)
          startNext()
          if (underWay.size === 0 && !closed) finish()
        })
      underWay.add(work)
    }
  }

  function finish(): void {
    const work = endFormer(disk())
      .catch((error: unknown) => {
        if (!closed) failed(error)
      })
      .finally(() => underWay.delete(work))
    underWay.add(work)
  }

  function add(folder: number, care: Care = 'quick'): void {
    if (closed) return
    waiting.set(folder, waiting.get(folder) === 'thorough' ? 'thorough' : care)
    startNext()
  }

  async function idle(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay)
  }

  return {
    add,
    left: () => waiting.size + underWay.size,
    idle,
    close() {
      closed = true
      waiting.clear()
      return idle()
    },
  }
}

/** Whether the numbers of a folder are not the sums of its entries, which only a foreign hand can do. */
export async function isDamaged({ database, lock }: Disk, id: number): Promise<boolean> {
  const looksDamaged = async (): Promise<boolean> => {
    const folder = await database.read(({ files }) => files.node(id))
    return folder !== null && !(await addsUp(database, folder))
  }
  // Somebody may have added something between the look at the folder and the look at its entries.
  return (await looksDamaged()) && lock.exclusive(looksDamaged)
}

async function addsUp(database: Database, folder: FileNode): Promise<boolean> {
  const sums = { count: 0, bytes: 0, files: 0, folders: 0 }
  for await (const page of childrenOf(database, folder.id)) {
    for (const { kind, size, totals } of page) {
      sums.count += 1
      sums.bytes += kind === 'folder' ? totals.bytes : size
      sums.files += kind === 'folder' ? totals.files : 1
      sums.folders += kind === 'folder' ? totals.folders + 1 : 0
    }
  }
  const { count, totals } = folder
  return (
    count === sums.count &&
    totals.bytes === sums.bytes &&
    totals.files === sums.files &&
    totals.folders === sums.folders
  )
}
