/** Many may work side by side, or one alone; everybody gets their turn in the order they came. */
export interface Lock {
  shared<T>(work: () => Promise<T>): Promise<T>
  alone<T>(work: () => Promise<T>): Promise<T>
}

interface Waiting {
  isAlone: boolean
  start: () => void
}

export function openLock(): Lock {
  const waiting: Waiting[] = []
  let sharing = 0
  let isAlone = false

  function startNext(): void {
    for (let next = waiting[0]; next; next = waiting[0]) {
      if (isAlone || (next.isAlone && sharing > 0)) return
      waiting.shift()
      if (next.isAlone) isAlone = true
      else sharing++
      next.start()
    }
  }

  async function run<T>(alone: boolean, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      waiting.push({ isAlone: alone, start })
      startNext()
    })
    try {
      return await work()
    } finally {
      if (alone) isAlone = false
      else sharing--
      startNext()
    }
  }

  return { shared: (work) => run(false, work), alone: (work) => run(true, work) }
}
