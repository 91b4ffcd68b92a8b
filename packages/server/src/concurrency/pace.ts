import { setImmediate } from 'node:timers/promises'

/** Lets so much be done in one turn of the event loop; the rest waits for the next ones, in the order it came. */
export interface Pace {
  /** Resolves when something of this size may be done. */
  turn: (size: number) => Promise<void>
}

interface Waiting {
  size: number
  go: () => void
}

/** However large something is, it is done in a turn, if need be in one of its own. */
export function pace({ many, size }: { many: number; size: number }): Pace {
  const waiting: Waiting[] = []
  let [manyLeft, sizeLeft] = [many, size]
  let isRunning = false

  function take(taken: number): void {
    manyLeft--
    sizeLeft -= taken
  }

  async function run(): Promise<void> {
    isRunning = true
    do {
      await setImmediate()
      ;[manyLeft, sizeLeft] = [many, size]
      for (let next = waiting[0]; next && manyLeft > 0 && sizeLeft > 0; next = waiting[0]) {
        waiting.shift()
        take(next.size)
        next.go()
      }
    } while (waiting.length > 0)
    isRunning = false
    ;[manyLeft, sizeLeft] = [many, size]
  }

  return {
    turn(asked) {
      if (!isRunning) void run()
      if (waiting.length === 0 && manyLeft > 0 && sizeLeft > 0) {
        take(asked)
        return Promise.resolve()
      }
      return new Promise((go) => waiting.push({ size: asked, go }))
    },
  }
}
