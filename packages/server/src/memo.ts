/** Keeps what a function made: the same function is answered the same thing again. */
export type Memo = <T>(make: () => T) => T

/** For whatever is found out about a thing and is worth nothing without it. */
export function newMemo(): Memo {
  const made = new Map<() => unknown, unknown>()
  return <T>(make: () => T): T => {
    if (!made.has(make)) made.set(make, make())
    return made.get(make) as T
  }
}
