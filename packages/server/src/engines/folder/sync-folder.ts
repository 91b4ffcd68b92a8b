import { closeSync, constants, fsync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { identityOf } from './folder.ts'
import type { Folder } from './folder.ts'
import { errorCode, toAppError } from './map-errors.ts'

interface Syncs {
  current: Promise<void>
  /** Not begun yet, so that everything done until now is still in it. */
  next: Promise<void> | null
}

const syncFile = promisify(fsync)

/** Windows keeps the names in its own log, and lets nobody wait for it. */
const hasNone = process.platform === 'win32'

/** Callers that want the same folder synced share it, but never one that began before their call. */
export function sharedFolderSyncs(): (folder: Folder) => Promise<void> {
  const underWay = new Map<string, Syncs>()

  async function start(identity: string, opened: number): Promise<void> {
    const current = syncAndClose(opened)
    underWay.set(identity, { current, next: null })
    try {
      await current
    } finally {
      if (underWay.get(identity)?.next === null) underWay.delete(identity)
    }
  }

  // What is asked of the folder is asked at once: it need not stay open, and what is refused is refused at once, too.
  return function syncFolder(folder) {
    if (hasNone) return Promise.resolve()
    const identity = identityOf(folder.stats())
    const syncs = underWay.get(identity)
    if (syncs?.next) return syncs.next
    // The folder may be moved while it waits, so it is opened now. O_PATH does not do for a sync.
    const opened = openSync(folder.path(), constants.O_RDONLY | constants.O_DIRECTORY)
    if (!syncs) return start(identity, opened)
    const begin = () => start(identity, opened)
    syncs.next = syncs.current.then(begin, begin)
    return syncs.next
  }
}

async function syncAndClose(opened: number): Promise<void> {
  try {
    await syncFile(opened)
  } catch (error) {
    // Some network file systems have nothing to sync in a folder and say so.
    if (!['EINVAL', 'ENOTSUP'].includes(errorCode(error))) throw toAppError(error)
  } finally {
    // At once: nothing was written by it, and in libuv's pool it would wait behind the syncs of others.
    closeSync(opened)
  }
}
