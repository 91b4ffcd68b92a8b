import { setImmediate } from 'node:timers/promises'

const turnMs = 5

export interface Yielding {
  /** The work begins now. */
  begin: () => void
  isOver: () => boolean
  next: () => Promise<void>
}

/** To be asked again and again in long work: whether others should have their turn, and their turn. */
export function yielding(): Yielding {
  let began = performance.now()
  return {
    begin() {
      began = performance.now()
    },
    isOver: () => performance.now() - began > turnMs,
    async next() {
      await setImmediate()
      began = performance.now()
    },
  }
}
