/** How much of a resource is taken: from each instant in `at` up to the next as much as stands in `taken`. */
export interface Load {
  at: number[]
  taken: number[]
}

export function emptyLoad(): Load {
  return { at: [-Infinity], taken: [0] }
}

export function take(load: Load, from: number, to: number, units: number): void {
  const first = boundary(load, from)
  const end = boundary(load, to)
  for (let i = first; i < end; i++) load.taken[i]! += units
}

/** The end of the last time between two instants at which more than `most` is taken. */
export function lastAbove(
  { at, taken }: Load,
  from: number,
  to: number,
  most: number,
): number | null {
  for (let i = spanOf(at, to, true); i >= 0; i--) {
    if ((at[i + 1] ?? Infinity) <= from) return null
    if (taken[i]! > most) return at[i + 1] ?? Infinity
  }
  return null
}

/** The beginning of the first such time. */
export function firstAbove(
  { at, taken }: Load,
  from: number,
  to: number,
  most: number,
): number | null {
  for (let i = spanOf(at, from, false); i < at.length && at[i]! < to; i++) {
    if (taken[i]! > most) return at[i]!
  }
  return null
}

/** Where the time begins that starts at an instant, which is made if there is none. */
function boundary({ at, taken }: Load, tick: number): number {
  const i = spanOf(at, tick, false)
  if (at[i] === tick) return i
  at.splice(i + 1, 0, tick)
  taken.splice(i + 1, 0, taken[i]!)
  return i + 1
}

/** The last time that begins at an instant or before it; or `before` it, whoever ends there. */
function spanOf(at: readonly number[], tick: number, before: boolean): number {
  let [low, high] = [0, at.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (at[middle]! < tick || (!before && at[middle] === tick)) low = middle
    else high = middle - 1
  }
  return low
}

/** The times in which more than `most` is taken, each with the most that is taken in it. */
export function timesAbove(
  { at, taken }: Load,
  most: number,
): { from: number; to: number; peak: number }[] {
  const found: { from: number; to: number; peak: number }[] = []
  for (const [i, units] of taken.entries()) {
    if (units <= most) continue
    const [from, to] = [at[i]!, at[i + 1] ?? Infinity]
    const last = found.at(-1)
    if (last?.to === from) Object.assign(last, { to, peak: Math.max(last.peak, units) })
    else found.push({ from, to, peak: units })
  }
  return found
}
