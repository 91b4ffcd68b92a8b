/** The same numbers for the same seed, so that a failure can be looked for again. */
export interface SeededRandom {
  /** From 0 up to 1. */
  next(): number
  /** A whole number, both ends included. */
  between(low: number, high: number): number
  pick<T>(list: readonly T[]): T
}

/** The generator known as mulberry32. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  function between(low: number, high: number): number {
    return low + Math.floor(next() * (high - low + 1))
  }

  return {
    next,
    between,
    pick<T>(list: readonly T[]) {
      if (list.length === 0) throw new Error('nothing to pick from')
      return list[between(0, list.length - 1)] as T
    },
  }
}

/** A new one each run; `KILL_SEED` repeats an earlier run. */
export function chosenSeed(): number {
  return Number(process.env['KILL_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
}
