import type { Change } from '@triptych/contract/changes'
import { shortKey } from './random-key.ts'

/**
 * Tells our own changes from those of others. A widget shows its own change before it is sent, so
 * it is no news when it comes back, but for one case: somebody else changed the same thing just
 * before. That change came first and was shown over ours, so ours has to be shown once more.
 */
export function ownChanges(client: string) {
  /** Of writes whose changes may still come. */
  const marks = new Set<string>()
  const changedByOthers = new Set<string>()
  let coming: string | null = null

  return {
    /**
     * What a write sends as `X-Origin`: who we are, and what nobody can guess, so that nobody can pass as us.
     * By the one the server finds what we did last, by both this very write.
     */
    mark(): string {
      const mark = `${client}--${shortKey()}`
      marks.add(mark)
      return mark
    },
    /** A write that was refused changes nothing. */
    forget: (mark: string) => void marks.delete(mark),
    isNews({ origin, entity }: Change): boolean {
      // What one request changed stands together in the log.
      if (coming !== null && origin !== coming) marks.delete(coming)
      coming = origin
      if (origin !== null && marks.has(origin)) return changedByOthers.has(entity)
      if (marks.size === 0) changedByOthers.clear()
      else changedByOthers.add(entity)
      return true
    },
  }
}
