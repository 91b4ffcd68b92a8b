import { setImmediate } from 'node:timers/promises'

const turnMs = 5

/** To be asked again and again in long work: whether others should have their turn, and their turn. */
export function yielding(): { isOver: () => boolean; next: () => Promise<void> } {
  let began = performance.now()
  return {
    isOver: () => performance.now() - began > turnMs,
    async next() {
      await setImmediate()
      began = performance.now()
    },
  }
}
