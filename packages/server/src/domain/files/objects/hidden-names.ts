import { randomUUID } from 'node:crypto'

/**
 * What is hidden is called by what it is and since when: other servers must know what they may end.
 * A draft belongs to whoever makes it; what is gone is everybody's to clear up.
 */
export function draftName(now: Date): string {
  return `${draftsBefore(now.getTime())}-${randomUUID()}`
}

export function goneName(): string {
  return `${gone}${randomUUID()}`
}

/** All that is gone comes after this name. */
export const gone = 'gone-'

/** Drafts that were begun before an instant come before this name, and nothing else does. */
export function draftsBefore(time: number): string {
  return `draft-${String(Math.max(time, 0)).padStart(16, '0')}`
}
