export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most so many at once; the others wait for their turn, in the order they came. */
export function concurrencyLimit(many: number): ConcurrencyLimit {
  let free = many
  const waiting: (() => void)[] = []

  return async function inTurn(work) {
    if (free > 0) free -= 1
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
