/** Tells listeners that what is kept in the database may be another than they know. */
export interface RevisionWatch {
  on(listener: () => void): () => void
  /** It is another: all are told at once. */
  tell(): void
  /** Somebody says that it may be. */
  look(): void
  close(): void
}

/** A notification can be lost, and nobody may do for longer what was taken from them. */
const lookEveryMs = 1000

/** As long as somebody listens, `revision` is asked once in a while; `known` is what it was. */
export function watchRevision(revision: () => Promise<number>, known: number): RevisionWatch {
  const listeners = new Set<() => void>()
  let clock: NodeJS.Timeout | null = null
  let isLooking = false
  let isWanted = false

  function tell(): void {
    for (const listener of listeners) listener()
  }

  async function lookOnce(): Promise<void> {
    try {
      const found = await revision()
      if (found === known) return
      known = found
    } catch {
      // Nobody can say whether it is the same.
    }
    tell()
  }

  async function lookWhileWanted(): Promise<void> {
    isLooking = true
    while (isWanted && listeners.size > 0) {
      isWanted = false
      await lookOnce()
    }
    isLooking = false
  }

  function look(): void {
    // One that is under way may have seen what was before.
    isWanted = true
    if (!isLooking) void lookWhileWanted()
  }

  function stop(): void {
    if (clock) clearInterval(clock)
    clock = null
  }

  return {
    on(listener) {
      listeners.add(listener)
      clock ??= setInterval(look, lookEveryMs).unref()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop()
      }
    },
    tell,
    look,
    close() {
      listeners.clear()
      stop()
    },
  }
}
