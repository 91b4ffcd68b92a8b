/** Lets whoever asks for something too early wait for it, while something is on its way to that place. */
export interface Arrivals {
  /** Until `work` is over, something is on its way to that place. */
  expect: <T>(place: string, work: () => Promise<T>) => Promise<T>
  arrived: (place: string, name: string) => void
  /** Resolves when that has come, or when nothing is on its way any more; `null` when nothing is now. */
  of: (place: string, name: string) => Promise<void> | null
}

interface Place {
  onTheWay: number
  awaited: Map<string, PromiseWithResolvers<void>>
}

export function arrivals(): Arrivals {
  const places = new Map<string, Place>()

  return {
    async expect(key, work) {
      const place = places.get(key) ?? { onTheWay: 0, awaited: new Map() }
      places.set(key, place)
      place.onTheWay++
      try {
        return await work()
      } finally {
        place.onTheWay--
        if (place.onTheWay === 0) {
          places.delete(key)
          for (const { resolve } of place.awaited.values()) resolve()
        }
      }
    },
    arrived(key, name) {
      const awaited = places.get(key)?.awaited
      awaited?.get(name)?.resolve()
      awaited?.delete(name)
    },
    of(key, name) {
      const place = places.get(key)
      if (!place) return null
      const awaited = place.awaited.get(name) ?? Promise.withResolvers<void>()
      place.awaited.set(name, awaited)
      return awaited.promise
    },
  }
}
