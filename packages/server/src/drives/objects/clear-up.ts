import { setImmediate } from 'node:timers/promises'
import { workQueue } from '../../concurrency/work-queue.ts'
import type { Database } from '../../ports/database.ts'
import { hiddenRoot } from '../../ports/file-index.ts'
import type { ObjectStore } from '../../ports/object-store.ts'
import { isLease, soleOwnerOf } from './bucket-lease.ts'
import { draftsBefore, gone } from './objects.ts'

export interface Cleaner {
  /** What is gone is cleared up now. */
  start(): void
  /** Ends bytes that got no name. */
  discard(key: string): void
  idle(): Promise<void>
  close(): Promise<void>
}

/** What a server that was killed has left is found after so long. */
const againMs = 10 * 60 * 1000
const hourMs = 60 * 60 * 1000

const shared =
  'Another database, a copy of this one or its original, uses the same bytes in the bucket. ' +
  'No bytes are removed until `triptych files take-ownership` says which of them remains.'

/**
 * Clears up behind everybody, whichever server they were on: each server does all of it, and two who
 * do the same do no harm. What a stop leaves is done at the next turn of any of them.
 */
export function openCleaner(
  parts: Omit<Leftovers, 'isSoleOwner' | 'isClosed'>,
  failed: (error: unknown) => void,
): Cleaner {
  let closed = false
  let isWanted = false
  const isSoleOwner = soleOwnerOf(parts, () => failed(new Error(shared)))
  const leftovers: Leftovers = { ...parts, isSoleOwner, isClosed: () => closed }

  const queue = workQueue((error) => {
    if (!closed) failed(error)
  })

  function add(work: () => Promise<void>): void {
    queue.add(async () => {
      if (!closed) await work()
    })
  }

  function start(): void {
    // One that has not begun yet will see this, too.
    if (isWanted) return
    isWanted = true
    add(() => {
      isWanted = false
      return clearHidden(leftovers)
    })
  }

  function startAll(): void {
    start()
    add(() => clearUnnamed(leftovers, dayMs))
  }

  /** An hour after the start, and then once a day: also a server that lives for a day only does it. */
  let hours = 0
  function passHour(): void {
    const isDue = hours++ % 24 === 0
    // A copy of the database is to be noticed though there is nothing to clear up.
    add(async () => {
      if ((await isSoleOwner()) && isDue) await clearUnknown(leftovers, dayMs)
    })
  }

  startAll()
  // Also a server that does not live for an hour leaves a claim.
  add(async () => void (await isSoleOwner()))
  const timers = [setInterval(startAll, againMs), setInterval(passHour, hourMs)]
  for (const timer of timers) timer.unref()

  return {
    start,
    discard: (key) => add(() => removeUnknown(parts, [key])),
    idle: queue.idle,
    close() {
      closed = true
      for (const timer of timers) clearInterval(timer)
      return queue.idle()
    },
  }
}

export interface Leftovers {
  database: Database
  store: ObjectStore
  now: () => Date
  /** Bytes that another database may have a name for stay where they are. */
  isSoleOwner: () => Promise<boolean>
  isClosed: () => boolean
}

/** So many rows go at a stretch before others get their turn. */
const batchSize = 500

export const dayMs = 24 * 60 * 60 * 1000

/** Ends what nobody sees any more: rows of what was removed, and drafts that nobody goes on with. */
export async function clearHidden({ database, now, isClosed }: Leftovers): Promise<void> {
  const stale = draftsBefore(now().getTime() - dayMs)
  let isDone = false
  while (!isDone && !isClosed()) {
    isDone = await database.transact(async ({ files }) => {
      const [first] = await files.children(hiddenRoot, null, 1)
      const drafts = first && first.name < stale ? [first] : []
      const hidden = [...drafts, ...(await files.children(hiddenRoot, gone, batchSize))]
      let room = batchSize
      for (const { id, totals } of hidden) {
        if (room <= 0) return false
        const isGone = await files.remove(id, room, now().getTime())
        if (!isGone) return false
        room -= 1 + totals.files + totals.folders
      }
      return hidden.length === 0
    })
    await setImmediate()
  }
}

/** Ends the bytes that have had no name for so long that nobody can be reading them. */
export async function clearUnnamed(leftovers: Leftovers, olderThanMs: number): Promise<void> {
  const { database, store, now, isSoleOwner, isClosed } = leftovers
  while (!isClosed()) {
    const before = now().getTime() - olderThanMs
    const contents = await database.read((stores) => stores.contents.unnamed(before, batchSize))
    if (contents.length === 0 || !(await isSoleOwner())) return
    await store.remove(contents.map(({ key }) => key))
    await database.transact((stores) => stores.contents.forget(contents.map(({ id }) => id)))
  }
}

/** Ends bytes that never got a name, because their server was killed in between. */
export async function clearUnknown(leftovers: Leftovers, olderThanMs: number): Promise<void> {
  const { store, now, isClosed } = leftovers
  await store.sweep(olderThanMs)
  let suspects: string[] = []
  for await (const { key, modified } of store.keys(null)) {
    if (isClosed()) return
    if (!isLease(key) && now().getTime() - modified >= olderThanMs) suspects.push(key)
    if (suspects.length < batchSize) continue
    await removeUnknown(leftovers, suspects)
    suspects = []
  }
  await removeUnknown(leftovers, suspects)
}

async function removeUnknown(
  { database, store }: Pick<Leftovers, 'database' | 'store'>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  // Behind all who write: of a commit that is under way nobody can read yet.
  const known = await database.transact(({ contents }) => contents.known(keys))
  const unknown = keys.filter((key) => !known.has(key))
  if (unknown.length > 0) await store.remove(unknown)
}
