export interface Listeners<T> {
  /** Answers a function that takes the listener away again. */
  add: (listener: (told: T) => void) => () => void
  tell: (told: T) => void
}

/** Whoever wants to be told, and who comes late is told the last thing, too, where `remembers`. */
export function listeners<T>(remembers = false): Listeners<T> {
  const all = new Set<(told: T) => void>()
  let last: { told: T } | null = null
  return {
    add(listener) {
      all.add(listener)
      if (last) listener(last.told)
      return () => void all.delete(listener)
    },
    tell(told) {
      if (remembers) last = { told }
      for (const listener of all) listener(told)
    },
  }
}
