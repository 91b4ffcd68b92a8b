/** Many may work side by side, or one alone; everybody gets their turn in the order they came. */
export interface ReadWriteLock {
  shared<T>(work: () => Promise<T>): Promise<T>
  exclusive<T>(work: () => Promise<T>): Promise<T>
}

interface Waiting {
  isExclusive: boolean
  start: () => void
}

export function readWriteLock(): ReadWriteLock {
  const waiting: Waiting[] = []
  let sharing = 0
  let isExclusive = false

  function startNext(): void {
    for (let next = waiting[0]; next; next = waiting[0]) {
      if (isExclusive || (next.isExclusive && sharing > 0)) return
      waiting.shift()
      if (next.isExclusive) isExclusive = true
      else sharing++
      next.start()
    }
  }

  async function run<T>(exclusive: boolean, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      waiting.push({ isExclusive: exclusive, start })
      startNext()
    })
    try {
      return await work()
    } finally {
      if (exclusive) isExclusive = false
      else sharing--
      startNext()
    }
  }

  return { shared: (work) => run(false, work), exclusive: (work) => run(true, work) }
}
