import { workQueue } from '../../concurrency/work-queue.ts'
import { soleOwnerOf } from './bucket-lease.ts'
import { clearHidden, clearUnknown, clearUnnamed, dayMs, removeUnknown } from './clear-up.ts'
import type { Leftovers } from './clear-up.ts'

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
