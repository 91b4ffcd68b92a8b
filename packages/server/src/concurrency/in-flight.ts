/** Knows what is under way, so that an end can wait for it. */
export interface InFlight {
  run: <T>(operation: () => T | Promise<T>) => Promise<T>
  /** Refuses what comes from now on, and waits for the rest. */
  end: () => Promise<void>
}

/** `refusal` is what those hear who come after the end. */
export function inFlight(refusal: () => Error): InFlight {
  const underWay = new Set<Promise<unknown>>()
  let hasEnded = false

  return {
    async run(operation) {
      if (hasEnded) throw refusal()
      const running = operation()
      // What is done at once is not under way.
      if (!(running instanceof Promise)) return running
      underWay.add(running)
      try {
        return await running
      } finally {
        underWay.delete(running)
      }
    },
    async end() {
      hasEnded = true
      await Promise.allSettled(underWay)
    },
  }
}
